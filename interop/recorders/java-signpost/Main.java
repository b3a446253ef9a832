import oauth.signpost.OAuth;

class Main {
    public static void main(String[] args) throws Exception {
        new Recorder("signpost-core " + Recorder.jarVersion(OAuth.class))
            .encoder("signpost.OAuth.percentEncode", "OAuth.percentEncode(s)", s -> OAuth.percentEncode(s))
            .decoder("signpost.OAuth.percentDecode", "OAuth.percentDecode(s)", s -> OAuth.percentDecode(s))
            .main(args);
    }
}
