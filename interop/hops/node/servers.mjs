// Starts the server that the first argument names, on 127.0.0.1 and the port of the
// second. Paths are answered in hexadecimal in fields that end with the third.
import http from "node:http";

const [kind, port, tag] = process.argv.slice(2);

// Text that Node.js read as Latin-1 has one octet a character; decoded text is UTF-8.
const hex = (text, encoding) => Buffer.from(text, encoding).toString("hex");

const servers = {
  http() {
    http.createServer((req, res) => {
      res.setHeader(`X-App-${tag}-Hex`, hex(req.url, "latin1"));
      res.end();
    }).listen(port, "127.0.0.1");
  },
  url() {
    http.createServer((req, res) => {
      try {
        res.setHeader(`X-App-${tag}-Hex`, hex(new URL(req.url, "http://h.test").pathname, "utf8"));
      } catch {
        res.statusCode = 500;
      }
      res.end();
    }).listen(port, "127.0.0.1");
  },
};
await servers[kind]();
