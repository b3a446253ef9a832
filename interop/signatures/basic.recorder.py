"""Prints what Python's clients of OAuth 2 send in Authorization, after Base64.

It needs python3-authlib, python3-requests-oauthlib and python3-httpx of Debian.
"""
import base64
import http.server
import importlib.metadata
import os
import threading

os.environ['OAUTHLIB_INSECURE_TRANSPORT'] = os.environ['AUTHLIB_INSECURE_TRANSPORT'] = '1'

import authlib.integrations.requests_client
import httpx
import oauthlib.oauth2
import requests
import requests_oauthlib

ID, SECRET = 'my:app', "a+b c%2F~*'"
sent = []


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        sent.append(self.headers['Authorization'])
        self.send_response(200)
        self.send_header('Content-Type', 'application/json')
        self.end_headers()
        self.wfile.write(b'{"access_token":"x","token_type":"bearer","expires_in":60}')

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f'http://127.0.0.1:{server.server_port}/t'
for name, send in {
    'authlib': lambda: authlib.integrations.requests_client.OAuth2Session(ID, SECRET, token_endpoint_auth_method='client_secret_basic').fetch_token(url, grant_type='client_credentials'),
    'requests-oauthlib': lambda: requests_oauthlib.OAuth2Session(client=oauthlib.oauth2.BackendApplicationClient(client_id=ID)).fetch_token(token_url=url, client_id=ID, client_secret=SECRET, include_client_id=False),
    'requests': lambda: requests.post(url, auth=(ID, SECRET)),
    'httpx': lambda: httpx.post(url, auth=(ID, SECRET)),
}.items():
    send()
    print(name, importlib.metadata.version(name), base64.b64decode(sent[-1].split()[1]).decode(), sep='\t')
