import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The recorder protocol for Java. Strings are UTF-16 and may hold lone surrogates. */
final class Recorder {
    interface Strings {
        String run(String s) throws Exception;
    }

    interface Bytes {
        byte[] run(byte[] b) throws Exception;
    }

    private static final class Implementation {
        String kind, id, version, units, call;
        Bytes run;
    }

    private final Map<String, Implementation> all = new LinkedHashMap<>();
    private final String language;
    private final String version;

    Recorder(String version) {
        this("Java", version);
    }

    /** A recorder of another language that runs on the virtual machine. */
    Recorder(String language, String version) {
        this.language = language;
        this.version = version;
    }

    Recorder encoder(String id, String call, Strings f) {
        return add("encoder", id, "utf16", call, b -> octets(f.run(units(b))));
    }

    Recorder decoder(String id, String call, Strings f) {
        return add("decoder", id, "utf16", call, b -> octets(f.run(units(b))));
    }

    Recorder bytesEncoder(String id, String call, Bytes f) {
        return add("encoder", id, "bytes", call, f);
    }

    Recorder bytesDecoder(String id, String call, Bytes f) {
        return add("decoder", id, "bytes", call, f);
    }

    private Recorder add(String kind, String id, String units, String call, Bytes run) {
        Implementation i = new Implementation();
        i.kind = kind;
        i.id = id;
        i.version = version;
        i.units = units;
        i.call = call;
        i.run = run;
        all.put(id, i);
        return this;
    }

    void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        System.setOut(System.err);
        if (args.length != 1 || !(args[0].equals("list") || args[0].equals("run"))) {
            System.err.println("usage: run list|run");
            System.exit(2);
        }
        if (args[0].equals("list")) {
            for (Implementation i : all.values()) {
                out.print(String.join("\t", i.kind, i.id, language, i.version, i.units, i.call) + "\n");
            }
            out.flush();
            return;
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            int tab = line.indexOf('\t');
            Implementation i = all.get(line.substring(0, tab));
            if (i == null) {
                System.err.println("unknown implementation " + line.substring(0, tab));
                System.exit(2);
            }
            String answer;
            try {
                byte[] result = i.run.run(unhex(line.substring(tab + 1)));
                answer = result == null ? "!returned null" : hex(result);
            } catch (Exception | LinkageError | StackOverflowError e) {
                answer = "!" + oneLine(e.getClass().getName() + ": " + e.getMessage());
            }
            out.print(answer + "\n");
            out.flush();
        }
        System.exit(0);
    }

    /** Returns what stands between before and after in s. */
    static String between(String s, String before, String after) throws Exception {
        if (s.length() < before.length() + after.length() || !s.startsWith(before) || !s.endsWith(after)) {
            throw new Exception("the x around the value did not survive");
        }
        return s.substring(before.length(), s.length() - after.length());
    }

    /** Returns the version that the jar of c states. */
    static String jarVersion(Class<?> c) {
        try (JarFile jar = new JarFile(c.getProtectionDomain().getCodeSource().getLocation().getPath())) {
            for (Enumeration<JarEntry> e = jar.entries(); e.hasMoreElements(); ) {
                JarEntry entry = e.nextElement();
                if (entry.getName().startsWith("META-INF/maven/") && entry.getName().endsWith("/pom.properties")) {
                    Properties p = new Properties();
                    p.load(jar.getInputStream(entry));
                    return p.getProperty("version");
                }
            }
            Attributes a = jar.getManifest().getMainAttributes();
            String v = a.getValue("Implementation-Version");
            return v != null ? v : a.getValue("Bundle-Version");
        } catch (IOException e) {
            throw new RuntimeException(e);
        }
    }

    private static String oneLine(String s) {
        // Encoding turns lone surrogates into question marks.
        return new String(s.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replaceAll("[\\r\\n]", " ");
    }

    private static byte[] unhex(String s) {
        byte[] b = new byte[s.length() / 2];
        for (int i = 0; i < b.length; i++) {
            b[i] = (byte) Integer.parseInt(s.substring(2 * i, 2 * i + 2), 16);
        }
        return b;
    }

    private static String hex(byte[] b) {
        StringBuilder s = new StringBuilder();
        for (byte x : b) {
            s.append(Character.forDigit(x >> 4 & 15, 16)).append(Character.forDigit(x & 15, 16));
        }
        return s.toString();
    }

    /** Decodes UTF-8 in which a lone surrogate stands as three octets. */
    private static String units(byte[] b) {
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < b.length; ) {
            int c = b[i++] & 0xFF;
            int more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
            if (more > 0) {
                c &= 0x3F >> more;
            }
            while (more-- > 0) {
                c = c << 6 | b[i++] & 0x3F;
            }
            s.appendCodePoint(c);
        }
        return s.toString();
    }

    private static byte[] octets(String s) {
        if (s == null) {
            return null;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < s.length(); ) {
            int c = s.codePointAt(i);
            i += Character.charCount(c);
            if (c < 0x80) {
                out.write(c);
            } else if (c < 0x800) {
                out.write(0xC0 | c >> 6);
                out.write(0x80 | c & 0x3F);
            } else if (c < 0x10000) {
                out.write(0xE0 | c >> 12);
                out.write(0x80 | c >> 6 & 0x3F);
                out.write(0x80 | c & 0x3F);
            } else {
                out.write(0xF0 | c >> 18);
                out.write(0x80 | c >> 12 & 0x3F);
                out.write(0x80 | c >> 6 & 0x3F);
                out.write(0x80 | c & 0x3F);
            }
        }
        return out.toByteArray();
    }
}
