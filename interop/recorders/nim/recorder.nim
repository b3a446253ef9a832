## Recorder of Nim's std/uri. A string is octets.

import std/[os, strutils, uri]

type
  Codec = proc (s: string): string {.nimcall.}
  Implementation = object
    kind, name, call: string
    run: Codec

proc encoder(name, call: string; run: Codec): Implementation =
  Implementation(kind: "encoder", name: name, call: call, run: run)

proc decoder(name, call: string; run: Codec): Implementation =
  Implementation(kind: "decoder", name: name, call: call, run: run)

# The equals sign is left out before an empty value.
proc afterK(s: string): string =
  doAssert s == "k" or s.startsWith("k=")
  if s == "k": "" else: s[2 .. ^1]

proc valueOfK(s: string): string =
  for key, value in decodeQuery("k=" & s):
    if key == "k":
      return value
  raise newException(KeyError, "no value for k")

let implementations = [
  encoder("encodeUrl", "encodeUrl(s)", proc (s: string): string = encodeUrl(s)),
  encoder("encodeUrl.noplus", "encodeUrl(s, usePlus=false)",
    proc (s: string): string = encodeUrl(s, usePlus = false)),
  encoder("encodeQuery", "encodeQuery({\"k\": s}), after k and =",
    proc (s: string): string = afterK(encodeQuery({"k": s}))),
  encoder("encodeQuery.noplus", "encodeQuery({\"k\": s}, usePlus=false), after k and =",
    proc (s: string): string = afterK(encodeQuery({"k": s}, usePlus = false))),
  decoder("decodeUrl", "decodeUrl(s)", proc (s: string): string = decodeUrl(s)),
  decoder("decodeUrl.noplus", "decodeUrl(s, decodePlus=false)",
    proc (s: string): string = decodeUrl(s, decodePlus = false)),
  decoder("decodeQuery", "decodeQuery(\"k=\" & s), the value of k", valueOfK),
]

proc oneLine(s: string): string =
  for c in s:
    result.add(if c < ' ' or c == '\x7f': ' ' else: c)

proc answer(id, hex: string): string =
  for i in implementations:
    if "nim." & i.name == id:
      try:
        return i.run(parseHexStr(hex)).toHex.toLowerAscii
      except CatchableError as e:
        return "!" & $e.name & ": " & oneLine(e.msg)
      except Defect as e:
        return "!" & $e.name & ": " & oneLine(e.msg)
  quit "unknown implementation " & id

case commandLineParams().join(" ")
of "list":
  for i in implementations:
    echo [i.kind, "nim." & i.name, "Nim", "Nim " & NimVersion, "bytes", i.call].join("\t")
of "run":
  for line in stdin.lines:
    let fields = line.split('\t')
    echo answer(fields[0], fields[1])
    stdout.flushFile
else:
  quit "usage: run list|run", 2
