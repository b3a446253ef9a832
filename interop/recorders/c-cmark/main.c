#include <cmark.h>

#include "recorder.h"

static void href(char *s, size_t n)
{
	cmark_node *document = cmark_node_new(CMARK_NODE_DOCUMENT);
	cmark_node *paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH);
	cmark_node *link = cmark_node_new(CMARK_NODE_LINK);
	char *out;
	cmark_node_append_child(document, paragraph);
	cmark_node_append_child(paragraph, link);
	cmark_node_set_url(link, s);
	out = cmark_render_html(document, CMARK_OPT_UNSAFE);
	between(out, "<p><a href=\"", "\"></a></p>\n");
	free(out);
	cmark_node_free(document);
}

static const struct implementation implementations[] = {
	{"encoder", "cmark.houdini_href", "bytes", "cmark_node_set_url(link,s); href attribute of cmark_render_html(…,CMARK_OPT_UNSAFE) as written (after URL escaping, & is &amp; and ' is &#x27;)", C_STRING, href},
};

int main(int argc, char **argv)
{
	char version[100];
	snprintf(version, sizeof version, "cmark %s", cmark_version_string());
	return recorder_main(argc, argv, "C", version, implementations, sizeof implementations / sizeof *implementations);
}
