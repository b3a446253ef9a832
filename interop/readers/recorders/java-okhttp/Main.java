import okhttp3.HttpUrl;

/** HttpUrl of OkHttp. */
class Main {
    public static void main(String[] args) throws Exception {
        Protocol p = new Protocol();
        p.add("okhttp.url", System.getenv("PACKAGE_VERSION"), "OkHttp HttpUrl",
            "HttpUrl.get(s): scheme(), encodedUsername(), encodedPassword(), host(), port(), encodedPath(), encodedQuery(), encodedFragment()", s -> {
                HttpUrl u = HttpUrl.get(s);
                return new Object[] {u.scheme(), u.encodedUsername(), u.encodedPassword(), u.host(), u.port(), u.encodedPath(), u.encodedQuery(), u.encodedFragment()};
            });
        p.serve(args[0]);
    }
}
