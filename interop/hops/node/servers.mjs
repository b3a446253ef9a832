// Starts the server that the first argument names, on 127.0.0.1 and the port of the
// second, with the folder of files or the port behind it as the fourth. Paths are answered
// in hexadecimal in fields that end with the third.
import http from "node:http";

const [kind, port, tag, behind] = process.argv.slice(2);
const RULE = `X-Rule-${tag}-Hex`, APP = `X-App-${tag}-Hex`, AT = `X-At-${tag}`;

// Text that Node.js read from the wire has one octet a character; what was decoded is
// UTF-8.
const raw = text => Buffer.from(text, "latin1").toString("hex");
const decoded = text => Buffer.from(text, "utf8").toString("hex");
const listen = handler => http.createServer(handler).listen(port, "127.0.0.1");

// Errors are answered as the framework does, but not printed.
console.error = () => {};

function express(framework, wildcard, captured) {
  const app = framework();
  app.use((req, res, next) => {
    res.set(AT, "/").set(RULE, raw(req.path));
    next();
  });
  app.use("/admin", (req, res, next) => {
    res.set(AT, "/admin");
    next();
  });
  app.get(wildcard, (req, res) => res.set(APP, decoded(captured(req.params))).end());
  listen(app);
}

async function serveStatic(name) {
  const framework = (await import(name)).default;
  const app = framework();
  app.use("/static", framework.static(behind + "/files"));
  app.use(framework.static(behind + "/www"));
  listen(app);
}

async function fastify(register) {
  const app = (await import("fastify")).default();
  await register(app);
  app.get("/*", (request, reply) => {
    reply.header(RULE, raw(request.url)).header(APP, decoded("/" + request.params["*"])).send();
  });
  await app.listen({ port: Number(port), host: "127.0.0.1" });
}

const servers = {
  http() {
    listen((req, res) => res.setHeader(APP, raw(req.url)).end());
  },
  url() {
    listen((req, res) => {
      try {
        res.setHeader(APP, decoded(new URL(req.url, "http://h.test").pathname));
      } catch {
        res.statusCode = 500;
      }
      res.end();
    });
  },
  async "http-proxy"() {
    const { default: httpProxy } = await import("http-proxy");
    const proxy = httpProxy.createProxyServer({ target: `http://127.0.0.1:${behind}` });
    proxy.on("error", (err, req, res) => res.writeHead(502).end());
    listen((req, res) => {
      res.setHeader(RULE, raw(req.url));
      try {
        proxy.web(req, res);
      } catch {
        res.writeHead(500).end();
      }
    });
  },
  async "http-proxy-middleware"() {
    const { createProxyMiddleware } = await import("http-proxy-middleware");
    const app = (await import("express5")).default();
    app.use((req, res, next) => {
      res.set(RULE, raw(req.path));
      next();
    });
    app.use("/api", createProxyMiddleware({ target: `http://127.0.0.1:${behind}` }));
    listen(app);
  },
  async express4() {
    express((await import("express4")).default, "*", params => params[0]);
  },
  async express5() {
    express((await import("express5")).default, "/{*path}", params => "/" + (params.path ?? []).join("/"));
  },
  static4: () => serveStatic("express4"),
  static5: () => serveStatic("express5"),
  fastify: () => fastify(() => {}),
  middie: () => fastify(async app => {
    await app.register((await import("@fastify/middie")).default);
    app.use("/admin", (req, res) => {
      res.statusCode = 403;
      res.end();
    });
  }),
  async koa() {
    const { default: Koa } = await import("koa");
    const app = new Koa();
    app.silent = true;
    app.use(ctx => {
      ctx.set(APP, raw(ctx.path));
      ctx.body = "";
    });
    listen(app.callback());
  },
  async "koa-router"() {
    const [{ default: Koa }, { default: Router }] = [await import("koa"), await import("@koa/router")];
    const app = new Koa(), router = new Router();
    app.silent = true;
    router.get("/{*path}", ctx => {
      ctx.set(RULE, raw(ctx.path));
      ctx.set(APP, decoded("/" + (ctx.params.path ?? "")));
      ctx.body = "";
    });
    app.use(router.routes());
    listen(app.callback());
  },
  async hono() {
    const [{ Hono }, { serve }] = [await import("hono"), await import("@hono/node-server")];
    const app = new Hono();
    app.get("/:path{.*}", c => {
      c.header(RULE, decoded(c.req.path));
      c.header(APP, decoded("/" + c.req.param("path")));
      return c.body("");
    });
    serve({ fetch: app.fetch, port: Number(port), hostname: "127.0.0.1" });
  },
};
await servers[kind]();
