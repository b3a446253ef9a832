"""Records oauthlib: requests on standard input, a recording on standard output."""
import json
import sys
from urllib.parse import urlsplit

import oauthlib
from oauthlib.oauth1.rfc5849 import signature

results = []
for q in json.load(sys.stdin):
    protocol = [
        ("oauth_consumer_key", q["consumer_key"]),
        ("oauth_token", q["token"]),
        ("oauth_signature_method", "HMAC-" + q["hash"]),
        ("oauth_timestamp", q["timestamp"]),
        ("oauth_nonce", q["nonce"]),
        ("oauth_version", "1.0"),
    ]
    try:
        params = signature.collect_parameters(uri_query=urlsplit(q["url"]).query, body=q["form"]) + protocol
        normalized = signature.normalize_parameters(params)
        base = signature.signature_base_string(q["method"], signature.base_string_uri(q["url"]), normalized)
        sign = {"SHA1": "hmac-sha1", "SHA256": "hmac-sha256", "SHA512": "hmac-sha512"}[q["hash"]]
        value = signature._sign_hmac({"SHA1": "SHA-1", "SHA256": "SHA-256", "SHA512": "SHA-512"}[q["hash"]], base, q["consumer_secret"], q["token_secret"])
        results.append({"base": base, "signature": value})
    except ValueError as e:
        results.append({"error": str(e).split(":")[0]})

json.dump({"implementation": "oauthlib", "version": oauthlib.__version__ + " (Python %d.%d.%d)" % sys.version_info[:3], "results": results}, sys.stdout, ensure_ascii=False, indent=0)
print()
