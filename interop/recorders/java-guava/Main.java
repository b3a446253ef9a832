import com.google.common.net.UrlEscapers;

class Main {
    public static void main(String[] args) throws Exception {
        new Recorder("guava " + Recorder.jarVersion(UrlEscapers.class))
            .encoder("guava.urlFormParameterEscaper", "UrlEscapers.urlFormParameterEscaper().escape(s)",
                s -> UrlEscapers.urlFormParameterEscaper().escape(s))
            .encoder("guava.urlPathSegmentEscaper", "UrlEscapers.urlPathSegmentEscaper().escape(s)",
                s -> UrlEscapers.urlPathSegmentEscaper().escape(s))
            .encoder("guava.urlFragmentEscaper", "UrlEscapers.urlFragmentEscaper().escape(s)",
                s -> UrlEscapers.urlFragmentEscaper().escape(s))
            .main(args);
    }
}
