"""What headings are called, in the languages and on the sites that statements come from."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from stab.records import SectionKind

_WORDS: dict[SectionKind, str] = {
    SectionKind.INPUT: """
        input; inputs; the input; input format; input file format; format of input; format of the input; input specification; input specifications;
        input description; input data; input file; input data format; standard input; input and output; input output;
        input/output; input and output format; input/output format; interaction; interaction protocol; interactive protocol; communication;
        communication protocol; inputformat; inputfmt; inputfile; indata; eingabe; eingabeformat; entrada; formato de entrada; entrée; format d'entrée; dati di input;
        input del programma; wejście; dane wejściowe; vstup; bemenet; girdi; входные данные; формат входных данных; ввод; формат ввода; вхідні дані; протокол взаимодействия;
        入力; 入力形式; 入力フォーマット; 入力形式の説明; 入出力; 输入; 输入格式; 输入描述; 输入说明; 输入数据; 輸入; 輸入格式; 输入输出格式; 交互格式; 交互方式; 입력; 입력 형식
    """,
    SectionKind.OUTPUT: """
        output; outputs; the output; output format; output file format; format of output; format of the output; output specification; output specifications;
        output description; output data; output file; output data format; standard output; outputformat; outputfmt; outputfile; utdata; ausgabe;
        ausgabeformat; salida; formato de salida; saída; formato de saída; sortie; format de sortie; dati di output;
        wyjście; dane wyjściowe; výstup; kimenet; çıktı; выходные данные; формат выходных данных; вывод; формат вывода; вихідні дані;
        出力; 出力形式; 出力フォーマット; 输出; 输出格式; 输出描述; 输出说明; 输出数据; 輸出; 輸出格式; 출력; 출력 형식
    """,
    SectionKind.CONSTRAINTS: """
        constraint; constraints; input constraints; constraints and notes; notes and constraints; limits; bounds; data range; limits and constraints; data constraints; begränsningar;
        einschränkungen; restricciones; restrições; contraintes; assunzioni; ограничения; обмеження; ograniczenia; 制約; 制約条件; 制限; 数据范围; 数据规模; 数据规模与约定; 数据规模和约定;
        数据范围与约定; 数据范围与提示; 数据限制; 约束; 约束条件; 约定; 資料範圍; 제한; 제약; 제약 조건
    """,
    SectionKind.SUBTASKS: """
        subtask; subtasks; scoring; score distribution; points; grading; partial score; partial scores; partial points; test groups; testgroups; group; groups; small dataset; large dataset; test set; test sets; dataset; datasets;
        poäng; poängsättning; delpoäng; delproblem; testgrupper; bewertung; teilaufgaben; punktuación; subtareas; subtarefas; pontuação; подзадачи; подзадача; система оценки; система оценивания;
        部分点; 小課題; 採点; 子任务; 子任務; 分值; 배점; 부분 문제; subproblem; subproblems; small input; large input
    """,
    SectionKind.EXAMPLES: """
        example; examples; sample; samples; sample test; sample tests; sample test case; sample test cases; sample case; sample cases; sample testcases; sample testcase;
        example test; example tests; example cases; example case; example test cases; sample data; samples data; sample dialogue; sample interaction; example interaction; sample session;
        sample input and output; sample input/output; sample input output; sample inputs and outputs; example input and output; input output example; sample io;
        exempel; beispiel; beispiele; ejemplo; ejemplos; exemplo; exemplos; exemple; exemples; esempio; esempi; przykład; przykłady; příklad; пример; примеры; приклад; приклади;
        入出力例; サンプル; 例; 样例; 样例数据; 样例输入输出; 输入输出样例; 示例; 範例; 예제; 예시
    """,
    SectionKind.NOTE: """
        note; notes; remark; remarks; hint; hints; explanation; explanations; clarification; clarifications; input details; output details; sample explanation; example explanation;
        explanation of sample; explanation of samples; explanation of the sample; explanation of the samples; explanation of example; explanation of examples;
        explanation of the example; explanation of the examples; explanation of sample input; explanation of sample output; sample explanations; explanation of the sample input;
        explanation of sample case; explanation for sample; explanation for input; explanation for example; explanation for the sample;
        förklaring; förklaringar; förklaring av exempel; förklaring av exemplen; förklaring till exempel; erklärung; hinweis; nota; notas; explicación; explicação; remarque; wyjaśnienie;
        примечание; примечания; пояснение; пояснения; замечание; 注意; 注; 注釈; 補足; 説明; 解説; 提示; 说明; 说明/提示; 样例解释; 样例说明; 样例提示; 备注; 해설; 힌트; 노트
    """,
    SectionKind.STORY: """
        problem; problem statement; problem description; statement; description; task; task description; story; legend; background; introduction; objective; assignment; function description;
        categories; source; testing; tags; problem credits; credits; time limit; memory limit; time limits; timelimits; hacks; hacking; difficulty; preview; details; output checking; follow up; follow-up; solution; solution template; grader; sample grader; implementation details; implementation;
        問題; 問題文; ストーリー; 题目描述; 题目背景; 题面; 問題描述; 题目大意; 题目; 来源; 문제; uppgift; aufgabe; problema; problème; условие; задача; условие задачи
    """,
}

# Common words that head a section only when something marks them as a heading.
_WEAK = frozenset(
    """task problem points testing statement source group groups test data hint hints tags details bounds limits
    story legend grading samples solution grader hacks problema problème 例 注 注意 説明 問題 题目 说明 提示 difficulty preview
    background introduction objective implementation credits nota notas input/output sample example limites dataset datasets""".split()
) - {"sample", "example", "limits"}

_SAMPLE = r"(?:sample|example|exempel|beispiel|ejemplo|exemplo|пример)s?"
_ROLE_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), role)
    for pattern, role in (
        (rf"(?:the )?{_SAMPLE} (?:standard )?(?:test )?(?:case )?(?:inputs?|input data|input file)(?: for (?:test|sample))?", "input"),
        (rf"(?:the )?{_SAMPLE} (?:standard )?(?:test )?(?:case )?(?:outputs?|output data|output file)(?: for (?:test|sample))?", "output"),
        (r"(?:inputs?|output for)? ?(?:input) (?:sample|example)", "input"),
        (r"output (?:sample|example)|output for (?:the )?sample input|expected output", "output"),
        (r"sampleinput|samplein|inputcopy|exampleinput|exemplo de entrada|entrada de ejemplo|ejemplo de entrada|exemple d'entrée|indataexempel|exempelindata|beispieleingabe|пример входных данных|пример ввода|przykładowe wejście", "input"),
        (r"sampleoutput|sampleout|outputcopy|exampleoutput|exemplo de saída|salida de ejemplo|ejemplo de salida|exemple de sortie|utdataexempel|exempelutdata|beispielausgabe|пример выходных данных|пример вывода|przykładowe wyjście", "output"),
        (r"入力例|输入样例|样例输入|输入示例|示例输入|範例輸入|예제 ?입력", "input"),
        (r"出力例|输出样例|样例输出|输出示例|示例输出|範例輸出|예제 ?출력", "output"),
    )
)  # fmt: skip
_FAMILIES: tuple[tuple[re.Pattern[str], SectionKind], ...] = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r"explanation (?:of|for|to) .{1,40}|(?:notes?|remarks?) (?:on|about|to|for) .{1,40}|förklaring (?:av|till) .{1,30}", SectionKind.NOTE),
        (rf"{_SAMPLE} (?:input |output )?(?:explanation|description|details?)", SectionKind.NOTE),
        (r"interaction with .{1,30}", SectionKind.INPUT),
        (r"constraints? (?:and|on|for|of) .{1,30}|(?:original|additional|further|other|general) constraints?", SectionKind.CONSTRAINTS),
        (r"sub-?tasks? .{1,30}|scoring .{1,20}|.{1,12} (?:dataset|test set)|test set", SectionKind.SUBTASKS),
    )
)  # fmt: skip

_TABLE: dict[str, SectionKind] = {
    " ".join(word.split()): kind
    for kind, words in _WORDS.items()
    for word in words.split(";")
    if word.strip()
}
_ASIDE = re.compile(r"[(（\[][^()（）\[\]]{0,80}[)）\]]")
_NUMBER = re.compile(r"\d{1,3}")
_JUNK = re.compile(r"[\s*_#`~=:：.。、\-–—\[\]【】「」『』■□◆●•|{}\\$@<>]+")
_TAG = re.compile(r"<[^<>]{0,200}>")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a heading says: its kind, the sample it belongs to, and whether the words alone prove it."""

    kind: SectionKind
    role: str | None = None  # "input" or "output": the label of a sample
    number: int | None = None
    weak: bool = False
    plain: bool = False  # just "Input" or "Output": a section, or the label of a sample


