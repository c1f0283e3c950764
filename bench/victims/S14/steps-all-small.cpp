// Problem: stones-game
// For each heap a set of the values of all heaps that can be left.
#include <algorithm>
#include <iostream>
#include <set>
#include <vector>

int main() {
    int n, s;
    std::cin >> n >> s;
    std::vector<int> moves(n), grundy(s + 1, 0);
    for (int& x : moves) std::cin >> x;
    std::sort(moves.begin(), moves.end());
    long long sum = 0;
    for (int heap = 0; heap <= s; heap++) {
        std::set<int> reached;
        for (int move : moves) {
            if (move > heap) break;
            reached.insert(grundy[heap - move]);
        }
        while (reached.count(grundy[heap])) grundy[heap]++;
        sum += grundy[heap];
    }
    std::cout << sum << "\n";
}
