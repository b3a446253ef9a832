// The crates url and http.
use std::fmt::Write as _;
use std::io::{self, BufRead, BufWriter, Write};

type Parts = Option<[Option<String>; 8]>;

fn url_parts(s: &str) -> Parts {
    let u = url::Url::parse(s).ok()?;
    let text = |s: &str| Some(s.to_string());
    Some([
        text(u.scheme()),
        text(u.username()),
        u.password().map(str::to_string),
        u.host_str().map(str::to_string),
        u.port().map(|p| p.to_string()),
        text(u.path()),
        u.query().map(str::to_string),
        u.fragment().map(str::to_string),
    ])
}

fn http_parts(s: &[u8]) -> Parts {
    let u = http::Uri::try_from(s).ok()?;
    let userinfo = u.authority().and_then(|a| a.as_str().rsplit_once('@').map(|(user, _)| user.to_string()));
    Some([
        u.scheme_str().map(str::to_string),
        userinfo,
        None,
        u.host().map(str::to_string),
        u.port().map(|p| p.as_str().to_string()),
        Some(u.path().to_string()),
        u.query().map(str::to_string),
        None,
    ])
}

fn line(parts: Parts) -> String {
    let Some(parts) = parts else { return "!".to_string() };
    let mut out = "=".to_string();
    for part in parts {
        out.push('\t');
        match part {
            None => out.push('-'),
            Some(text) => text.bytes().for_each(|b| write!(out, "{b:02x}").unwrap()),
        }
    }
    out
}

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    if std::env::args().nth(1).as_deref() == Some("list") {
        writeln!(out, "rust.url\t{}\taccessors\tRust crate url\tUrl::parse(s): scheme(), username(), password(), host_str(), port(), path(), query(), fragment()", std::env::var("URL_VERSION").unwrap())?;
        writeln!(out, "rust.http\t{}\taccessors\tRust crate http\tUri::try_from(octets): scheme_str(), what of authority() stands before the last @, host(), port(), path(), query()", std::env::var("HTTP_VERSION").unwrap())?;
        return out.flush();
    }
    for question in io::stdin().lock().lines() {
        let question = question?;
        let (name, digits) = question.split_once('\t').unwrap();
        let octets: Vec<u8> = (0..digits.len() / 2).map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap()).collect();
        let answer = match (name, std::str::from_utf8(&octets)) {
            ("rust.http", _) => line(http_parts(&octets)),
            (_, Ok(s)) => line(url_parts(s)),
            (_, Err(_)) => "?".to_string(),
        };
        writeln!(out, "{answer}")?;
    }
    out.flush()
}