def longest_title() -> int:
    """Return the number of characters beyond which a line is no heading."""
    return 90


def normalise(title: str) -> str:
    """Return the title's words in lower case, without markup, numbers, remarks in brackets and punctuation."""
    bare = _NUMBER.sub(" ", _ASIDE.sub(" ", _TAG.sub(" ", title)))
    return " ".join(_JUNK.sub(" ", unicodedata.normalize("NFKC", bare)).lower().split())


def meaning(title: str) -> Meaning | None:
    """Return what the heading means, or None when it is not one of the known ones."""
    if "keyword." in title:
        title = title.replace("keyword.", "")
    words = normalise(title)
    if not words:
        words = normalise(title.translate(_UNWRAP))
    if not words or len(words) > longest_title():
        return None
    found = _NUMBER.search(title)
    number = int(found.group()) if found else None
    for pattern, role in _ROLE_PATTERNS:
        if pattern.fullmatch(words):
            return Meaning(SectionKind.EXAMPLES, role, number)
    kind = _TABLE.get(words)
    if kind is None:
        kind = next((k for pattern, k in _FAMILIES if pattern.fullmatch(words)), None)
        return None if kind is None else Meaning(kind, None, number)
    if kind in (SectionKind.INPUT, SectionKind.OUTPUT) and number is not None:
        return Meaning(SectionKind.EXAMPLES, kind.value, number)
    return Meaning(kind, None, number, words in _WEAK, words in _PLAIN)


_UNWRAP = str.maketrans("【】[]()（）", "        ")
_PLAIN = frozenset(
    "input inputs output outputs 入力 出力 输入 输出 輸入 輸出 입력 출력 indata utdata entrada salida saída eingabe ausgabe".split()
)


def line_starts() -> str:
    """Return an alternation of the first words of all headings, for a line scanner."""
    firsts = {key.split()[0] for key in _TABLE}
    firsts |= {"sample", "example", "expected", "explanation", "original", "additional", "further", "general", "exempel",
               "beispiel", "inputcopy", "outputcopy", "sampleinput", "sampleoutput", "exampleinput", "exampleoutput", "入力例", "出力例",
               "输入样例", "样例输入", "输入示例", "示例输入", "输出样例", "样例输出", "输出示例", "示例输出", "範例輸入", "範例輸出"}  # fmt: skip
    return "|".join(re.escape(word) for word in sorted(firsts, key=lambda w: (-len(w), w)))
