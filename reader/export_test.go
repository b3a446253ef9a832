package reader

// Slow is Reader.Read without the short way for canonical URLs.
func Slow(r Reader, url string) Reading { return r.row.read(url) }
