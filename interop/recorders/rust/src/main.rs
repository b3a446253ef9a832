//! The rust recorder runs the percent-encoders and decoders of five crates.

use percent_encoding::{percent_decode, percent_encode, AsciiSet, CONTROLS, NON_ALPHANUMERIC};
use std::ffi::OsStr;
use std::fmt::Debug;
use std::io::{self, BufRead, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use url::Url;

type Answer = Result<Vec<u8>, String>;

struct Implementation {
    kind: &'static str,
    id: &'static str,
    package: &'static str,
    units: &'static str,
    call: &'static str,
    run: fn(&[u8]) -> Answer,
}

/// The set of the example in the documentation of the crate.
const FRAGMENT: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');

fn text(b: &[u8]) -> &str {
    std::str::from_utf8(b).expect("units text")
}

fn failed<E: Debug>(e: E) -> String {
    format!("{e:?}")
}

fn between(s: &str, before: &str, after: &str) -> Answer {
    s.strip_prefix(before)
        .and_then(|s| s.strip_suffix(after))
        .map(|s| s.as_bytes().to_vec())
        .ok_or_else(|| "the x around the value did not survive".to_string())
}

fn encoded(b: &[u8], set: &'static AsciiSet) -> Answer {
    Ok(percent_encode(b, set).to_string().into_bytes())
}

/// Changes a URL by f and returns one of its parts.
fn change(url: &str, f: impl FnOnce(&mut Url) -> Result<(), ()>, part: fn(&Url) -> &str) -> Answer {
    let mut u = Url::parse(url).expect("a valid URL");
    f(&mut u).map_err(failed)?;
    Ok(part(&u).as_bytes().to_vec())
}

fn path_of_file(b: &[u8]) -> Answer {
    let path = [b"/x", b, b"x"].concat();
    let u = Url::from_file_path(Path::new(OsStr::from_bytes(&path))).map_err(failed)?;
    between(u.as_str(), "file:///x", "x")
}

fn set_path(b: &[u8]) -> Answer {
    let mut u = Url::parse("http://h/").expect("a valid URL");
    u.set_path(&format!("/x{}x", text(b)));
    between(u.path(), "/x", "x")
}

fn push(b: &[u8]) -> Answer {
    let mut u = Url::parse("http://h").expect("a valid URL");
    u.path_segments_mut().map_err(failed)?.push(text(b));
    between(u.path(), "/", "")
}

fn query(url: &str, b: &[u8]) -> Answer {
    change(url, |u| Ok(u.set_query(Some(text(b)))), |u| u.query().expect("a query"))
}

fn parse_form(b: &[u8]) -> Answer {
    let form = [b"k=", b].concat();
    let first = form_urlencoded::parse(&form).next().ok_or("no pair")?;
    Ok(first.1.as_bytes().to_vec())
}

fn serde_parse(b: &[u8]) -> Answer {
    let form = format!("k={}", text(b));
    let pairs = serde_urlencoded::from_str::<Vec<(String, String)>>(&form).map_err(|e| e.to_string())?;
    Ok(pairs.into_iter().next().ok_or("no pair")?.1.into_bytes())
}

const ALL: &[Implementation] = &[
    Implementation { kind: "encoder", id: "rust.percent-encoding.NON_ALPHANUMERIC", package: "percent-encoding", units: "bytes",
        call: "percent_encode(b,NON_ALPHANUMERIC)", run: |b| encoded(b, NON_ALPHANUMERIC) },
    Implementation { kind: "encoder", id: "rust.percent-encoding.CONTROLS", package: "percent-encoding", units: "bytes",
        call: "percent_encode(b,CONTROLS)", run: |b| encoded(b, CONTROLS) },
    Implementation { kind: "encoder", id: "rust.percent-encoding.doc_fragment", package: "percent-encoding", units: "bytes",
        call: "percent_encode(b,&CONTROLS.add(' ','\"','<','>','`'))", run: |b| encoded(b, FRAGMENT) },
    Implementation { kind: "encoder", id: "rust.form_urlencoded.byte_serialize", package: "form_urlencoded", units: "bytes",
        call: "form_urlencoded::byte_serialize(b)", run: |b| Ok(form_urlencoded::byte_serialize(b).collect::<String>().into_bytes()) },
    Implementation { kind: "encoder", id: "rust.urlencoding.encode", package: "urlencoding", units: "bytes",
        call: "urlencoding::encode_binary(b)", run: |b| Ok(urlencoding::encode_binary(b).into_owned().into_bytes()) },
    Implementation { kind: "encoder", id: "rust.serde_urlencoded.to_string", package: "serde_urlencoded", units: "text",
        call: "serde_urlencoded::to_string([(\"k\",s)]) after k=",
        run: |b| between(&serde_urlencoded::to_string([("k", text(b))]).map_err(|e| e.to_string())?, "k=", "") },
    Implementation { kind: "encoder", id: "rust.url.set_path", package: "url", units: "text",
        call: "u.set_path(\"/x\"+s+\"x\"); u.path(), between", run: set_path },
    Implementation { kind: "encoder", id: "rust.url.path_segments_push", package: "url", units: "text",
        call: "u.path_segments_mut().push(s); u.path()[1..]", run: push },
    Implementation { kind: "encoder", id: "rust.url.set_query", package: "url", units: "text",
        call: "u.set_query(s); u.query(), http:", run: |b| query("http://h/", b) },
    Implementation { kind: "encoder", id: "rust.url.set_query_nonspecial", package: "url", units: "text",
        call: "u.set_query(s); u.query(), foo:", run: |b| query("foo://h/", b) },
    Implementation { kind: "encoder", id: "rust.url.set_fragment", package: "url", units: "text",
        call: "u.set_fragment(s); u.fragment()",
        run: |b| change("http://h/", |u| Ok(u.set_fragment(Some(text(b)))), |u| u.fragment().expect("a fragment")) },
    Implementation { kind: "encoder", id: "rust.url.set_username", package: "url", units: "text",
        call: "u.set_username(s); u.username()", run: |b| change("http://h/", |u| u.set_username(text(b)), |u| u.username()) },
    Implementation { kind: "encoder", id: "rust.url.from_file_path", package: "url", units: "bytes",
        call: "Url::from_file_path(\"/x\"+b+\"x\"), between", run: path_of_file },
    Implementation { kind: "decoder", id: "rust.percent-encoding.decode", package: "percent-encoding", units: "bytes",
        call: "percent_decode(b)", run: |b| Ok(percent_decode(b).collect()) },
    Implementation { kind: "decoder", id: "rust.percent-encoding.decode_utf8", package: "percent-encoding", units: "bytes",
        call: "percent_decode(b).decode_utf8()",
        run: |b| percent_decode(b).decode_utf8().map(|s| s.as_bytes().to_vec()).map_err(|e| e.to_string()) },
    Implementation { kind: "decoder", id: "rust.percent-encoding.decode_utf8_lossy", package: "percent-encoding", units: "bytes",
        call: "percent_decode(b).decode_utf8_lossy()", run: |b| Ok(percent_decode(b).decode_utf8_lossy().as_bytes().to_vec()) },
    Implementation { kind: "decoder", id: "rust.form_urlencoded.parse", package: "form_urlencoded", units: "bytes",
        call: "form_urlencoded::parse(\"k=\"+s): value of the first pair", run: parse_form },
    Implementation { kind: "decoder", id: "rust.urlencoding.decode", package: "urlencoding", units: "text",
        call: "urlencoding::decode(s)",
        run: |b| urlencoding::decode(text(b)).map(|s| s.as_bytes().to_vec()).map_err(|e| e.to_string()) },
    Implementation { kind: "decoder", id: "rust.urlencoding.decode_binary", package: "urlencoding", units: "bytes",
        call: "urlencoding::decode_binary(b)", run: |b| Ok(urlencoding::decode_binary(b).into_owned()) },
    Implementation { kind: "decoder", id: "rust.serde_urlencoded.from_str", package: "serde_urlencoded", units: "text",
        call: "serde_urlencoded::from_str::<Vec<(String,String)>>(\"k=\"+s): value of the first pair", run: serde_parse },
];

/// The version of a crate that was built in.
fn version(package: &str) -> String {
    let lock = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock"));
    let start = format!("name = \"{package}\"\nversion = \"");
    let at = lock.find(&start).expect("the crate in Cargo.lock") + start.len();
    format!("{package} {}", lock[at..].split('"').next().unwrap())
}

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    match std::env::args().nth(1).as_deref() {
        Some("list") => {
            for i in ALL {
                writeln!(out, "{}\t{}\tRust\t{}\t{}\t{}", i.kind, i.id, version(i.package), i.units, i.call)?;
            }
            return Ok(());
        }
        Some("run") => {}
        _ => {
            eprintln!("usage: run list|run");
            std::process::exit(2);
        }
    }
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (id, digits) = line.split_once('\t').expect("a tab");
        let value: Vec<u8> = (0..digits.len() / 2)
            .map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).expect("hex"))
            .collect();
        let i = ALL.iter().find(|i| i.id == id).expect("a known implementation");
        match (i.run)(&value) {
            Ok(b) => writeln!(out, "{}", b.iter().map(|x| format!("{x:02x}")).collect::<String>())?,
            Err(e) => writeln!(out, "!{}", e.replace(['\n', '\r'], " "))?,
        }
        out.flush()?;
    }
    Ok(())
}
