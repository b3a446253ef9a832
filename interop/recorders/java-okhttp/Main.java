import okhttp3.FormBody;
import okhttp3.HttpUrl;

class Main {
    private static HttpUrl.Builder url() {
        return new HttpUrl.Builder().scheme("http").host("h");
    }

    private static HttpUrl parse(String s) throws Exception {
        HttpUrl u = HttpUrl.parse(s);
        if (u == null) {
            throw new Exception("HttpUrl.parse returned null");
        }
        return u;
    }

    public static void main(String[] args) throws Exception {
        new Recorder("okhttp " + Recorder.jarVersion(HttpUrl.class))
            .encoder("okhttp.addPathSegment", "HttpUrl.Builder.addPathSegment(s): encodedPath().substring(1)",
                s -> url().addPathSegment(s).build().encodedPath().substring(1))
            .encoder("okhttp.addQueryParameter", "HttpUrl.Builder.addQueryParameter(\"k\",s): encodedQuery() after k=",
                s -> Recorder.between(url().addQueryParameter("k", s).build().encodedQuery(), "k=", ""))
            .encoder("okhttp.query", "HttpUrl.Builder.query(s): encodedQuery()",
                s -> url().query(s).build().encodedQuery())
            .encoder("okhttp.fragment", "HttpUrl.Builder.fragment(s): encodedFragment()",
                s -> url().fragment(s).build().encodedFragment())
            .encoder("okhttp.username", "HttpUrl.Builder.username(s): encodedUsername()",
                s -> url().username(s).build().encodedUsername())
            .encoder("okhttp.encodedQuery", "HttpUrl.Builder.encodedQuery(s): encodedQuery()",
                s -> url().encodedQuery(s).build().encodedQuery())
            .encoder("okhttp.encodedPath", "HttpUrl.Builder.encodedPath(\"/x\"+s+\"x\"): encodedPath(), between",
                s -> Recorder.between(url().encodedPath("/x" + s + "x").build().encodedPath(), "/x", "x"))
            .encoder("okhttp.FormBody", "FormBody.Builder.add(\"k\",s): encodedValue(0)",
                s -> new FormBody.Builder().add("k", s).build().encodedValue(0))
            .decoder("okhttp.pathSegments.decode", "HttpUrl.parse(\"http://h/\"+s).pathSegments().get(0)",
                s -> parse("http://h/" + s).pathSegments().get(0))
            .decoder("okhttp.queryParameter.decode", "HttpUrl.parse(\"http://h/?k=\"+s).queryParameter(\"k\")",
                s -> parse("http://h/?k=" + s).queryParameter("k"))
            .main(args);
    }
}
