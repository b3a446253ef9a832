package commands

// normalizeVerb is "percent normalize" and "percent uri normalize".
var normalizeVerb = Verb{
	Row: "normalize", Use: "[URI...]",
	Short: "the normal form of a URI",
	Long: `normalize prints the normal form of each URI reference, or of each line of
standard input or of the files of -f, by RFC 3986 section 6.2: scheme and host are in
lower case, digits of escapes in upper case, escapes of unreserved characters are
decoded, dot segments are removed, and default ports and empty paths are written as the
scheme defines them. A relative reference keeps its leading "..". No reserved character
is decoded, and no new escape appears. Normalizing the result again changes nothing.

With --case, --percent-encoding, --dot-segments or --scheme, only the named steps are
done. Flags that begin with --unsafe can change what the URI identifies, depending on
the server. Tracking is utm_*, fbclid, gclid, gclsrc, gad_source, gad_campaignid, dclid,
gbraid, wbraid, srsltid, _gl, msclkid, yclid, twclid, ttclid, igshid, li_fat_id, epik,
rdt_cid, mc_cid, mc_eid, _hsenc, _hsmi, hsCtaTracking, mkt_tok, oly_anon_id, oly_enc_id, vero_conv, vero_id and __s.

Text that is not a URI is normalized as far as its parts can be recognized, and a note
reports this. With --on-error fail, such text ends the command.`,
	Example: `  percent normalize 'HTTP://Example.com:80/%7euser/./a/../b%2fc'
  percent normalize -f urls.txt -o normal.txt
  percent normalize --case --percent-encoding < urls.txt
  percent normalize --unsafe-drop-tracking --unsafe-drop-fragment < urls.txt`,
	Done: "normalized", Let: "normalized anyway", Columns: true,
}
