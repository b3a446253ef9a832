#include <curl/curl.h>

#include "recorder.h"

static CURL *handle;

static void easy_escape(char *s, size_t n)
{
	char *out = curl_easy_escape(handle, s, (int)n);
	string_or_failure(out, "curl_easy_escape returned NULL");
	curl_free(out);
}

static void easy_unescape(char *s, size_t n)
{
	int length = 0;
	char *out = curl_easy_unescape(handle, s, (int)n, &length);
	if (out)
		output(out, (size_t)length);
	else
		failure("curl_easy_unescape returned NULL");
	curl_free(out);
}

static void url_set(CURLUPart part, const char *before, char *s, unsigned flags)
{
	CURLU *u = curl_url();
	char *value = joined(before, s, "x"), *out = NULL;
	CURLUcode status = curl_url_set(u, part, value, CURLU_URLENCODE | flags);
	if (status == CURLUE_OK)
		status = curl_url_get(u, part, &out, 0);
	if (status == CURLUE_OK)
		between(out, before, "x");
	else
		failure(curl_url_strerror(status));
	curl_free(out);
	free(value);
	curl_url_cleanup(u);
}

static void user(char *s, size_t n) { url_set(CURLUPART_USER, "x", s, 0); }
static void password(char *s, size_t n) { url_set(CURLUPART_PASSWORD, "x", s, 0); }
static void path(char *s, size_t n) { url_set(CURLUPART_PATH, "/x", s, 0); }
static void query(char *s, size_t n) { url_set(CURLUPART_QUERY, "x", s, 0); }
static void query_append(char *s, size_t n) { url_set(CURLUPART_QUERY, "x", s, CURLU_APPENDQUERY); }
static void fragment(char *s, size_t n) { url_set(CURLUPART_FRAGMENT, "x", s, 0); }

static const struct implementation implementations[] = {
	{"encoder", "curl.easy_escape", "bytes", "curl_easy_escape(c,p,n)", COUNTED, easy_escape},
	{"encoder", "curl.url_set.user", "bytes", "curl_url_set(h,CURLUPART_USER,\"x\"+s+\"x\",CURLU_URLENCODE), between", C_STRING, user},
	{"encoder", "curl.url_set.password", "bytes", "curl_url_set(h,CURLUPART_PASSWORD,\"x\"+s+\"x\",CURLU_URLENCODE), between", C_STRING, password},
	{"encoder", "curl.url_set.path", "bytes", "curl_url_set(h,CURLUPART_PATH,\"/x\"+s+\"x\",CURLU_URLENCODE), between", C_STRING, path},
	{"encoder", "curl.url_set.query", "bytes", "curl_url_set(h,CURLUPART_QUERY,\"x\"+s+\"x\",CURLU_URLENCODE), between", C_STRING, query},
	{"encoder", "curl.url_set.query_append", "bytes", "curl_url_set(h,CURLUPART_QUERY,\"x\"+s+\"x\",CURLU_URLENCODE|CURLU_APPENDQUERY), between", C_STRING, query_append},
	{"encoder", "curl.url_set.fragment", "bytes", "curl_url_set(h,CURLUPART_FRAGMENT,\"x\"+s+\"x\",CURLU_URLENCODE), between", C_STRING, fragment},
	{"decoder", "curl.easy_unescape", "bytes", "curl_easy_unescape(c,p,n,&length)", COUNTED, easy_unescape},
};

int main(int argc, char **argv)
{
	char version[100];
	snprintf(version, sizeof version, "libcurl %s", curl_version_info(CURLVERSION_NOW)->version);
	handle = curl_easy_init();
	return recorder_main(argc, argv, "C", version, implementations, sizeof implementations / sizeof *implementations);
}
