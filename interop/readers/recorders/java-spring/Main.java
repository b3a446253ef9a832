import org.springframework.web.util.UriComponents;
import org.springframework.web.util.UriComponentsBuilder;

/** UriComponentsBuilder of Spring. */
class Main {
    static Object[] parts(UriComponents u) {
        return new Object[] {u.getScheme(), u.getUserInfo(), null, u.getHost(), Protocol.port(u.getPort()),
            u.getPath() != null ? u.getPath() : u.getSchemeSpecificPart(), u.getQuery(), u.getFragment()};
    }

    public static void main(String[] args) throws Exception {
        Protocol p = new Protocol();
        String version = System.getenv("PACKAGE_VERSION");
        String parts = ".build(): getScheme(), getUserInfo() (the user and the password), getHost(), getPort() unless -1, getPath() or getSchemeSpecificPart(), getQuery(), getFragment()";
        p.add("spring.uri", version, "Spring UriComponentsBuilder", "fromUriString(s)" + parts, s -> parts(UriComponentsBuilder.fromUriString(s).build()));
        p.add("spring.http", version, "Spring UriComponentsBuilder", "fromHttpUrl(s)" + parts, s -> parts(UriComponentsBuilder.fromHttpUrl(s).build()));
        p.serve(args[0]);
    }
}
