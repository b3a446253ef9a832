/* curl_url of libcurl: as it is, and with the flags that the tool curl sets. */
#include <curl/curl.h>

#include "protocol.h"

static void parse(char *s, size_t n, unsigned flags)
{
	static const CURLUPart parts[] = {CURLUPART_SCHEME, CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_HOST, CURLUPART_PORT, CURLUPART_PATH, CURLUPART_QUERY, CURLUPART_FRAGMENT};
	CURLU *u = curl_url();
	size_t i;
	if (strlen(s) != n) {
		no_input();
	} else if (curl_url_set(u, CURLUPART_URL, s, flags) != CURLUE_OK) {
		refused();
	} else {
		for (i = 0; i < sizeof parts / sizeof *parts; i++) {
			char *text = NULL;
			part(curl_url_get(u, parts[i], &text, 0) == CURLUE_OK ? text : NULL);
			curl_free(text);
		}
	}
	curl_url_cleanup(u);
}

static void plain(char *s, size_t n) { parse(s, n, 0); }
static void guess(char *s, size_t n) { parse(s, n, CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME); }

int main(int argc, char **argv)
{
	static const struct reader readers[] = {
		{"curl.url", "libcurl curl_url", "curl_url_set(u, CURLUPART_URL, s, 0): curl_url_get of CURLUPART_SCHEME, USER, PASSWORD, HOST, PORT, PATH, QUERY, FRAGMENT", plain},
		{"curl.url-guess", "libcurl curl_url", "curl_url_set(u, CURLUPART_URL, s, CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME): curl_url_get of CURLUPART_SCHEME, USER, PASSWORD, HOST, PORT, PATH, QUERY, FRAGMENT", guess},
	};
	return reader_main(argc, argv, curl_version_info(CURLVERSION_NOW)->version, readers, 2);
}
