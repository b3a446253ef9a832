import org.eclipse.jetty.util.Jetty;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.UrlEncoded;

class Main {
    public static void main(String[] args) throws Exception {
        new Recorder("jetty-util " + Jetty.VERSION)
            .encoder("jetty.URIUtil.encodePath", "URIUtil.encodePath(s)", s -> URIUtil.encodePath(s))
            .encoder("jetty.UrlEncoded.encodeString", "UrlEncoded.encodeString(s)", s -> UrlEncoded.encodeString(s))
            .decoder("jetty.URIUtil.decodePath", "URIUtil.decodePath(s)", s -> URIUtil.decodePath(s))
            .decoder("jetty.UrlEncoded.decodeString", "UrlEncoded.decodeString(s)", s -> UrlEncoded.decodeString(s))
            .main(args);
    }
}
