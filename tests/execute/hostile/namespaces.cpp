// Becomes root of namespaces of its own, where the kernel's rarer parts are in reach.
#include <cstdio>
#include <csignal>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

static char stack[65536];
static int child(void *) { return 0; }

int main() {
    int pid = clone(child, stack + sizeof stack, CLONE_NEWUSER | SIGCHLD, nullptr);
    if (pid > 0) puts("HARM"), waitpid(pid, nullptr, 0);
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET) == 0) {
        puts("HARM");
        if (mount("none", "/tmp", "tmpfs", 0, nullptr) == 0) puts("HARM");
    }
    puts("done");
}
