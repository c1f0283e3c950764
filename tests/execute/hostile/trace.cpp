// Reads and steers another process: its memory, its descriptors, its registers.
#include <cstdio>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

int main() {
    char victim[4096], port[64], text[64], buffer[16];
    int pid;
    if (scanf("%4095s %63s %d", victim, port, &pid) != 3) return 1;
    if (ptrace(PTRACE_SEIZE, pid, 0, 0) == 0) puts("HARM");
    iovec here = {buffer, sizeof buffer}, there = {(void *)0x400000, sizeof buffer};
    if (process_vm_readv(pid, &here, 1, &there, 1, 0) > 0) puts("HARM");
    snprintf(text, sizeof text, "/proc/%d/mem", pid);
    if (open(text, O_RDWR) >= 0) puts("HARM");
    int handle = syscall(SYS_pidfd_open, pid, 0);
    if (handle >= 0 && syscall(438, handle, 0, 0) >= 0) puts("HARM");
    puts("done");
}
