import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;
import org.springframework.util.AntPathMatcher;
import org.springframework.web.util.UrlPathHelper;

/** Starts Jetty: port, tag, folder, kind. The kinds of Spring answer with what its helper makes of a request. */
public class JettyServer {
    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[0]);
        String tag = args[1], folder = args[2], kind = args[3];
        Server server = new Server(new InetSocketAddress("127.0.0.1", port));
        ServletContextHandler context = new ServletContextHandler();
        context.setContextPath("/");
        UrlPathHelper helper = new UrlPathHelper();
        helper.setAlwaysUseFullPath(!kind.equals("UrlPathHelper"));
        helper.setUrlDecode(!kind.equals("urlDecode=false"));
        helper.setRemoveSemicolonContent(!kind.equals("removeSemicolonContent=false"));
        boolean spring = !kind.equals("getServletPath") && !kind.equals("getRequestURI");
        AntPathMatcher matcher = new AntPathMatcher();
        String[][] mappings = {{"/*", "/"}, {"/admin/*", "/admin"}, {"/static/*", "/static"}, {"/api/v1/*", "/api/v1"}};
        for (String[] m : mappings) {
            if (spring && !m[1].equals("/")) {
                continue;
            }
            context.addServlet(new ServletHolder(new HttpServlet() {
                @Override
                protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                    String info = request.getPathInfo();
                    String path = request.getServletPath() + (info == null ? "" : info);
                    String rule = path, at = m[1], app = path;
                    if (kind.equals("getRequestURI")) {
                        app = request.getRequestURI();
                    } else if (spring) {
                        rule = helper.getLookupPathForRequest(request);
                        for (String prefix : new String[] {"/admin", "/static", "/api/v1"}) {
                            if (matcher.match(prefix + "/**", rule)) {
                                at = prefix;
                            }
                        }
                        app = "/" + matcher.extractPathWithinPattern("/**", rule);
                    }
                    response.setHeader("X-At-" + tag, at);
                    response.setHeader("X-Rule-" + tag + "-Hex", hex(rule));
                    response.setHeader("X-App-" + tag + "-Hex", hex(app));
                }
            }), m[0]);
        }
        server.setHandler(context);
        server.start();
        server.join();
    }

    static String hex(String s) {
        StringBuilder b = new StringBuilder();
        for (byte octet : s.getBytes(StandardCharsets.UTF_8)) {
            b.append(String.format("%02x", octet));
        }
        return b.toString();
    }
}
