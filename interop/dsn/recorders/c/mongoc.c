/* Answers what mongoc_uri_new_with_error of libmongoc reads in connection URIs. */
#include <mongoc/mongoc.h>
#include "lines.h"

static void ignored(mongoc_log_level_t level, const char *domain, const char *message, void *data) {
	(void)level, (void)domain, (void)message, (void)data;
}

/* options writes the options of a document. */
static void options(const bson_t *document) {
	bson_iter_t i;
	if (!bson_iter_init(&i, document)) {
		return;
	}
	while (bson_iter_next(&i)) {
		bson_t one = BSON_INITIALIZER;
		bson_append_iter(&one, NULL, 0, &i);
		char text[64], *json = NULL;
		const char *value = text;
		switch (bson_iter_type(&i)) {
		case BSON_TYPE_UTF8:
			value = bson_iter_utf8(&i, NULL);
			break;
		case BSON_TYPE_BOOL:
			value = bson_iter_bool(&i) ? "true" : "false";
			break;
		case BSON_TYPE_INT32:
			snprintf(text, sizeof text, "%d", bson_iter_int32(&i));
			break;
		case BSON_TYPE_INT64:
			snprintf(text, sizeof text, "%lld", (long long)bson_iter_int64(&i));
			break;
		default:
			value = json = bson_as_relaxed_extended_json(&one, NULL);
		}
		printf("\t");
		hex(bson_iter_key(&i));
		printf("=");
		hex(value);
		bson_free(json);
		bson_destroy(&one);
	}
}

int main(void) {
	size_t n;
	char *uri;
	mongoc_init();
	mongoc_log_set_handler(ignored, NULL);
	printf("#\tlibmongoc\t%s\tmongoc_uri_new_with_error(uri, …)\n", mongoc_get_version());
	while ((uri = next_uri(&n))) {
		bson_error_t error;
		memset(&error, 0, sizeof error);
		mongoc_uri_t *u = strlen(uri) < n ? NULL : mongoc_uri_new_with_error(uri, &error);
		if (!u) {
			refused(error.message);
		} else {
			char hosts[4096] = "", ports[4096] = "";
			const mongoc_host_list_t *h = mongoc_uri_get_hosts(u);
			for (; h; h = h->next) {
				char port[16];
				snprintf(port, sizeof port, "%d", h->port);
				strncat(hosts, h->host, sizeof hosts - strlen(hosts) - 1);
				strncat(ports, port, sizeof ports - strlen(ports) - 1);
				if (h->next) {
					strcat(hosts, ",");
					strcat(ports, ",");
				}
			}
			printf("=");
			field(mongoc_uri_get_username(u));
			field(mongoc_uri_get_password(u));
			field(hosts);
			field(ports);
			field(mongoc_uri_get_database(u));
			options(mongoc_uri_get_options(u));
			options(mongoc_uri_get_credentials(u));
			printf("\n");
			mongoc_uri_destroy(u);
		}
		free(uri);
	}
	mongoc_cleanup();
	return 0;
}
