import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.http.client.utils.URIBuilder;
import org.apache.http.client.utils.URLEncodedUtils;
import org.apache.http.message.BasicNameValuePair;
import org.apache.http.util.VersionInfo;

class Main {
    public static void main(String[] args) throws Exception {
        String release = VersionInfo.loadVersionInfo("org.apache.http.client", Main.class.getClassLoader()).getRelease();
        new Recorder("httpclient " + release)
            .encoder("httpclient4.URLEncodedUtils.format", "URLEncodedUtils.format([k=s],UTF_8) after k=",
                s -> Recorder.between(URLEncodedUtils.format(
                    List.of(new BasicNameValuePair("k", s)), StandardCharsets.UTF_8), "k=", ""))
            .encoder("httpclient4.URLEncodedUtils.formatSegments", "URLEncodedUtils.formatSegments([s],UTF_8) after /",
                s -> Recorder.between(URLEncodedUtils.formatSegments(List.of(s), StandardCharsets.UTF_8), "/", ""))
            .encoder("httpclient4.URIBuilder.setPath", "new URIBuilder(\"http://h\").setPath(\"/x\"+s+\"x\").toString(), between",
                s -> Recorder.between(new URIBuilder("http://h").setPath("/x" + s + "x").toString(), "http://h/x", "x"))
            .encoder("httpclient4.URIBuilder.addParameter", "new URIBuilder(\"http://h\").addParameter(\"k\",s).toString() after k=",
                s -> Recorder.between(new URIBuilder("http://h").addParameter("k", s).toString(), "http://h?k=", ""))
            .encoder("httpclient4.URIBuilder.setCustomQuery", "new URIBuilder(\"http://h\").setCustomQuery(\"x\"+s+\"x\").toString(), between",
                s -> Recorder.between(new URIBuilder("http://h").setCustomQuery("x" + s + "x").toString(), "http://h?x", "x"))
            .encoder("httpclient4.URIBuilder.setFragment", "new URIBuilder(\"http://h\").setFragment(\"x\"+s+\"x\").toString(), between",
                s -> Recorder.between(new URIBuilder("http://h").setFragment("x" + s + "x").toString(), "http://h#x", "x"))
            .encoder("httpclient4.URIBuilder.setUserInfo", "new URIBuilder(\"http://h\").setUserInfo(\"x\"+s+\"x\").toString(), between",
                s -> Recorder.between(new URIBuilder("http://h").setUserInfo("x" + s + "x").toString(), "http://x", "x@h"))
            .decoder("httpclient4.URLEncodedUtils.parse", "URLEncodedUtils.parse(\"k=\"+s,UTF_8).get(0).getValue()",
                s -> URLEncodedUtils.parse("k=" + s, StandardCharsets.UTF_8).get(0).getValue())
            .main(args);
    }
}
