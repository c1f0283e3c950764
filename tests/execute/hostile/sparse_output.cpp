// An output that looks endless: one byte, far out.
#include <csignal>
#include <cstdio>
#include <unistd.h>

int main() {
    signal(SIGXFSZ, SIG_IGN);
    if (lseek(1, 1L << 36, SEEK_SET) >= 0 && write(1, "x", 1) == 1) fputs("HARM", stderr);
    else if (ftruncate(1, 1L << 36) == 0) fputs("HARM", stderr);
}
