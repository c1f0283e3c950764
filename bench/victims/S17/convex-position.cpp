// Problem: hull-corners
// Gift wrapping: from each corner a pass over all points.
#include <cstdio>
#include <vector>

struct Point {
    long long x, y;
};

static __int128 cross(const Point& o, const Point& a, const Point& b) {
    return (__int128)(a.x - o.x) * (b.y - o.y) - (__int128)(a.y - o.y) * (b.x - o.x);
}

static long long distance(const Point& a, const Point& b) {
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<Point> p(n);
    int first = 0;
    for (int i = 0; i < n; i++) {
        if (scanf("%lld %lld", &p[i].x, &p[i].y) != 2) return 1;
        if (p[i].x < p[first].x || (p[i].x == p[first].x && p[i].y < p[first].y)) first = i;
    }
    int corners = 0, at = first;
    do {
        corners++;
        int next = at;
        for (int i = 0; i < n; i++) {
            if (i == at) continue;
            __int128 turn = next == at ? 1 : cross(p[at], p[next], p[i]);
            if (turn > 0 || (turn == 0 && distance(p[at], p[i]) > distance(p[at], p[next]))) next = i;
        }
        at = next;
    } while (at != first);
    printf("%d\n", corners);
}
