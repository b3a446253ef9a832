import java.net.URI;
import java.net.URL;

/** URI and URL of java.net. */
class Main {
    public static void main(String[] args) throws Exception {
        Protocol p = new Protocol();
        String version = System.getProperty("java.version");
        p.add("java.uri", version, "Java java.net.URI",
            "new URI(s): getScheme(), getRawUserInfo() (the user and the password), getHost(), getPort() unless -1, getRawPath() or getRawSchemeSpecificPart() where it is opaque, getRawQuery(), getRawFragment()", s -> {
                URI u = new URI(s);
                return new Object[] {u.getScheme(), u.getRawUserInfo(), null, u.getHost(), Protocol.port(u.getPort()),
                    u.isOpaque() ? u.getRawSchemeSpecificPart() : u.getRawPath(), u.getRawQuery(), u.getRawFragment()};
            });
        p.add("java.url", version, "Java java.net.URL",
            "new URL(s): getProtocol(), getUserInfo() (the user and the password), getHost(), getPort() unless -1, getPath(), getQuery(), getRef()", s -> {
                URL u = new URL(s);
                return new Object[] {u.getProtocol(), u.getUserInfo(), null, u.getHost(), Protocol.port(u.getPort()), u.getPath(), u.getQuery(), u.getRef()};
            });
        p.serve(args[0]);
    }
}
