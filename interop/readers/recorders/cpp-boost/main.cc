// Boost.URL.
#include <boost/url.hpp>
#include <boost/url/src.hpp>
#include <boost/version.hpp>
#include <string>

#include "protocol.h"

template <class S> static void give(bool has, const S &s)
{
	part_n(has ? s.data() : nullptr, s.size());
}

static void parse(char *s, size_t n)
{
	auto parsed = boost::urls::parse_uri_reference(boost::urls::string_view(s, n));
	if (!parsed) {
		refused();
		return;
	}
	const boost::urls::url_view u = *parsed;
	give(u.has_scheme(), std::string(u.scheme()));
	give(u.has_userinfo(), std::string(u.encoded_user()));
	give(u.has_password(), std::string(u.encoded_password()));
	give(u.has_authority(), std::string(u.encoded_host()));
	give(u.has_port(), std::string(u.port()));
	give(true, std::string(u.encoded_path()));
	give(u.has_query(), std::string(u.encoded_query()));
	give(u.has_fragment(), std::string(u.encoded_fragment()));
}

int main(int argc, char **argv)
{
	static const reader readers[] = {{"boost.url", "Boost.URL", "parse_uri_reference(s): scheme(), encoded_user(), encoded_password(), encoded_host(), port(), encoded_path(), encoded_query(), encoded_fragment(), each if has_…() it", parse}};
	std::string version = std::to_string(BOOST_VERSION / 100000) + "." + std::to_string(BOOST_VERSION / 100 % 1000) + "." + std::to_string(BOOST_VERSION % 100);
	return reader_main(argc, argv, version.c_str(), readers, 1);
}
