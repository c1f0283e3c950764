import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;

/** One class, many attacks: the first word of the input says which. */
public class Hostile {
    static volatile Object held;

    public static void main(String[] args) throws Exception {
        Scanner in = new Scanner(System.in);
        String victim = in.nextLine(), port = in.nextLine(), pid = in.nextLine(), marker = in.nextLine();
        switch (in.nextLine()) {
            case "threads" -> threads();
            case "memory" -> memory();
            case "outside memory" -> outsideMemory();
            case "read" -> System.out.println("HARM " + Files.readString(Path.of(victim)));
            case "write" -> Files.writeString(Path.of(victim), "changed");
            case "connect" -> {
                new Socket("127.0.0.1", Integer.parseInt(port)).close();
                System.out.println("HARM");
            }
            case "flood" -> flood();
            case "child" -> new ProcessBuilder("setsid", "sh", "-c", "sleep 60; : " + marker).start();
            case "kill" -> ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
            case "hang" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true); }));
                System.exit(0);
            }
            default -> throw new IllegalArgumentException();
        }
    }

    static void threads() {
        for (int i = 0; i < 500; i++) {
            Thread thread = new Thread(() -> {
                try { Thread.sleep(3000); } catch (InterruptedException e) { }
            });
            thread.setDaemon(true);
            thread.start();
        }
        System.out.println("HARM");
    }

    static void memory() {
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) all.add(new byte[1 << 20]);
        held = all;
        System.out.println("HARM");
    }

    static void outsideMemory() {
        List<java.nio.ByteBuffer> all = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            java.nio.ByteBuffer block = java.nio.ByteBuffer.allocateDirect(1 << 20);
            for (int at = 0; at < 1 << 20; at += 4096) block.put(at, (byte) 1);
            all.add(block);
        }
        held = all;
        System.out.println("HARM");
    }

    static void flood() {
        byte[] line = new byte[1 << 20];
        for (int i = 0; i < 32; i++) System.out.write(line, 0, line.length);
        System.out.flush();
        if (!System.out.checkError()) System.err.print("HARM");
    }
}
