import org.springframework.web.util.UriUtils;

class Main {
    public static void main(String[] args) throws Exception {
        new Recorder("spring-web " + Recorder.jarVersion(UriUtils.class))
            .encoder("spring.UriUtils.encode", "UriUtils.encode(s,\"UTF-8\")",
                s -> UriUtils.encode(s, "UTF-8"))
            .encoder("spring.UriUtils.encodePath", "UriUtils.encodePath(s,\"UTF-8\")",
                s -> UriUtils.encodePath(s, "UTF-8"))
            .encoder("spring.UriUtils.encodePathSegment", "UriUtils.encodePathSegment(s,\"UTF-8\")",
                s -> UriUtils.encodePathSegment(s, "UTF-8"))
            .encoder("spring.UriUtils.encodeQuery", "UriUtils.encodeQuery(s,\"UTF-8\")",
                s -> UriUtils.encodeQuery(s, "UTF-8"))
            .encoder("spring.UriUtils.encodeQueryParam", "UriUtils.encodeQueryParam(s,\"UTF-8\")",
                s -> UriUtils.encodeQueryParam(s, "UTF-8"))
            .encoder("spring.UriUtils.encodeFragment", "UriUtils.encodeFragment(s,\"UTF-8\")",
                s -> UriUtils.encodeFragment(s, "UTF-8"))
            .encoder("spring.UriUtils.encodeUserInfo", "UriUtils.encodeUserInfo(s,\"UTF-8\")",
                s -> UriUtils.encodeUserInfo(s, "UTF-8"))
            .encoder("spring.UriUtils.encodeHost", "UriUtils.encodeHost(s,\"UTF-8\")",
                s -> UriUtils.encodeHost(s, "UTF-8"))
            .decoder("spring.UriUtils.decode", "UriUtils.decode(s,\"UTF-8\")",
                s -> UriUtils.decode(s, "UTF-8"))
            .main(args);
    }
}
