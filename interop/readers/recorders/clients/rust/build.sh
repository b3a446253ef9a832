# Builds the worker in the cache, offline, from the crates that Debian packages unpack.
set -eu
cache=$1/rust
mkdir -p "$cache/src"
cmp -s rust/Cargo.toml "$cache/Cargo.toml" || cp rust/Cargo.toml "$cache/"
cmp -s rust/src/main.rs "$cache/src/main.rs" || cp rust/src/main.rs "$cache/src/"
cd "$cache"
cargo build --quiet --release --offline --config 'source.crates-io.replace-with="debian"' \
	--config 'source.debian.directory="/usr/share/cargo/registry"'
