/* Answers what amqp_parse_url of librabbitmq reads in connection URIs. */
#include <amqp.h>
#include "lines.h"

int main(void) {
	size_t n;
	char *uri;
	printf("#\tlibrabbitmq\t%s\tamqp_parse_url(uri, …)\n", amqp_version());
	while ((uri = next_uri(&n))) {
		struct amqp_connection_info info;
		memset(&info, 0, sizeof info);
		int status = strlen(uri) < n ? AMQP_STATUS_BAD_URL : amqp_parse_url(uri, &info);
		if (status != AMQP_STATUS_OK) {
			refused(amqp_error_string2(status));
		} else {
			char port[16];
			snprintf(port, sizeof port, "%d", info.port);
			printf("=");
			field(info.user);
			field(info.password);
			field(info.host);
			field(port);
			field(info.vhost);
			if (info.ssl) {
				printf("\t73736c=31");
			}
			printf("\n");
		}
		free(uri);
	}
	return 0;
}
