// Problem: text-and-pattern
// String.indexOf from the place behind the last occurrence.
import java.io.*;

public class Main {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String s = in.readLine().trim(), t = in.readLine().trim();
        int found = 0;
        for (int at = s.indexOf(t); at >= 0; at = s.indexOf(t, at + 1)) found++;
        System.out.println(found);
    }
}
