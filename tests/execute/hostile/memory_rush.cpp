// Four threads touch memory as fast as the machine can.
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

int main() {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back([] {
            size_t size = 160u << 20;
            void *block = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (block != MAP_FAILED) memset(block, 1, size);
            else perror("mmap");
        });
    for (auto &thread : threads) thread.join();
    puts("HARM");
    usleep(100000);
}
