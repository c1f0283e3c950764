// A source without end.
#include "/dev/zero"
int main() {}
