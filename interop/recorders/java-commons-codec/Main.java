import org.apache.commons.codec.net.PercentCodec;
import org.apache.commons.codec.net.URLCodec;

class Main {
    public static void main(String[] args) throws Exception {
        new Recorder("commons-codec " + Recorder.jarVersion(URLCodec.class))
            .bytesEncoder("commons-codec.URLCodec", "new URLCodec().encode(bytes)",
                b -> new URLCodec().encode(b))
            .bytesEncoder("commons-codec.PercentCodec", "new PercentCodec().encode(bytes)",
                b -> new PercentCodec().encode(b))
            .bytesEncoder("commons-codec.PercentCodec.plus", "new PercentCodec(\"\".getBytes(),true).encode(bytes)",
                b -> new PercentCodec("".getBytes(), true).encode(b))
            .bytesDecoder("commons-codec.URLCodec.decode", "new URLCodec().decode(bytes)",
                b -> new URLCodec().decode(b))
            .bytesDecoder("commons-codec.PercentCodec.decode", "new PercentCodec().decode(bytes)",
                b -> new PercentCodec().decode(b))
            .main(args);
    }
}
