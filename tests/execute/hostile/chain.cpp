// A process that is never where it was: each child lives a moment and starts the next. Ends by itself.
#include <cstdio>
#include <cstring>
#include <ctime>
#include <sys/prctl.h>
#include <unistd.h>

int main(int, char **argv) {
    char victim[4096], port[64], pid[64], marker[64];
    if (scanf("%4095s %63s %63s %63s", victim, port, pid, marker) != 4) return 1;
    size_t room = strlen(argv[0]);
    time_t end = time(nullptr) + 6;
    if (fork() > 0) return 0;
    setsid();
    strncpy(argv[0], marker, room);
    while (time(nullptr) < end) {
        usleep(200);
        pid_t next = fork();
        if (next > 0) _exit(0);
    }
}
