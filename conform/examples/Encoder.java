import java.io.*;
import java.net.URLEncoder;
import static java.nio.charset.StandardCharsets.UTF_8;

class Encoder {
    public static void main(String[] args) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        var out = new PrintStream(System.out, true, UTF_8);
        for (String line; (line = in.readLine()) != null; ) out.println(URLEncoder.encode(line, UTF_8));
    }
}
