#include <ldap.h>

#include "recorder.h"

static void write_url(LDAPURLDesc *d, const char *before)
{
	char *out;
	d->lud_scheme = "ldap";
	d->lud_host = "h";
	d->lud_scope = LDAP_SCOPE_DEFAULT;
	out = ldap_url_desc2str(d);
	if (out)
		between(out, before, "");
	else
		failure("ldap_url_desc2str returned NULL");
	ldap_memfree(out);
}

static void dn(char *s, size_t n)
{
	LDAPURLDesc d = {0};
	d.lud_dn = s;
	write_url(&d, "ldap://h/");
}

static void extension(char *s, size_t n)
{
	LDAPURLDesc d = {0};
	char *list[] = {s, NULL};
	d.lud_dn = "";
	d.lud_exts = list;
	write_url(&d, "ldap://h/????");
}

static void parse(char *s, size_t n)
{
	LDAPURLDesc *d = NULL;
	char *url = joined("ldap://h/", s, ""), text[60];
	int status = ldap_url_parse(url, &d);
	if (status == LDAP_URL_SUCCESS) {
		string_or_failure(d->lud_dn, "lud_dn is NULL");
		ldap_free_urldesc(d);
	} else {
		snprintf(text, sizeof text, "ldap_url_parse returned %d", status);
		failure(text);
	}
	free(url);
}

static const struct implementation implementations[] = {
	{"encoder", "ldap.url_dn", "bytes", "ldap_url_desc2str({dn=s}) after ldap://h/", C_STRING, dn},
	{"encoder", "ldap.url_ext", "bytes", "ldap_url_desc2str({exts=[s]}) after ldap://h/???? (comma list)", C_STRING, extension},
	{"decoder", "ldap.pvt_hex_unescape", "bytes", "ldap_url_parse(\"ldap://h/\"+s).lud_dn", C_STRING, parse},
};

int main(int argc, char **argv)
{
	char version[100];
	LDAPAPIInfo info = {.ldapai_info_version = LDAP_API_INFO_VERSION};
	ldap_get_option(NULL, LDAP_OPT_API_INFO, &info);
	snprintf(version, sizeof version, "%s libldap %d", info.ldapai_vendor_name, info.ldapai_vendor_version);
	return recorder_main(argc, argv, "C", version, implementations, sizeof implementations / sizeof *implementations);
}
