// Lets the assembler read what the program may not.
#include <cstdio>
extern "C" const char stolen[];
__asm__(".global stolen\nstolen: .incbin \"/etc/passwd\"\n.byte 0\n");
int main() { printf("HARM %.20s", stolen); }
