import clojure.java.api.Clojure;
import clojure.lang.IFn;
import java.util.Properties;

class Main {
    private static final String CODEC = "ring.util.codec";

    private static Recorder.Strings call(String function) {
        IFn f = Clojure.var(CODEC, function);
        return s -> (String) f.invoke(s);
    }

    public static void main(String[] args) throws Exception {
        Clojure.var("clojure.core", "require").invoke(Clojure.read(CODEC));
        Properties ring = new Properties();
        ring.load(Main.class.getResourceAsStream("/META-INF/maven/ring/ring-codec/pom.properties"));
        new Recorder("Clojure", "ring-codec " + ring.getProperty("version"))
            .encoder("ring.percent-encode", "(percent-encode s)", call("percent-encode"))
            .encoder("ring.url-encode", "(url-encode s)", call("url-encode"))
            .encoder("ring.form-encode", "(form-encode s)", call("form-encode"))
            .decoder("ring.percent-decode", "(percent-decode s)", call("percent-decode"))
            .decoder("ring.url-decode", "(url-decode s)", call("url-decode"))
            .decoder("ring.form-decode-str", "(form-decode-str s)", call("form-decode-str"))
            .main(args);
    }
}
