#include <p11-kit/uri.h>

#include "recorder.h"

/* The library has no function that tells its version. */
#define STRING(x) #x
#define TEXT(x) STRING(x)

static void format(CK_ATTRIBUTE_TYPE type, const char *before, char *s, size_t n)
{
	P11KitUri *uri = p11_kit_uri_new();
	CK_ATTRIBUTE attribute = {type, s, n};
	char *out = NULL;
	int status = p11_kit_uri_set_attribute(uri, &attribute);
	if (status == P11_KIT_URI_OK)
		status = p11_kit_uri_format(uri, P11_KIT_URI_FOR_OBJECT, &out);
	if (status == P11_KIT_URI_OK)
		between(out, before, "");
	else
		failure(p11_kit_uri_message(status));
	free(out);
	p11_kit_uri_free(uri);
}

static void object(char *s, size_t n) { format(CKA_LABEL, "pkcs11:object=", s, n); }
static void id(char *s, size_t n) { format(CKA_ID, "pkcs11:id=", s, n); }

static void parse(char *s, size_t n)
{
	P11KitUri *uri = p11_kit_uri_new();
	char *text = joined("pkcs11:object=", s, "");
	int status = p11_kit_uri_parse(text, P11_KIT_URI_FOR_OBJECT, uri);
	CK_ATTRIBUTE *label = p11_kit_uri_get_attribute(uri, CKA_LABEL);
	if (status != P11_KIT_URI_OK)
		failure(p11_kit_uri_message(status));
	else if (!label)
		failure("no CKA_LABEL");
	else
		output(label->pValue, label->ulValueLen);
	p11_kit_uri_free(uri);
	free(text);
}

static const struct implementation implementations[] = {
	{"encoder", "p11kit.uri.object", "bytes", "p11_kit_uri_format with CKA_LABEL=s: after pkcs11:object=", COUNTED, object},
	{"encoder", "p11kit.uri.id", "bytes", "p11_kit_uri_format with CKA_ID=s: after pkcs11:id=", COUNTED, id},
	{"decoder", "p11kit.uri.parse", "bytes", "p11_kit_uri_parse(\"pkcs11:object=\"+s): CKA_LABEL", C_STRING, parse},
};

int main(int argc, char **argv)
{
	return recorder_main(argc, argv, "C", "p11-kit " TEXT(VERSION), implementations, sizeof implementations / sizeof *implementations);
}
