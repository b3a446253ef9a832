import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XPathExecutable;
import net.sf.saxon.s9api.XPathSelector;
import net.sf.saxon.s9api.XdmAtomicValue;

class Main {
    private static final Processor processor = new Processor(false);

    private static Recorder.Strings call(String function) throws SaxonApiException {
        XPathCompiler compiler = processor.newXPathCompiler();
        compiler.declareVariable(new QName("s"));
        XPathExecutable compiled = compiler.compile(function + "($s)");
        return s -> {
            XPathSelector selector = compiled.load();
            selector.setVariable(new QName("s"), new XdmAtomicValue(s));
            return selector.evaluateSingle().getStringValue();
        };
    }

    public static void main(String[] args) throws Exception {
        new Recorder("Saxon-HE " + processor.getSaxonProductVersion())
            .encoder("saxon.encode-for-uri", "fn:encode-for-uri($s)", call("encode-for-uri"))
            .encoder("saxon.iri-to-uri", "fn:iri-to-uri($s)", call("iri-to-uri"))
            .encoder("saxon.escape-html-uri", "fn:escape-html-uri($s)", call("escape-html-uri"))
            .main(args);
    }
}
