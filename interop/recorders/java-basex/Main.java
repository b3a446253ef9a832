import org.basex.core.Context;
import org.basex.query.QueryProcessor;
import org.basex.query.value.item.Str;
import org.basex.util.Prop;

class Main {
    // Without a configuration file.
    private static final Context context = new Context(false);

    private static Recorder.Strings call(String function) {
        return s -> {
            try (QueryProcessor q = new QueryProcessor("declare variable $s external; " + function + "($s)", context)) {
                q.bind("s", Str.get(s));
                return (String) q.value().toJava();
            }
        };
    }

    public static void main(String[] args) throws Exception {
        new Recorder("BaseX " + Prop.VERSION)
            .encoder("basex.encode-for-uri", "encode-for-uri($s)", call("encode-for-uri"))
            .encoder("basex.iri-to-uri", "iri-to-uri($s)", call("iri-to-uri"))
            .encoder("basex.escape-html-uri", "escape-html-uri($s)", call("escape-html-uri"))
            .encoder("basex.web.encode-url", "web:encode-url($s)", call("web:encode-url"))
            .decoder("basex.web.decode-url", "web:decode-url($s)", call("web:decode-url"))
            .main(args);
    }
}
