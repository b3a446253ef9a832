import java.io.File;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import sun.net.www.ParseUtil;

class Main {
    interface Build {
        URI uri(String value) throws Exception;
    }

    /** Builds a URI with the value between two x, as a string and in ASCII. */
    private static void uri(Recorder r, String part, String call, Build build, String before, String after) {
        r.encoder("java.URI." + part, "new URI(" + call + ").toString(), between",
            s -> Recorder.between(build.uri(s).toString(), before, after));
        r.encoder("java.URI." + part + ".ascii", "new URI(" + call + ").toASCIIString(), between",
            s -> Recorder.between(build.uri(s).toASCIIString(), before, after));
    }

    public static void main(String[] args) throws Exception {
        Recorder r = new Recorder("java " + System.getProperty("java.version"));
        r.encoder("java.URLEncoder", "URLEncoder.encode(s, UTF_8)",
            s -> URLEncoder.encode(s, StandardCharsets.UTF_8));
        r.encoder("java.URLEncoder.iso-8859-1", "URLEncoder.encode(s, ISO_8859_1)",
            s -> URLEncoder.encode(s, StandardCharsets.ISO_8859_1));
        r.encoder("java.URLEncoder.shift_jis", "URLEncoder.encode(s, \"Shift_JIS\")",
            s -> URLEncoder.encode(s, "Shift_JIS"));

        // The jar of net.oauth is not packaged; this is what its OAuth.percentEncode
        // is documented to do.
        r.encoder("java.net.oauth.percentEncode",
            "URLEncoder.encode(s, UTF_8).replace(\"+\",\"%20\").replace(\"*\",\"%2A\").replace(\"%7E\",\"~\"), the composition of OAuth.percentEncode",
            s -> URLEncoder.encode(s, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~"));

        uri(r, "path", "\"http\",\"h\",\"/x\"+s+\"x\",null",
            s -> new URI("http", "h", "/x" + s + "x", null), "http://h/x", "x");
        uri(r, "query", "\"http\",\"h\",\"/\",\"x\"+s+\"x\",null",
            s -> new URI("http", "h", "/", "x" + s + "x", null), "http://h/?x", "x");
        uri(r, "fragment", "\"http\",\"h\",\"/\",\"x\"+s+\"x\"",
            s -> new URI("http", "h", "/", "x" + s + "x"), "http://h/#x", "x");
        uri(r, "userinfo", "\"http\",\"x\"+s+\"x\",\"h\",-1,\"/\",null,null",
            s -> new URI("http", "x" + s + "x", "h", -1, "/", null, null), "http://x", "x@h/");
        uri(r, "ssp", "\"mailto\",\"x\"+s+\"x\",null",
            s -> new URI("mailto", "x" + s + "x", null), "mailto:x", "x");
        r.encoder("java.URI.single_arg", "new URI(\"http://h/x\"+s+\"x\").toASCIIString(), between",
            s -> Recorder.between(new URI("http://h/x" + s + "x").toASCIIString(), "http://h/x", "x"));

        r.encoder("java.File.toURI", "new File(\"/x\"+s+\"x\").toURI().toString(), between",
            s -> Recorder.between(new File("/x" + s + "x").toURI().toString(), "file:/x", "x"));
        r.encoder("java.Path.toUri", "Path.of(\"/x\"+s+\"x\").toUri().toString(), between (UTF-8 locale)",
            s -> Recorder.between(Path.of("/x" + s + "x").toUri().toString(), "file:///x", "x"));
        r.encoder("java.ParseUtil.encodePath", "sun.net.www.ParseUtil.encodePath(s,false) (File.toURL, jar URLs)",
            s -> ParseUtil.encodePath(s, false));

        r.decoder("java.URLDecoder", "URLDecoder.decode(s, UTF_8)",
            s -> URLDecoder.decode(s, StandardCharsets.UTF_8));
        r.decoder("java.URI.getPath", "new URI(\"http://h/\"+s).getPath().substring(1)",
            s -> new URI("http://h/" + s).getPath().substring(1));
        r.decoder("java.ParseUtil.decode", "sun.net.www.ParseUtil.decode(s)",
            s -> ParseUtil.decode(s));
        r.main(args);
    }
}
