// Percent-encoding by dialects that are a set of characters. Made by go generate.
export class PercentError extends Error {
constructor({ reason, text, ...rest }) {
super(text);
Object.assign(this, { name: "PercentError", reason });
for (const key in rest) if (rest[key] !== undefined) this[key] = rest[key];
}
}
const fail = (reason, text, rest) => {
throw new PercentError({ reason, text: "percent: " + text, ...rest });
};
const rows = `2191c00 rfc3986 unreserved rfc3986.unreserved oauth1 oauth twitter aws sigv4 aws.uriencode rfc6570 template rfc6570.u webfinger restconf.key sieve.encodeurl spf.macro bittorrent info-hash otpauth xmpp.query sms gemini.query
21byuvm rfc3986.segment path-segment pchar coap.path secret-token
21bxgb6 rfc3986.segment-nz-nc rfc2396.rel-segment
21bzk5u rfc3986.path urn gopher
21d8ic2 rfc3986.query rfc3986.fragment rfc2396.uric
219gyj6 rfc3986.userinfo rfc2396.userinfo xmpp.resource
219fjyq rfc3986.reg-name rfc3986.host acct
2227hsq rfc3986.uri uri
2191dhe rfc2396 rfc2396.unreserved
21bw1qq rfc2396.pchar
2227hsi rfc2732.uric
27xg9e rfc1738 rfc1738.unreserved
2auswi rfc1738.hsegment
29kg5u rfc1738.userinfo
2c0xxu rfc1738.ftp-segment
2afb2u rfc1630
7w4g7wf whatwg.c0-control
7rnumey whatwg.fragment
7w3o4j6 whatwg.query
7w3o4fm whatwg.special-query
6i4g9gy whatwg.path
5zb9m9e whatwg.userinfo
5zb9hfm whatwg.component
roni2gw whatwg.form form urlencoded oauth2.form
3y283y7 xpath.escape-html-uri escape-html-uri
2227htm xml.system-id xlink xmldsig.uri xsd.anyURI anyURI
rmfkrnk rfc1866 rfc1866.form
bwelmo0 form.percent20
21921a8 aws.path s3 s3.key aws.key gcs.path
tnom54y chrome.search
2ok39sq http.ext-value ext-value rfc8187
3wyab16 mime.parameter rfc2231
3y283xb http.slug
2192qkg purl
21d88sy text-fragment
21bnmaa mailto rfc6068
2192tn6 mailto.local-part
220khxu cgi.path path-translated
220yjmi ldap rfc4516
21ap7f6 sip.user
219cqtu sip.password imap.achar
21y2ifm sip.param tel.param
21zbgk2 sip.header
21y1t5e geo.param
21d8iaa coap.query ni.query
21cx9qq webfinger.strict bitcoin bip21
2ausuq urn.rfc2141
220v176 pkcs11.path
2jtep3m pkcs11.query
21bwr0y imap.bchar
219fjte xmpp.node
27xa0w did
2227emw dmarc
2191csi css.url
21bziky doi
21922rm trash
220yggq ldap.extension
l6xziq gff3.seqid`;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const all = Object.create(null);
for (const row of rows.split("\n")) {
const [set, ...names] = row.split(" ");
let place = 0;
const bit = () => Math.floor(parseInt(set, 36) / 2 ** place++) % 2;
const written = Array.from({ length: 256 }, (_, i) => {
const c = String.fromCharCode(i);
return i > 31 && i < 127 && (/[^\W_]/.test(c) || bit()) ? c : (i < 16 ? "%0" : "%") + i.toString(16).toUpperCase();
});
const kept = bit(), plus = bit(), form = bit();
if (form) written[32] = "+";
for (const name of names) all[name.toLowerCase()] = { name, written, kept, plus, form };
}
export const dialects = () => Object.values(all).map(d => d.name);
function lookup(options, standard) {
const { as = standard, ...rest } = options ?? {};
for (const key in rest) if (rest[key] !== undefined) fail("unknown key", `lite has no option ${key}`, { field: key });
return all[`${as}`.toLowerCase()] ?? fail("unknown dialect", `lite has no dialect ${JSON.stringify(as)}`, { field: "as" });
}
function octets(text) {
if (({}).toString.call(text) === "[object Uint8Array]") return text;
const field = "text";
if (typeof text !== "string") fail("not a string", "text is neither a string nor a Uint8Array", { field });
const index = text.search(/\p{Cs}/u);
if (index >= 0) fail("lone surrogate", `text: half of a character at index ${index}; octets that are not text go into a Uint8Array`, { field, index, offset: encoder.encode(text.slice(0, index)).length });
return encoder.encode(text);
}
const digit = c => c < 58 && c > 47 ? c - 48 : (c |= 32) < 103 && c > 96 ? c - 87 : NaN;
const escaped = (bytes, i) => digit(bytes[i + 1]) * 16 + digit(bytes[i + 2]);
export function encode(data, options) {
const { written } = lookup(options, "rfc3986");
let out = "";
for (const octet of octets(data)) out += written[octet];
return out;
}
function malformed(reason, text, bytes, i, n, output) {
const at = string(bytes.slice(i, i + n));
fail(reason, `${reason} ${typeof at === "string" ? JSON.stringify(at) : "octets that are not UTF-8"} at byte ${i}`,
{ offset: i, index: text === bytes ? undefined : indexAt(text, i), output });
}
export function fix(text, options) {
const { written, form } = lookup(options, "uri");
if (written === all.uri.written) fail("cannot fix", "lite fixes no whole URIs", { field: "as" });
let out = "";
octets(text).forEach((octet, i, bytes) => {
if (octet === 37 && bytes[i + 1] === 37) malformed("doubled percent sign", text, bytes, i, 2, out);
out += octet === 37 ? escaped(bytes, i) >= 0 ? "%" : "%25" : octet === 43 && form ? "+" : written[octet];
});
return out;
}
function string(bytes) {
try {
return decoder.decode(bytes);
} catch {
return bytes;
}
}
export function decodeToBytes(text, options) {
const { kept, plus } = lookup(options, "rfc3986");
const bytes = octets(text);
const out = new Uint8Array(bytes.length);
let n = 0;
for (let i = 0; i < bytes.length; i++) {
const made = bytes[i] === 37 ? escaped(bytes, i) : NaN;
if (made >= 0) {
out[n++] = made;
i += 2;
} else if (bytes[i] === 37 && !kept) {
const cut = i + 3 > bytes.length && digit(bytes[i + 1] ?? 48) >= 0;
malformed(`${cut ? "truncated" : "invalid"} escape`, text, bytes, i, 3, string(out.slice(0, n)));
} else out[n++] = bytes[i] === 43 && plus ? 32 : bytes[i];
}
return out.slice(0, n);
}
export function decode(text, options) {
const output = string(decodeToBytes(text, options));
return typeof output === "string" ? output : fail("not UTF-8", "the result is not UTF-8: decodeToBytes returns it, or a charset reads it", { output });
}
export function indexAt(text, offset) {
let i = 0;
for (let at = 0; i < text.length && at < offset; i++) {
const c = text.codePointAt(i);
at += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
if (c > 0xffff) i++;
}
return i;
}
