"""Records botocore: requests on standard input, a recording on standard output."""
import datetime
import json
import sys

import botocore
import botocore.auth
from botocore.auth import S3SigV4Auth, S3SigV4QueryAuth, SigV4Auth, SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials


class Clock:
    """Stands in for the module datetime: the time is that of the request."""

    now = None

    class datetime(datetime.datetime):
        @classmethod
        def utcnow(cls):
            return Clock.now


botocore.auth.datetime = Clock


def request(q):
    url = "https://" + q["host"] + q["path"] + ("?" + q["query"] if q["query"] else "")
    r = AWSRequest(method=q["method"], url=url, data=q["body"].encode())
    for name, value in q["header"]:
        r.headers[name] = value
    return r


results = []
for q in json.load(sys.stdin):
    Clock.now = datetime.datetime.strptime(q["date"], "%Y%m%dT%H%M%SZ")
    credentials = Credentials(q["access_key"], q["secret"], q["token"] or None)
    header, query = (S3SigV4Auth, S3SigV4QueryAuth) if q["service"] == "s3" else (SigV4Auth, SigV4QueryAuth)
    seen = {}

    class Recorded(header):
        def canonical_request(self, r):
            seen["canonical"] = super().canonical_request(r)
            return seen["canonical"]

    r = request(q)
    Recorded(credentials, q["service"], q["region"]).add_auth(r)
    presigned = request(dict(q, body=""))
    query(credentials, q["service"], q["region"], expires=600).add_auth(presigned)
    results.append(
        {
            "canonical": seen["canonical"],
            "signature": r.headers["Authorization"].split("Signature=")[1],
            "presigned": presigned.url.split("X-Amz-Signature=")[1],
        }
    )

json.dump({"implementation": "botocore", "version": botocore.__version__ + " (Python %d.%d.%d)" % sys.version_info[:3], "results": results}, sys.stdout, ensure_ascii=False, indent=0)
print()
