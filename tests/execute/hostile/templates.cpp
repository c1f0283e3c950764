// The compiler's memory and time grow without end.
template <int Depth, int Width> struct Tree {
    using left = Tree<Depth - 1, 2 * Width>;
    using right = Tree<Depth - 1, 2 * Width + 1>;
    static constexpr long value = left::value + right::value;
};
template <int Width> struct Tree<0, Width> {
    static constexpr long value = Width;
};
int main() { return Tree<26, 1>::value % 2; }
