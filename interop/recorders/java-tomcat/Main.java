import java.nio.charset.StandardCharsets;
import org.apache.catalina.util.ServerInfo;
import org.apache.catalina.util.URLEncoder;
import org.apache.tomcat.util.buf.UDecoder;

class Main {
    public static void main(String[] args) throws Exception {
        new Recorder("tomcat " + ServerInfo.getServerNumber())
            .encoder("tomcat.URLEncoder.DEFAULT", "org.apache.catalina.util.URLEncoder.DEFAULT.encode(s,UTF_8)",
                s -> URLEncoder.DEFAULT.encode(s, StandardCharsets.UTF_8))
            .encoder("tomcat.URLEncoder.QUERY", "org.apache.catalina.util.URLEncoder.QUERY.encode(s,UTF_8)",
                s -> URLEncoder.QUERY.encode(s, StandardCharsets.UTF_8))
            .decoder("tomcat.UDecoder", "org.apache.tomcat.util.buf.UDecoder.URLDecode(s,UTF_8)",
                s -> UDecoder.URLDecode(s, StandardCharsets.UTF_8))
            .main(args);
    }
}
