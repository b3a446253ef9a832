# Records the percent-encoders and percent-decoders of R.

for (package in c("curl", "httpuv", "urltools", "RCurl")) {
  if (!requireNamespace(package, quietly = TRUE)) {
    message("the R package ", package, " is missing")
    quit(status = 77)
  }
}

version <- function(name, package = sub("^R ", "", name)) {
  paste(name, utils::packageVersion(package))
}
base <- paste0("R ", R.version$major, ".", R.version$minor)

entry <- function(kind, id, version, call, f) list(kind = kind, id = id, version = version, call = call, f = f)
table <- list(
  entry("encoder", "r.URLencode", base, "URLencode(s)", function(s) URLencode(s)),
  entry("encoder", "r.URLencode.reserved", base, "URLencode(s,reserved=TRUE)",
    function(s) URLencode(s, reserved = TRUE)),
  entry("encoder", "r.URLencode.reserved.repeated", base, "URLencode(s,reserved=TRUE,repeated=TRUE)",
    function(s) URLencode(s, reserved = TRUE, repeated = TRUE)),
  entry("encoder", "r.URLencode.repeated", base, "URLencode(s,repeated=TRUE)",
    function(s) URLencode(s, repeated = TRUE)),
  entry("encoder", "r.curl.curl_escape", version("R curl"), "curl::curl_escape(s)", curl::curl_escape),
  entry("encoder", "r.httpuv.encodeURI", version("R httpuv"), "httpuv::encodeURI(s)", httpuv::encodeURI),
  entry("encoder", "r.httpuv.encodeURIComponent", version("R httpuv"), "httpuv::encodeURIComponent(s)",
    httpuv::encodeURIComponent),
  entry("encoder", "r.urltools.url_encode", version("R urltools"), "urltools::url_encode(s)", urltools::url_encode),
  entry("encoder", "r.RCurl.curlEscape", version("RCurl"), "RCurl::curlEscape(s)",
    function(s) unname(RCurl::curlEscape(s))),
  entry("encoder", "r.RCurl.curlPercentEncode", version("RCurl"), "RCurl::curlPercentEncode(s)",
    function(s) unname(RCurl::curlPercentEncode(s))),
  entry("decoder", "r.URLdecode", base, "URLdecode(s)", function(s) URLdecode(s)),
  entry("decoder", "r.curl.curl_unescape", version("R curl"), "curl::curl_unescape(s)", curl::curl_unescape),
  entry("decoder", "r.httpuv.decodeURI", version("R httpuv"), "httpuv::decodeURI(s)", httpuv::decodeURI),
  entry("decoder", "r.httpuv.decodeURIComponent", version("R httpuv"), "httpuv::decodeURIComponent(s)",
    httpuv::decodeURIComponent),
  entry("decoder", "r.urltools.url_decode", version("R urltools"), "urltools::url_decode(s)", urltools::url_decode)
)
functions <- list()
for (e in table) functions[[e$id]] <- e$f

# oneline returns the message of an error, printable ASCII on one line.
oneline <- function(text) {
  octets <- utf8ToInt(enc2utf8(text))
  if (anyNA(octets)) octets <- as.integer(charToRaw(text))
  paste(ifelse(octets >= 32 & octets <= 126, vapply(octets, function(c) intToUtf8(c), ""),
    sprintf("\\u%04X", octets)), collapse = "")
}

answer <- function(id, digits) {
  octets <- as.raw(strtoi(regmatches(digits, gregexpr("..", digits))[[1]], 16L))
  if (any(octets == 0)) return("-") # a string of R holds no NUL
  s <- rawToChar(octets)
  Encoding(s) <- "UTF-8"
  tryCatch(
    {
      out <- functions[[id]](s)
      if (!is.character(out) || length(out) != 1 || is.na(out)) stop("returned ", deparse(out))
      paste(charToRaw(out), collapse = "")
    },
    error = function(e) paste0("!", oneline(conditionMessage(e)))
  )
}

mode <- commandArgs(trailingOnly = TRUE)
if (identical(mode, "list")) {
  for (e in table) cat(paste(e$kind, e$id, "R", e$version, "text", e$call, sep = "\t"), "\n", sep = "")
} else {
  input <- file("stdin", open = "r")
  while (length(line <- readLines(input, n = 1)) > 0) {
    fields <- strsplit(paste0(line, "\t."), "\t", fixed = TRUE)[[1]]
    cat(suppressWarnings(answer(fields[1], fields[2])), "\n", sep = "")
  }
}
