/**
 * Percent-encoding in plain JavaScript, without loading anything, by dialects that are a
 * set of characters. Results and errors are those of the whole package.
 *
 * @packageDocumentation
 */

/** Text, or the octets themselves where they are not UTF-8. */
export type Text = string | Uint8Array;

/** The names of dialects that lite has; case does not matter. */
export type LiteDialect = string;

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
