import okhttp3.OkHttpClient;
import okhttp3.Request;

/** Fetches with OkHttp. */
class OkHttpFetcher implements Worker.Fetcher {
    private final OkHttpClient client = new OkHttpClient();

    @Override
    public void fetch(String url) throws Exception {
        client.newCall(new Request.Builder().url(url).build()).execute().close();
    }
}
