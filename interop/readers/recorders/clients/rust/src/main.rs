// Fetches URLs with the crate that is named.
use std::io::{self, BufRead, Write};
use std::time::Duration;

fn main() -> io::Result<()> {
    let with_reqwest = std::env::args().nth(1).as_deref() == Some("reqwest");
    let timeout = Duration::from_secs(10);
    let client = reqwest::blocking::Client::builder().timeout(timeout).no_proxy().build().unwrap();
    let agent = ureq::AgentBuilder::new().timeout(timeout).build();
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let digits = line?;
        let octets: Vec<u8> = (0..digits.len() / 2).map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap()).collect();
        match std::str::from_utf8(&octets) {
            Err(_) => writeln!(out, "?")?,
            Ok(s) => {
                if with_reqwest {
                    let _ = client.get(s).send();
                } else {
                    let _ = agent.get(s).call();
                }
                writeln!(out, ".")?;
            }
        }
        out.flush()?;
    }
    Ok(())
}
