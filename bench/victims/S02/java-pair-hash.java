// Problem: distinct-pairs
// A HashSet of points whose hash is 31 x + y and which can't be compared with each other.
import java.io.*;
import java.util.*;

public class Main {
    static final class Point {
        final int x, y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public int hashCode() {
            return 31 * x + y;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Point && ((Point) other).x == x && ((Point) other).y == y;
        }
    }

    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new BufferedInputStream(System.in));
        in.nextToken();
        int n = (int) in.nval;
        Set<Point> seen = new HashSet<>();
        for (int i = 0; i < n; i++) {
            in.nextToken();
            int x = (int) in.nval;
            in.nextToken();
            seen.add(new Point(x, (int) in.nval));
        }
        System.out.println(seen.size());
    }
}
