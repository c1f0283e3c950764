// Problem: anagrams
// Places the letters one by one, each different one in turn, and looks at each whole word.
#include <iostream>
#include <string>

static int left[256];
static std::string word;
static long long found = 0;

static void place(size_t size) {
    if (word.size() == size) {
        bool is_good = true;
        for (size_t i = 1; i < size; i++) is_good = is_good && word[i] != word[i - 1];
        found += is_good;
        return;
    }
    for (char c = 'a'; c <= 'z'; c++)
        if (left[(int)c]) {
            left[(int)c]--;
            word.push_back(c);
            place(size);
            word.pop_back();
            left[(int)c]++;
        }
}

int main() {
    std::string s;
    std::cin >> s;
    for (char c : s) left[(int)c]++;
    place(s.size());
    std::cout << found << "\n";
}
