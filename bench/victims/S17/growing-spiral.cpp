// Problem: covering-circle
// The incremental algorithm in the order of the input.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

using Point = std::complex<double>;

static Point centre_of(Point a, Point b, Point c) {
    Point u = b - a, v = c - a;
    double d = 2 * (u.real() * v.imag() - u.imag() * v.real());
    if (std::abs(d) < 1e-12) return (a + b) / 2.0;
    double uu = std::norm(u), vv = std::norm(v);
    return a + Point((v.imag() * uu - u.imag() * vv) / d, (u.real() * vv - v.real() * uu) / d);
}

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<Point> p(n);
    for (auto& q : p) {
        double x, y;
        if (scanf("%lf %lf", &x, &y) != 2) return 1;
        q = Point(x, y);
    }
    Point centre = p[0];
    double radius = 0;
    auto outside = [&](int i) { return std::abs(p[i] - centre) > radius * (1 + 1e-9) + 1e-9; };
    for (int i = 1; i < n; i++) {
        if (!outside(i)) continue;
        centre = p[i];
        radius = 0;
        for (int j = 0; j < i; j++) {
            if (!outside(j)) continue;
            centre = (p[i] + p[j]) / 2.0;
            radius = std::abs(p[i] - p[j]) / 2;
            for (int k = 0; k < j; k++) {
                if (!outside(k)) continue;
                centre = centre_of(p[i], p[j], p[k]);
                radius = std::abs(p[i] - centre);
            }
        }
    }
    printf("%.6f\n", radius);
}
