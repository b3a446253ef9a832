# Fetches URLs with the library that is named.
import binascii
import sys

library = sys.argv[1]
TIMEOUT = 10

if library == "urllib.request":
    import platform
    import urllib.request

    version = platform.python_version()

    def fetch(s):
        urllib.request.urlopen(s, timeout=TIMEOUT).read()
elif library == "urllib3":
    import urllib3

    version = urllib3.__version__
    pool = urllib3.PoolManager(retries=False, timeout=TIMEOUT)

    def fetch(s):
        pool.request("GET", s)
elif library == "requests":
    import requests

    version = requests.__version__

    def fetch(s):
        requests.get(s, timeout=TIMEOUT)
elif library == "httpx":
    import httpx

    version = httpx.__version__

    client = httpx.Client(timeout=TIMEOUT)

    def fetch(s):
        client.get(s)
elif library == "aiohttp":
    import asyncio

    import aiohttp

    version = aiohttp.__version__

    async def get(s):
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=TIMEOUT)) as session:
            async with session.get(s) as answer:
                await answer.read()

    def fetch(s):
        asyncio.run(get(s))
elif library == "tornado":
    import asyncio

    import tornado
    from tornado.simple_httpclient import SimpleAsyncHTTPClient

    version = tornado.version

    async def get(s):
        await SimpleAsyncHTTPClient(force_instance=True).fetch(s, request_timeout=TIMEOUT)

    def fetch(s):
        asyncio.run(get(s))

if len(sys.argv) > 2:
    print(version)
    sys.exit()
answers, sys.stdout = sys.stdout, sys.stderr
for line in sys.stdin:
    try:
        url = binascii.unhexlify(line.strip()).decode()
    except UnicodeDecodeError:
        print("?", file=answers, flush=True)
        continue
    try:
        fetch(url)
    except Exception:
        pass
    print(".", file=answers, flush=True)
