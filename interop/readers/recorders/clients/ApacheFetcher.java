import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;

/** Fetches with Apache HttpClient 4. */
class ApacheFetcher implements Worker.Fetcher {
    private final CloseableHttpClient client = HttpClients.custom().disableAutomaticRetries().build();

    @Override
    public void fetch(String url) throws Exception {
        client.execute(new HttpGet(url)).close();
    }
}
