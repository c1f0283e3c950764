"""The parts of emitted testlib validators that don't depend on the layout; each is put in when it is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the program: the names it defines, and its source."""

    names: tuple[str, ...]
    source: str


def pieces(own: str) -> Iterator[str]:
    """Yield the sources that a program needs, in the order in which they must stand."""
    wanted: list[Piece] = []
    text = own
    for piece in reversed(PIECES):
        if any(re.search(rf"\b{name}\b", text) for name in piece.names):
            wanted.append(piece)
            text += piece.source
    for piece in reversed(wanted):
        yield piece.source


PIECES = (
    Piece(
        ("Column",),
        """// All values of a field in reading order; a run of several on a line has a span for each line.
template <class T>
struct Column : vector<T> {
    vector<pair<long long, long long>> spans;
    long long from(long long line) const { return spans[line].first; }
    long long to(long long line) const { return spans[line].second; }
    long long count(long long line) const { return to(line) - from(line); }
};
""",
    ),
    Piece(
        ("Block",),
        """// A repeated block: which of its repetitions belong to each repetition of the block around it.
struct Block {
    long long size = 0, start = 0;
    vector<pair<long long, long long>> spans;
    void open() { start = size; }
    void begin() { ++size; }
    void close() { spans.push_back({start, size}); }
    long long from(long long around) const { return spans[around].first; }
    long long to(long long around) const { return spans[around].second; }
};
""",
    ),
    Piece(
        ("wide",),
        """typedef __int128 wide;  // of products and sums
const wide WIDEST = (wide)1e18 * (wide)1e18;
""",
    ),
    Piece(
        ("Ratio",),
        """struct Ratio {  // exact quotients
    wide top, bottom;
    Ratio(wide a = 0, wide b = 1) : top(b < 0 ? -a : a), bottom(b < 0 ? -b : b) {
        for (wide x = top < 0 ? -top : top, y = bottom;;) {
            if (y == 0) {
                if (x > 1) top /= x, bottom /= x;
                break;
            }
            wide rest = x % y;
            x = y, y = rest;
        }
    }
};
Ratio operator+(const Ratio& a, const Ratio& b) {
    return Ratio(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
}
Ratio operator-(const Ratio& a) { return Ratio(-a.top, a.bottom); }
Ratio operator-(const Ratio& a, const Ratio& b) { return a + -b; }
Ratio operator*(const Ratio& a, const Ratio& b) { return Ratio(a.top * b.top, a.bottom * b.bottom); }
Ratio operator/(const Ratio& a, const Ratio& b) {
    ensuref(b.top != 0, "a rule of the input divides by zero");
    return Ratio(a.top * b.bottom, a.bottom * b.top);
}
bool operator<(const Ratio& a, const Ratio& b) { return a.top * b.bottom < b.top * a.bottom; }
bool operator>(const Ratio& a, const Ratio& b) { return b < a; }
bool operator<=(const Ratio& a, const Ratio& b) { return !(b < a); }
bool operator>=(const Ratio& a, const Ratio& b) { return !(a < b); }
bool operator==(const Ratio& a, const Ratio& b) { return a.top == b.top && a.bottom == b.bottom; }
bool operator!=(const Ratio& a, const Ratio& b) { return !(a == b); }
""",
    ),
    Piece(
        ("floorDivided", "modulo"),
        """wide floorDivided(wide a, wide b) {
    ensuref(b != 0, "a rule of the input divides by zero");
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
wide modulo(wide a, wide b) { return a - floorDivided(a, b) * b; }
""",
    ),
    Piece(
        ("power",),
        """wide power(wide base, wide exponent) {
    ensuref(exponent >= 0, "a rule of the input has a negative exponent");
    if (base == 0 || base == 1) return exponent == 0 ? 1 : base;
    wide found = 1;
    for (; exponent > 0; --exponent) {
        found *= base;
        if (found > WIDEST || found < -WIDEST) return found > 0 ? WIDEST : -WIDEST;  // beyond any input
    }
    return found;
}
""",
    ),
    Piece(
        ("rounded",),
        """wide rounded(const Ratio& a, bool up) {
    wide low = a.top / a.bottom - (a.top % a.bottom < 0);
    return low + (up && low * a.bottom != a.top);
}
""",
    ),
    Piece(
        ("magnitude",),
        """wide magnitude(wide a) { return a < 0 ? -a : a; }
""",
    ),
    Piece(
        ("commonDivisor",),
        """wide commonDivisor(wide a, wide b) {
    for (a = a < 0 ? -a : a, b = b < 0 ? -b : b; b;) {
        wide rest = a % b;
        a = b, b = rest;
    }
    return a;
}
""",
    ),
    Piece(
        ("isPrime",),
        """// Miller and Rabin; exact below 3.3e24, used up to 2^63.
long long isPrime(wide n) {
    const vector<long long> small = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    if (n < 2) return 0;
    for (long long p : small)
        if (n % p == 0) return n == p;
    wide odd = n - 1;
    int twos = 0;
    for (; odd % 2 == 0; odd /= 2) ++twos;
    for (long long witness : small) {
        wide x = 1, square = witness % n;
        for (wide e = odd; e; e /= 2, square = square * square % n)
            if (e % 2) x = x * square % n;
        bool good = x == 1 || x == n - 1;
        for (int i = 1; i < twos && !good; ++i) good = (x = x * x % n) == n - 1;
        if (!good) return 0;
    }
    return 1;
}
""",
    ),
    Piece(
        ("isPowerOfTwo",),
        """long long isPowerOfTwo(wide n) { return n > 0 && (n & (n - 1)) == 0; }
""",
    ),
    Piece(
        ("divisors",),
        """long long divisors(wide n) {
    ensuref(1 <= n && n <= (wide)1000000000000LL, "the number of divisors is worked out for 1 to 10^12 only");
    long long found = 1;
    for (wide p = 2; p * p <= n; ++p) {
        long long times = 1;
        for (; n % p == 0; n /= p) ++times;
        found *= times;
    }
    return n > 1 ? 2 * found : found;
}
""",
    ),
    Piece(
        ("isOneOf",),
        """long long isOneOf(wide value, const vector<wide>& members) {
    return count(members.begin(), members.end(), value) > 0;
}
""",
    ),
    Piece(
        ("counted",),
        """long long counted(wide value, const char* what) {
    ensuref(0 <= value && value <= 1000000000, "the count %s can't be", what);
    return (long long)value;
}
""",
    ),
    Piece(
        ("wideInteger",),
        """// Numbers that 64 bits are too few for.
wide wideInteger(InStream& in, const string& name) {
    string token = in.readToken();
    size_t start = token[0] == '-';
    ensuref(start < token.size() && token.find_first_not_of("0123456789", start) == string::npos &&
                (token[start] != '0' || token == "0"),
            "%s must be an integer, not %s", name.c_str(), compress(token).c_str());
    ensuref(token.size() - start <= 36, "%s has more than 36 digits", name.c_str());
    wide value = 0;
    for (size_t i = start; i < token.size(); ++i) value = value * 10 + (token[i] - '0');
    return start ? -value : value;
}
""",
    ),
    Piece(
        ("decimal",),
        """Ratio decimal(InStream& in, const string& name) {
    string token = in.readToken();
    size_t start = token[0] == '-', dot = min(token.find('.'), token.size());
    string whole = token.substr(start, dot - start), after = token.substr(min(dot + 1, token.size()));
    bool good = !whole.empty() && (whole[0] != '0' || whole == "0");
    good = good && (dot == token.size() || !after.empty());
    string digits = whole + after;
    ensuref(good && digits.find_first_not_of("0123456789") == string::npos, "%s must be a number, not %s",
            name.c_str(), compress(token).c_str());
    ensuref(digits.size() <= 34, "%s has too many digits to be checked", name.c_str());
    wide value = 0, scale = 1;
    for (char c : digits) value = value * 10 + (c - '0');
    for (size_t i = 0; i < after.size(); ++i) scale *= 10;
    return Ratio(token[0] == '-' ? -value : value, scale);
}
""",
    ),
    Piece(
        ("restOfLine",),
        """string restOfLine(InStream& in) {
    string text;
    while (!in.eof() && in.curChar() != '\\n') {
        char c = in.readChar();
        ensuref((unsigned char)c >= 32, "a control character stands on line %d", inf.lastLine);
        text += c;
    }
    return text;
}
""",
    ),
    Piece(
        ("onlyOf",),
        """void onlyOf(const string& text, const string& alphabet, const char* name) {
    size_t wrong = text.find_first_not_of(alphabet);
    ensuref(wrong == string::npos, "%s has a character that is not in its alphabet: %s", name,
            compress(text.substr(min(wrong, text.size()), 1)).c_str());
}
""",
    ),
    Piece(
        ("plain",),
        """void plain(const string& text, const char* name) {
    for (char c : text) ensuref((unsigned char)c > 32, "%s has a control character", name);
}
""",
    ),
    Piece(
        ("Edge", "Graphs"),
        """typedef pair<long long, long long> Edge;

// The graphs of an input; vertices count from 0 where one is 0, else from 1.
struct Graphs {
    vector<vector<Edge>> edges;
    vector<long long> sizes;
    void add(long long size, const vector<Edge>& own) { sizes.push_back(size), edges.push_back(own); }
    // Where a vertex is out of range a rule tells of that.
    bool inRange() {
        long long base = 1, total = 0;
        for (auto& own : edges)
            for (auto& e : own) base = min(base, min(e.first, e.second));
        base = base == 0 ? 0 : 1;
        for (size_t g = 0; g < edges.size(); ++g) {
            if (sizes[g] < 0 || (total += sizes[g]) > (1LL << 31)) return false;
            for (auto& e : edges[g]) {
                e.first -= base, e.second -= base;
                if (min(e.first, e.second) < 0 || max(e.first, e.second) >= sizes[g]) return false;
            }
        }
        return true;
    }
};
""",
    ),
    Piece(
        ("joined",),
        """// Does an edge close a cycle, and how many components are there?
pair<bool, long long> joined(long long size, const vector<Edge>& edges) {
    vector<long long> parent(size);
    for (long long v = 0; v < size; ++v) parent[v] = v;
    auto root = [&](long long v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    bool cycle = false;
    for (auto& e : edges) {
        long long a = root(e.first), b = root(e.second);
        if (a == b) cycle = true;
        else --size;
        parent[a] = b;
    }
    return {cycle, size};
}
""",
    ),
    Piece(
        ("hasDirectedCycle",),
        """bool hasDirectedCycle(long long size, const vector<Edge>& arcs) {  // Kahn, 1962
    vector<long long> into(size), ready;
    vector<vector<long long>> out(size);
    for (auto& arc : arcs) ++into[arc.second], out[arc.first].push_back(arc.second);
    for (long long v = 0; v < size; ++v)
        if (!into[v]) ready.push_back(v);
    long long done = 0;
    while (!ready.empty()) {
        long long v = ready.back();
        ready.pop_back(), ++done;
        for (long long w : out[v])
            if (!--into[w]) ready.push_back(w);
    }
    return done < size;
}
""",
    ),
    Piece(
        ("areDistinct",),
        """template <class T>
bool areDistinct(vector<T> values) {
    sort(values.begin(), values.end());
    return adjacent_find(values.begin(), values.end()) == values.end();
}
""",
    ),
    Piece(
        ("isPermutation",),
        """bool isPermutation(vector<long long> values, long long first) {
    sort(values.begin(), values.end());
    for (size_t i = 0; i < values.size(); ++i)
        if (values[i] != first + (long long)i) return false;
    return true;
}
""",
    ),
    Piece(
        ("isConvex",),
        """// Strictly convex and counter-clockwise: all turns are to the left, and the path goes round once.
bool isConvex(const vector<Edge>& corners) {
    size_t n = corners.size();
    int changes = 0;
    for (size_t i = 0; i < n; ++i) {
        auto a = corners[i], b = corners[(i + 1) % n], c = corners[(i + 2) % n];
        wide left = (wide)(b.first - a.first) * (c.second - b.second);
        if (left <= (wide)(b.second - a.second) * (c.first - b.first)) return false;
        bool up = make_pair(b.second, b.first) > make_pair(a.second, a.first);
        changes += up != (make_pair(c.second, c.first) > make_pair(b.second, b.first));
    }
    return changes == 2;
}
""",
    ),
)
