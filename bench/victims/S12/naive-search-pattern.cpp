// Problem: text-and-pattern
// std::string::find from the place behind the last occurrence.
#include <iostream>
#include <string>

int main() {
    std::string s, t;
    std::cin >> s >> t;
    int found = 0;
    for (size_t at = s.find(t); at != std::string::npos; at = s.find(t, at + 1)) found++;
    std::cout << found << "\n";
}
