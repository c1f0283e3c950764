// Processes that start threads that start processes.
#include <cstdio>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static int *count;

static void *grow(void *) {
    for (int i = 0; i < 4; i++) {
        if (__atomic_load_n(count, __ATOMIC_SEQ_CST) >= 300) return nullptr;
        if (fork() == 0) {
            __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
            pthread_t thread;
            pthread_create(&thread, nullptr, grow, nullptr);
            usleep(1500000);
            _exit(0);
        }
    }
    return nullptr;
}

int main() {
    count = (int *)mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *count = 0;
    grow(nullptr);
    usleep(1000000);
    puts(*count >= 250 ? "HARM" : "few");
}
