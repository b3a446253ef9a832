# Records the percent-encoders and percent-decoders of Tcl and tcllib.

foreach package {http uri::urn ncgi} {
    if {[catch {package require $package} missing]} {
        puts stderr $missing
        exit 77
    }
}

proc version {package name} {
    return "$name [package present $package] (Tcl [info patchlevel])"
}

# A string of Tcl holds lone surrogates, so what takes text has units utf16.
set table [list \
    encoder tcl.http.quoteString [version http "tcl http"] utf16 {http::quoteString $s} \
        {http::quoteString $s} \
    encoder tcl.http.formatQuery [version http "tcl http"] utf16 {http::formatQuery k $s, after k=} \
        {string range [http::formatQuery k $s] 2 end} \
    encoder tcl.uri.urn.quote [version uri::urn "tcllib uri::urn"] utf16 {uri::urn::quote $s} \
        {uri::urn::quote $s} \
    encoder tcl.ncgi.encode [version ncgi "tcllib ncgi"] bytes {ncgi::encode $s} \
        {ncgi::encode $s} \
    encoder tcl.ncgi.encode.text [version ncgi "tcllib ncgi"] utf16 {ncgi::encode $s (characters)} \
        {ncgi::encode $s} \
    decoder tcl.uri.urn.unquote [version uri::urn "tcllib uri::urn"] utf16 {uri::urn::unquote $s} \
        {uri::urn::unquote $s} \
    decoder tcl.ncgi.decode [version ncgi "tcllib ncgi"] utf16 {ncgi::decode $s} \
        {ncgi::decode $s} \
]

proc printable text {
    set out ""
    foreach c [split $text ""] {
        append out [expr {[string match {[ -~]} $c] ? $c : [format {\u%04X} [scan $c %c]]}]
    }
    return $out
}

foreach {kind id version unit call script} $table {
    set units($id) $unit
    proc $id s $script
    if {$argv eq "list"} {
        puts [join [list $kind $id Tcl $version $unit $call] \t]
    }
}
if {$argv eq "list"} {
    exit
}
fconfigure stdout -buffering line
while {[gets stdin line] >= 0} {
    lassign [split $line \t] id hex
    set s [binary format H* $hex]
    if {$units($id) ne "bytes"} {
        set s [encoding convertfrom utf-8 $s]
    }
    if {[catch {$id $s} out]} {
        puts ![printable $out]
        continue
    }
    # Octets of a function of octets are characters up to U+00FF.
    if {$units($id) ne "bytes" || [regexp {[^\u0000-\u00FF]} $out]} {
        set out [encoding convertto utf-8 $out]
    }
    binary scan $out H* hex
    puts $hex
}
