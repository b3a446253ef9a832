// QUrl.
#include <QUrl>

#include "protocol.h"

static void give(bool has, const QString &s)
{
	const QByteArray octets = s.toUtf8();
	part_n(has ? octets.constData() : nullptr, octets.size());
}

static void parse(char *s, size_t n, QUrl::ParsingMode mode)
{
	if (!utf8(s, n)) {
		no_input();
		return;
	}
	const QUrl u(QString::fromUtf8(s, int(n)), mode);
	if (!u.isValid()) {
		refused();
		return;
	}
	give(true, u.scheme());
	give(true, u.userName(QUrl::FullyEncoded));
	give(true, u.password(QUrl::FullyEncoded));
	give(true, u.host(QUrl::FullyEncoded));
	give(u.port() != -1, QString::number(u.port()));
	give(true, u.path(QUrl::FullyEncoded));
	give(u.hasQuery(), u.query(QUrl::FullyEncoded));
	give(u.hasFragment(), u.fragment(QUrl::FullyEncoded));
}

static void tolerant(char *s, size_t n) { parse(s, n, QUrl::TolerantMode); }
static void strict(char *s, size_t n) { parse(s, n, QUrl::StrictMode); }

int main(int argc, char **argv)
{
	static const reader readers[] = {
		{"qt.url", "Qt QUrl", "QUrl(s): scheme(), userName(QUrl::FullyEncoded), and so password, host, port() unless -1, path, query if hasQuery(), fragment if hasFragment(); refused unless isValid()", tolerant},
		{"qt.strict", "Qt QUrl", "QUrl(s, QUrl::StrictMode): scheme(), userName(QUrl::FullyEncoded), and so password, host, port() unless -1, path, query if hasQuery(), fragment if hasFragment(); refused unless isValid()", strict},
	};
	return reader_main(argc, argv, qVersion(), readers, 2);
}
