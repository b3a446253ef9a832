/**
 * Percent-encoding in plain JavaScript, without loading anything, by dialects that are a
 * set of characters. Results and errors are those of the whole package.
 *
 * @packageDocumentation
 */

/** Text, or the octets themselves where they are not UTF-8. */
export type Text = string | Uint8Array;

/** The names of dialects that lite has; case does not matter. */
export type LiteDialect = "rfc3986" | "unreserved" | "rfc3986.unreserved" | "rfc3986.segment" | "path-segment" | "pchar" | "rfc3986.segment-nz-nc" | "rfc3986.path" | "rfc3986.query" | "rfc3986.fragment" | "rfc3986.userinfo" | "rfc3986.reg-name" | "rfc3986.host" | "rfc3986.uri" | "uri" | "rfc2396" | "rfc2396.unreserved" | "rfc2396.uric" | "rfc2396.pchar" | "rfc2396.userinfo" | "rfc2396.rel-segment" | "rfc2732.uric" | "rfc1738" | "rfc1738.unreserved" | "rfc1738.hsegment" | "rfc1738.userinfo" | "rfc1738.ftp-segment" | "rfc1630" | "whatwg.c0-control" | "whatwg.fragment" | "whatwg.query" | "whatwg.special-query" | "whatwg.path" | "whatwg.userinfo" | "whatwg.component" | "whatwg.form" | "form" | "urlencoded" | "xpath.escape-html-uri" | "escape-html-uri" | "xml.system-id" | "xlink" | "xmldsig.uri" | "xsd.anyURI" | "anyURI" | "rfc1866" | "rfc1866.form" | "form.percent20" | "oauth2.form" | "oauth1" | "oauth" | "twitter" | "aws" | "sigv4" | "aws.uriencode" | "aws.path" | "s3" | "s3.key" | "aws.key" | "gcs.path" | "chrome.search" | "rfc6570" | "template" | "rfc6570.u" | "http.ext-value" | "ext-value" | "rfc8187" | "mime.parameter" | "rfc2231" | "http.slug" | "purl" | "text-fragment" | "mailto" | "rfc6068" | "mailto.local-part" | "cgi.path" | "path-translated" | "ldap" | "rfc4516" | "sip.user" | "sip.password" | "sip.param" | "sip.header" | "tel.param" | "geo.param" | "coap.path" | "coap.query" | "webfinger.strict" | "webfinger" | "urn" | "urn.rfc2141" | "acct" | "secret-token" | "restconf.key" | "sieve.encodeurl" | "spf.macro" | "pkcs11.path" | "pkcs11.query" | "imap.achar" | "imap.bchar" | "xmpp.node" | "xmpp.resource" | "did" | "bittorrent" | "info-hash" | "dmarc" | "css.url" | "doi" | "trash" | "bitcoin" | "bip21" | "otpauth" | "ldap.extension" | "xmpp.query" | "gff3.seqid" | "ni.query" | "gopher" | "sms" | "gemini.query";

/** How to encode, decode or fix. */
export interface LiteOptions {
  /** The default is "rfc3986"; fix has none. */
  as?: LiteDialect | (string & {}) | undefined;
}

/** Returns data percent-encoded. */
export function encode(data: Text, options?: LiteOptions): string;
/** Returns the data of an encoded text; throws "not UTF-8" if that is not a string. */
export function decode(text: Text, options?: LiteOptions): string;
/** {@link decode} for data that is not text. */
export function decodeToBytes(text: Text, options?: LiteOptions): Uint8Array;
/**
 * Makes a nearly right text legal, and leaves legal characters and escapes as they are. It
 * needs a dialect other than "rfc3986.uri", because the parts of a URI differ: the whole
 * package fixes those.
 */
export function fix(text: Text, options: LiteOptions): string;
/** The names of the dialects, aliases among them. */
export function dialects(): LiteDialect[];

/** Returns the index into a string of an offset in bytes of its UTF-8. */
export function indexAt(text: string, offset: number): number;

/** What every function throws for input that it does not take. */
export class PercentError extends Error {
  /**
   * Why, in the words of the command: "invalid escape", "unknown dialect", … and of
   * this package "lone surrogate", "not UTF-8", "not loaded" and "stopped".
   */
  readonly reason: string;
  /** Which member of the request, or which part of the text. */
  readonly field?: string;
  /** Where in the text, in bytes of its UTF-8. */
  readonly offset?: number;
  /** The same place as an index into the string that was given. */
  readonly index?: number;
  /** What may be meant, if a name is unknown. */
  readonly names?: string[];
  /** What was made before the error, or octets that are not a string. */
  readonly output?: Text;
}
