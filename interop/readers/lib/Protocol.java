import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The protocol of recorders of readers. */
class Protocol {
    /** A reader of URLs. It returns the eight parts, null for those that are absent, or null when it refuses. */
    interface Reader {
        Object[] read(String url) throws Exception;
    }

    private final Map<String, Reader> readers = new LinkedHashMap<>();
    private final StringBuilder list = new StringBuilder();

    void add(String name, String version, String program, String call, Reader reader) {
        list.append(String.join("\t", name, version, "accessors", program, call)).append('\n');
        readers.put(name, reader);
    }

    /** Answers the word list or run. */
    void serve(String verb) throws Exception {
        PrintStream out = new PrintStream(new java.io.BufferedOutputStream(System.out, 1 << 16), false, "UTF-8");
        if (verb.equals("list")) {
            out.print(list);
        } else {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
            for (String line; (line = in.readLine()) != null;) {
                int tab = line.indexOf('\t');
                out.println(answer(readers.get(line.substring(0, tab)), line.substring(tab + 1)));
            }
        }
        out.flush();
    }

    private static String answer(Reader reader, String digits) {
        byte[] octets = new byte[digits.length() / 2];
        for (int i = 0; i < octets.length; i++) {
            octets[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
        }
        String url;
        try {
            url = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets)).toString();
        } catch (CharacterCodingException e) {
            return "?";
        }
        Object[] parts;
        try {
            parts = reader.read(url);
        } catch (Exception e) {
            return "!";
        }
        if (parts == null) {
            return "!";
        }
        StringBuilder line = new StringBuilder("=");
        for (Object part : parts) {
            line.append('\t');
            if (part == null) {
                line.append('-');
                continue;
            }
            for (byte b : part.toString().getBytes(StandardCharsets.UTF_8)) {
                line.append(String.format("%02x", b));
            }
        }
        return line.toString();
    }

    /** Returns null for the port that stands for none. */
    static Object port(int port) {
        return port == -1 ? null : (Object) port;
    }
}
