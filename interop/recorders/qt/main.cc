#include <QByteArray>
#include <QString>
#include <QUrl>
#include <QUrlQuery>

#include "recorder.h"

static void print(const QByteArray &b) { output(b.constData(), (size_t)b.size()); }

static void inner(const QByteArray &b, const char *before, const char *after)
{
	between_counted(b.constData(), (size_t)b.size(), before, after);
}

/* text decodes UTF-8 in which a lone surrogate stands as three octets. */
static QString text(const char *s, size_t n)
{
	const unsigned char *p = (const unsigned char *)s, *end = p + n;
	QString out;
	while (p < end) {
		uint c = *p++;
		int more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
		if (more)
			c &= 0x3F >> more;
		while (more--)
			c = c << 6 | (*p++ & 0x3F);
		if (c >= 0x10000)
			out += QChar(QChar::highSurrogate(c)), out += QChar(QChar::lowSurrogate(c));
		else
			out += QChar((ushort)c);
	}
	return out;
}

/* octets is the reverse of text. */
static QByteArray octets(const QString &s)
{
	QByteArray out;
	for (int i = 0; i < s.size(); i++) {
		uint c = s[i].unicode();
		if (s[i].isHighSurrogate() && i + 1 < s.size() && s[i + 1].isLowSurrogate())
			c = QChar::surrogateToUcs4(s[i], s[i + 1]), i++;
		if (c < 0x80)
			out += (char)c;
		else if (c < 0x800)
			out += (char)(0xC0 | c >> 6), out += (char)(0x80 | (c & 0x3F));
		else if (c < 0x10000)
			out += (char)(0xE0 | c >> 12), out += (char)(0x80 | (c >> 6 & 0x3F)), out += (char)(0x80 | (c & 0x3F));
		else
			out += (char)(0xF0 | c >> 18), out += (char)(0x80 | (c >> 12 & 0x3F)),
				out += (char)(0x80 | (c >> 6 & 0x3F)), out += (char)(0x80 | (c & 0x3F));
	}
	return out;
}

/* part prints what stands between before and after in a part of u, or why u is not valid. */
static void part(const QUrl &u, const QString &s, const char *before, const char *after)
{
	if (!u.isValid())
		failure(("not valid: " + u.errorString()).toUtf8().constData());
	else
		inner(octets(s), before, after);
}

static void to_percent(char *s, size_t n) { print(QUrl::toPercentEncoding(text(s, n))); }
static void to_percent_bytes(char *s, size_t n) { print(QByteArray(s, (int)n).toPercentEncoding()); }

static void path(char *s, size_t n)
{
	QUrl u("http://h/");
	u.setPath("/x" + text(s, n) + "x", QUrl::DecodedMode);
	part(u, u.path(QUrl::FullyEncoded), "/x", "x");
}

static void user_name(char *s, size_t n)
{
	QUrl u("http://h/");
	u.setUserName(text(s, n), QUrl::DecodedMode);
	part(u, u.userName(QUrl::FullyEncoded), "", "");
}

static void query(char *s, size_t n)
{
	QUrl u("http://h/");
	u.setQuery(text(s, n), QUrl::DecodedMode);
	part(u, u.query(QUrl::FullyEncoded), "", "");
}

static void fragment(char *s, size_t n)
{
	QUrl u("http://h/");
	u.setFragment(text(s, n), QUrl::DecodedMode);
	part(u, u.fragment(QUrl::FullyEncoded), "", "");
}

static void tolerant_path(char *s, size_t n)
{
	QUrl u("http://h/x" + text(s, n) + "x");
	part(u, u.toEncoded(), "http://h/x", "x");
}

static void tolerant_query(char *s, size_t n)
{
	QUrl u("http://h/?x" + text(s, n) + "x");
	part(u, u.toEncoded(), "http://h/?x", "x");
}

static void local_file(char *s, size_t n)
{
	QUrl u = QUrl::fromLocalFile("/x" + text(s, n) + "x");
	part(u, u.toEncoded(), "file:///x", "x");
}

static void query_item(char *s, size_t n)
{
	QUrlQuery q;
	q.addQueryItem("k", text(s, n));
	inner(octets(q.query(QUrl::FullyEncoded)), "k=", "");
}

static void from_percent(char *s, size_t n) { print(octets(QUrl::fromPercentEncoding(QByteArray(s, (int)n)))); }
static void from_percent_bytes(char *s, size_t n) { print(QByteArray::fromPercentEncoding(QByteArray(s, (int)n))); }

static const struct implementation implementations[] = {
	{"encoder", "qt.toPercentEncoding", "utf16", "QUrl::toPercentEncoding(QString)", COUNTED, to_percent},
	{"encoder", "qt.QByteArray.toPercentEncoding", "bytes", "QByteArray::toPercentEncoding()", COUNTED, to_percent_bytes},
	{"encoder", "qt.QUrl.setPath_decoded", "utf16", "QUrl::setPath('/x'+s+'x',DecodedMode); path(FullyEncoded), between", COUNTED, path},
	{"encoder", "qt.QUrl.setUserName_decoded", "utf16", "QUrl::setUserName(s,DecodedMode); userName(FullyEncoded)", COUNTED, user_name},
	{"encoder", "qt.QUrl.setQuery_decoded", "utf16", "QUrl::setQuery(s,DecodedMode); query(FullyEncoded)", COUNTED, query},
	{"encoder", "qt.QUrl.setFragment_decoded", "utf16", "QUrl::setFragment(s,DecodedMode); fragment(FullyEncoded)", COUNTED, fragment},
	{"encoder", "qt.QUrl.tolerant_path", "utf16", "QUrl('http://h/x'+s+'x').toEncoded(), between", COUNTED, tolerant_path},
	{"encoder", "qt.QUrl.tolerant_query", "utf16", "QUrl('http://h/?x'+s+'x').toEncoded(), between", COUNTED, tolerant_query},
	{"encoder", "qt.QUrl.fromLocalFile", "utf16", "QUrl::fromLocalFile('/x'+s+'x').toEncoded(), between", COUNTED, local_file},
	{"encoder", "qt.QUrlQuery.addQueryItem", "utf16", "QUrlQuery::addQueryItem('k',s); query(FullyEncoded) after k=", COUNTED, query_item},
	{"decoder", "qt.fromPercentEncoding", "bytes", "QUrl::fromPercentEncoding(bytes)", COUNTED, from_percent},
	{"decoder", "qt.QByteArray.fromPercentEncoding", "bytes", "QByteArray::fromPercentEncoding(bytes)", COUNTED, from_percent_bytes},
};

int main(int argc, char **argv)
{
	char version[100];
	snprintf(version, sizeof version, "Qt %s", qVersion());
	return recorder_main(argc, argv, "C++", version, implementations, sizeof implementations / sizeof *implementations);
}
