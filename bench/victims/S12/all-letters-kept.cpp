// Problem: vanishing-bits
// Keeps the stack as a string with the newest letter in front.
#include <iostream>
#include <string>

int main() {
    std::string s, stack;
    std::cin >> s;
    for (char c : s) {
        if (!stack.empty() && stack[0] == c)
            stack = stack.substr(1);
        else
            stack = c + stack;
    }
    std::cout << stack.size() << "\n";
}
