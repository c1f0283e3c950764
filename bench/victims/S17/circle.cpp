// Problem: farthest-pair
// Convex hull, then every pair of its corners.
#include <algorithm>
#include <cstdio>
#include <vector>

struct Point {
    long long x, y;
    bool operator<(const Point& other) const { return x != other.x ? x < other.x : y < other.y; }
};

static long long cross(const Point& o, const Point& a, const Point& b) {
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<Point> p(n);
    for (auto& [x, y] : p)
        if (scanf("%lld %lld", &x, &y) != 2) return 1;
    std::sort(p.begin(), p.end());
    std::vector<Point> hull;
    for (int side = 0; side < 2; side++) {
        size_t base = hull.size();
        for (const Point& q : p) {
            while (hull.size() >= base + 2 && cross(hull[hull.size() - 2], hull.back(), q) <= 0) hull.pop_back();
            hull.push_back(q);
        }
        hull.pop_back();
        std::reverse(p.begin(), p.end());
    }
    long long best = 0;
    for (size_t i = 0; i < hull.size(); i++)
        for (size_t j = 0; j < i; j++) {
            long long dx = hull[i].x - hull[j].x, dy = hull[i].y - hull[j].y;
            best = std::max(best, dx * dx + dy * dy);
        }
    printf("%lld\n", best);
}
