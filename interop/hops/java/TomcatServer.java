import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;

/** Starts Tomcat: port, tag, folder, kind. */
public class TomcatServer {
    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[0]);
        String tag = args[1], folder = args[2], kind = args[3];
        LogManager.getLogManager().reset();
        Logger.getLogger("").setLevel(Level.OFF);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder);
        Connector connector = new Connector();
        connector.setPort(port);
        connector.setProperty("address", "127.0.0.1");
        // What one connection sent must not show in the answer to the next.
        connector.setProperty("processorCache", "0");
        if (kind.startsWith("encodedSolidusHandling=")) {
            connector.setEncodedSolidusHandling(kind.substring(kind.indexOf('=') + 1));
        } else if (kind.equals("allowBackslash")) {
            connector.setAllowBackslash(true);
            connector.setProperty("relaxedPathChars", "\\\"<>[]^`{|}");
        }
        tomcat.setConnector(connector);
        // Not addContext, which looks for annotations of a library that is not installed.
        StandardContext context = new StandardContext();
        context.setPath("");
        context.setDocBase(folder);
        context.setIgnoreAnnotations(true);
        context.addLifecycleListener(event -> {
            if (event.getType().equals(Lifecycle.CONFIGURE_START_EVENT)) {
                context.setConfigured(true);
            }
        });
        tomcat.getHost().addChild(context);
        String[][] mappings = {{"root", "/*", "/"}, {"admin", "/admin/*", "/admin"}, {"static", "/static/*", "/static"}, {"api", "/api/v1/*", "/api/v1"}};
        for (String[] m : mappings) {
            Tomcat.addServlet(context, m[0], new HttpServlet() {
                @Override
                protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                    String info = request.getPathInfo();
                    String path = request.getServletPath() + (info == null ? "" : info);
                    response.setHeader("X-At-" + tag, m[2]);
                    response.setHeader("X-Rule-" + tag + "-Hex", hex(path));
                    response.setHeader("X-App-" + tag + "-Hex", hex(kind.equals("getRequestURI") ? request.getRequestURI() : path));
                }
            });
            context.addServletMappingDecoded(m[1], m[0]);
        }
        tomcat.start();
        tomcat.getServer().await();
    }

    static String hex(String s) {
        StringBuilder b = new StringBuilder();
        for (byte octet : s.getBytes(StandardCharsets.UTF_8)) {
            b.append(String.format("%02x", octet));
        }
        return b.toString();
    }
}
