import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.QueryStringEncoder;

class Main {
    private static String encode(String s) {
        QueryStringEncoder e = new QueryStringEncoder("");
        e.addParam("k", s);
        return e.toString();
    }

    public static void main(String[] args) throws Exception {
        new Recorder("netty " + Recorder.jarVersion(QueryStringEncoder.class))
            .encoder("netty.QueryStringEncoder", "new QueryStringEncoder(\"\").addParam(\"k\",s) after ?k=",
                s -> Recorder.between(encode(s), "?k=", ""))
            .decoder("netty.QueryStringDecoder.decodeComponent", "QueryStringDecoder.decodeComponent(s)",
                s -> QueryStringDecoder.decodeComponent(s))
            .decoder("netty.QueryStringDecoder.path", "new QueryStringDecoder(\"/\"+s).path().substring(1)",
                s -> new QueryStringDecoder("/" + s).path().substring(1))
            .main(args);
    }
}
