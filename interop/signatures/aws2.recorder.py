"""Prints requests that botocore signed by Signature Version 2, to S3 and to query APIs: aws2.recorder.py COUNT SEED."""
import datetime
import json
import random
import sys
import time
from urllib.parse import quote, urlencode

import botocore
from botocore.auth import HmacV1Auth, HmacV1QueryAuth, SigV2Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

count, seed = map(int, sys.argv[1:])
r = random.Random(seed)
pieces = ["a", "B", "0", "+", "~", "*", "'", "(", ")", "%", "日本", "é", ".", "..", " ", "&", "=", "#", "?", "/", "//", "-", "_", "!", ";", ":", "@", ",", "$", "%20", "%2B", "%2F", "\"", "<", "😀", "|", "\\"]


def word(most, least=0):
    return "".join(r.choice(pieces) for _ in range(r.randint(least, most)))


def letters(n):
    return "".join(r.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(n))


def s3(credentials):
    bucket, key = letters(6), quote(word(5, 1), safe=r.choice(["/", "/~", "/+~()*!"]))
    query = []
    for name in ["response-content-type", "response-content-disposition", "versionId", "uploadId", "prefix", "partNumber", "acl", "x"]:
        if r.randrange(5) == 0:
            query.append(name if name == "acl" else name + "=" + (quote(word(3, 1) or "a", safe=r.choice(["", "/"])) if name[:2] in ("re", "pr") else letters(4)))
    r.shuffle(query)
    virtual = r.randrange(2)
    host, path = (bucket + ".s3.amazonaws.com", "/" + key) if virtual else ("s3-eu-west-1.amazonaws.com", "/" + bucket + "/" + key)
    q = AWSRequest(method=r.choice(["GET", "PUT", "HEAD", "DELETE"]), url="https://" + host + path + ("?" + "&".join(query) if query else ""))
    q.auth_path = "/" + bucket + "/" + key
    for name in ["Content-Type", "x-amz-meta-b", "X-Amz-Meta-A", "Content-MD5"]:
        if r.randrange(3) == 0:
            q.headers[name] = "v" + "".join(c for c in word(3) if " " <= c <= "~")
    sent = [(n, v) for n, v in q.headers.items() if n.startswith("Content")]
    if r.randrange(2):
        HmacV1QueryAuth(credentials, 600).add_auth(q)
        # What the SDK leaves in the URL is sent as a field by whoever has it.
        return {"scheme": "s3-v2", "method": q.method, "url": q.url, "header": sent, "time": int(time.time())}
    HmacV1Auth(credentials).add_auth(q)
    return {"scheme": "s3-v2", "method": q.method, "url": q.url, "header": list(q.headers.items()), "time": int(time.time())}


def api(credentials):
    params = {"Action": "Select", "Version": "2009-04-15"}
    for name in ["SelectExpression", "NextToken", "Attribute.1.Name", "Attribute.10.Value", "Attribute.2.Value", "a_b"]:
        if r.randrange(2):
            params[name] = word(4)
    get = r.randrange(2)
    q = AWSRequest(method="GET" if get else "POST", url="https://sdb.amazonaws.com" + r.choice(["", "/", "/" + quote(word(3, 1))]), **({"params": params} if get else {"data": params}))
    SigV2Auth(credentials).add_auth(q)
    if get:
        query = urlencode(q.params, quote_via=quote)
        return {"scheme": "aws-query", "method": "GET", "url": q.url + "?" + query, "header": [], "time": int(time.time())}
    return {"scheme": "aws-query", "method": "POST", "url": q.url, "header": [["Content-Type", "application/x-www-form-urlencoded"]], "body": urlencode(q.data), "time": int(time.time())}


print(json.dumps({"program": "botocore", "version": botocore.__version__}))
for i in range(count):
    key = letters(20)
    credentials = Credentials(letters(12).upper(), key, r.choice([None, letters(9) + "/+="]))
    print(json.dumps({**(api if i % 2 else s3)(credentials), "key": key}, ensure_ascii=False))
