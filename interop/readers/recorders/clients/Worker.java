import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Fetches URLs with the API that is named, or the class whose name that is. */
class Worker {
    /** A way to fetch a URL. */
    interface Fetcher {
        void fetch(String url) throws Exception;
    }

    static final int TIMEOUT = 10_000;

    static void open(String s) throws Exception {
        URLConnection c = new URL(s).openConnection();
        c.setConnectTimeout(TIMEOUT);
        c.setReadTimeout(TIMEOUT);
        c.getInputStream().readAllBytes();
    }

    public static void main(String[] args) throws Exception {
        Fetcher fetcher;
        if (args[0].equals("URLConnection")) {
            fetcher = Worker::open;
        } else if (args[0].equals("HttpClient")) {
            HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            fetcher = s -> client.send(HttpRequest.newBuilder(URI.create(s)).timeout(Duration.ofMillis(TIMEOUT)).build(), HttpResponse.BodyHandlers.discarding());
        } else {
            fetcher = (Fetcher) Class.forName(args[0]).getDeclaredConstructor().newInstance();
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line; (line = in.readLine()) != null;) {
            byte[] octets = new byte[line.length() / 2];
            for (int i = 0; i < octets.length; i++) {
                octets[i] = (byte) Integer.parseInt(line.substring(2 * i, 2 * i + 2), 16);
            }
            String s;
            try {
                s = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets)).toString();
            } catch (CharacterCodingException e) {
                System.out.println("?");
                continue;
            }
            try {
                fetcher.fetch(s);
            } catch (Exception e) {
                // what it did before counts
            }
            System.out.println(".");
        }
    }
}
