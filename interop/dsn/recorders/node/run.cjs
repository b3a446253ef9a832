// Answers what drivers of npm read in connection URIs: run.cjs FAMILY, a URI in hexadecimal on
// each line of standard input. A line "# driver version call" comes before the answers of each driver.
'use strict';
const fs = require('fs');
const path = require('path');
const root = process.env.DSN_NPM;
const packageIn = (...names) => JSON.parse(fs.readFileSync(path.join(root, ...names, 'package.json')));
// Where a package that is asked is installed: one in several versions has a folder for each.
let asked, folder;
const need = (name) => {
  if (name === asked || name.startsWith(asked + '/')) return require(path.join(root, 'node_modules', folder + name.slice(asked.length)));
  const own = path.join(root, 'node_modules', folder, 'node_modules', name);
  return require(fs.existsSync(own) ? own : path.join(root, 'node_modules', name));
};
const versionOf = (name) => packageIn('node_modules', name).version;

const text = (v) => (v === undefined || v === null ? null : typeof v === 'object' ? JSON.stringify(v) : String(v));
const hex = (v) => Buffer.from(text(v), 'utf8').toString('hex');

// answer keeps of rest what is in no base.
const answer = (user, password, host, port, database, rest = {}) => ({ parts: [user, password, host, port, database], rest });
const without = (object, ...names) => Object.fromEntries(Object.entries(object).filter(([name, v]) => !names.includes(name) && v !== undefined && v !== null && typeof v !== 'function'));
const list = (v) => (Array.isArray(v) ? v.join(',') : v);

const drivers = {
  postgresql: {
    'pg-connection-string': ['pg-connection-string', 'parse(uri)', (uri) => {
      const c = need('pg-connection-string').parse(uri);
      return answer(c.user, c.password, c.host, c.port, c.database, without(c, 'user', 'password', 'host', 'port', 'database'));
    }],
    pg: ['pg', 'new Client(uri).connectionParameters', (uri) => {
      const c = new (need('pg').Client)(uri).connectionParameters;
      return answer(c.user, c.password, c.host, c.port, c.database, without(c, 'user', 'password', 'host', 'port', 'database', 'isDomainSocket', 'binary'));
    }],
    'postgres.js': ['postgres', 'postgres(uri).options', (uri) => {
      const o = need('postgres')(uri).options;
      return answer(o.user, o.pass, o.path || list(o.host), list(o.port), o.database, without({ ...o.connection, ssl: o.ssl }));
    }],
    knex: ['knex', "knex({client: 'pg', connection: uri}).client.connectionSettings", (uri) => {
      const c = need('knex')({ client: 'pg', connection: uri }).client.connectionSettings;
      return answer(c.user, c.password, c.host, c.port, c.database, without(c, 'user', 'password', 'host', 'port', 'database'));
    }],
    sequelize: ['sequelize', 'new Sequelize(uri).config', (uri) => {
      const s = new (need('sequelize').Sequelize)(uri, { logging: false });
      const c = s.config;
      return answer(c.username, c.password, c.host, c.port, c.database, without(s.options.dialectOptions || {}, 'host'));
    }],
    typeorm: ['typeorm', "DriverUtils.buildDriverOptions({type: 'postgres', url: uri})", (uri) => {
      const c = need('typeorm/driver/DriverUtils.js').DriverUtils.buildDriverOptions({ type: 'postgres', url: uri });
      return answer(c.username, c.password, c.host, c.port, c.database, without(c, 'username', 'user', 'password', 'host', 'port', 'database', 'url', 'type'));
    }],
  },
  mysql: {
    mysql2: ['mysql2', 'new ConnectionConfig(uri)', mysql2],
    knex: ['knex', "knex({client: 'mysql2', connection: uri}).client.connectionSettings", (uri) => {
      const c = need('knex')({ client: 'mysql2', connection: uri }).client.connectionSettings;
      return answer(c.user, c.password, c.host, c.port, c.database, without(c, 'user', 'password', 'host', 'port', 'database'));
    }],
    sequelize: ['sequelize', 'new Sequelize(uri).config', (uri) => {
      const s = new (need('sequelize').Sequelize)(uri, { logging: false });
      const c = s.config;
      return answer(c.username, c.password, c.host, c.port, c.database, without(s.options.dialectOptions || {}, 'host'));
    }],
    typeorm: ['typeorm', "DriverUtils.buildDriverOptions({type: 'mysql', url: uri})", (uri) => {
      const c = need('typeorm/driver/DriverUtils.js').DriverUtils.buildDriverOptions({ type: 'mysql', url: uri });
      return answer(c.username, c.password, c.host, c.port, c.database, without(c, 'username', 'user', 'password', 'host', 'port', 'database', 'url', 'type'));
    }],
  },
  mariadb: {
    mariadb: ['mariadb', 'new ConnectionOptions(uri)', mariadb],
  },
  redis: {
    ioredis: ['ioredis', 'new Redis(uri, {lazyConnect: true}).options', ioredis],
    'node-redis': ['redis', 'createClient({url: uri}).options', (uri) => {
      const o = need('@redis/client').createClient({ url: uri }).options; // of redis, which adds commands to a class for each
      return answer(o.username, o.password, o.socket?.path || o.socket?.host, o.socket?.port, o.database, without({ tls: o.socket?.tls }));
    }],
  },
  mongodb: {
    mongodb: ['mongodb', 'new MongoClient(uri).options', (uri) => {
      const m = new (need('mongodb').MongoClient)(uri);
      const o = m.options;
      const c = o.credentials;
      return answer(c?.username, c?.password, o.srvHost || o.hosts.map((h) => h.socketPath || h.host).join(','), o.srvHost ? null : o.hosts.map((h) => h.port ?? '').join(','), m.s.options.dbName,
        without({ authSource: c?.source, appName: o.appName, replicaSet: o.replicaSet, tls: o.tls, w: o.writeConcern?.w }));
    }],
    'mongodb-connection-string-url': ['mongodb-connection-string-url', 'new ConnectionString(uri)', (uri) => {
      const c = new (need('mongodb-connection-string-url').default)(uri);
      return answer(c.username, c.password, c.hosts.join(','), null, c.pathname, Object.fromEntries(c.searchParams));
    }],
  },
  amqp: {
    amqplib: ['amqplib', "connect(uri): what Connection.open was given", amqplib],
  },
  'clickhouse-http': {
    'clickhouse-js': ['@clickhouse/client', 'createClient({url: uri})', (uri) => {
      const c = need('@clickhouse/client').createClient({ url: uri, log: { LoggerClass: class { trace() {} debug() {} info() {} warn() {} error() {} } } });
      const p = c.connectionParams || c.connection?.params || {};
      return answer(p.auth?.username, p.auth?.password, p.url?.hostname, p.url?.port, p.database, without({ ...(p.clickhouse_settings || {}) }));
    }],
  },
  smtp: {
    nodemailer: ['nodemailer', 'createTransport(uri).options', (uri) => {
      const o = need('nodemailer').createTransport(uri).options;
      return answer(o.auth?.user, o.auth?.pass, o.host, o.port, null, without(o, 'auth', 'host', 'port', 'url'));
    }],
  },
  sqlserver: {
    mssql: ['mssql', 'ConnectionPool.parseConnectionString(uri)', (uri) => {
      const c = need('mssql').ConnectionPool.parseConnectionString(uri);
      return answer(c.user, c.password, c.server, c.port, c.database, without({ ...c, ...c.options, options: undefined, pool: c.pool && Object.keys(c.pool).length ? c.pool : undefined }, 'user', 'password', 'server', 'port', 'database'));
    }],
  },
  nats: {
    'nats.js': ['nats', 'connect({servers: uri}): what it dials, and the credentials of its options', (uri) => nats(uri)],
  },
  couchbase: {
    'couchbase-node': ['couchbase', 'ConnSpec.parse(uri)', (uri) => {
      const c = need('couchbase/dist/connspec.js').ConnSpec.parse(uri);
      return answer(null, null, c.hosts.map((h) => h[0]).join(','), c.hosts.map((h) => h[1]).join(','), c.bucket, without(c.options));
    }],
  },
  elasticsearch: {
    'elasticsearch-js': ['@elastic/elasticsearch', 'new Client({node: uri}): its first connection', (uri) => {
      const { Client } = need('@elastic/elasticsearch');
      const c = new Client({ node: uri });
      const n = c.connectionPool.connections[0];
      const basic = /^Basic (.*)$/.exec(n.headers.authorization || '');
      const [, user, password] = basic ? /^([^:]*):(.*)$/s.exec(Buffer.from(basic[1], 'base64').toString()) : [];
      return answer(user, password, n.url.hostname, n.url.port, n.url.pathname, without({ protocol: n.url.protocol }));
    }],
  },
  libsql: {
    'libsql-js': ['@libsql/client', 'expandConfig({url: uri}, true)', (uri) => {
      const c = need('@libsql/core/lib-cjs/config.js').expandConfig({ url: uri }, true);
      const a = c.authority;
      return answer(a?.userinfo?.username, a?.userinfo?.password, a?.host, a?.port, c.path, without({ authToken: c.authToken, scheme: c.scheme, tls: c.tls }));
    }],
  },
};

function mariadb(uri) {
  const m = need('mariadb/lib/config/connection-options.js');
  const Options = m.default || m;
  const c = new Options(uri);
  return answer(c.user, c.password, c.socketPath || c.host, c.port, c.database, without({ ssl: c.ssl, charset: c.collation && c.collation.name, connectTimeout: c.connectTimeout, multipleStatements: c.multipleStatements }));
}

function ioredis(uri) {
  const r = new (need('ioredis'))(uri, { lazyConnect: true });
  const o = r.options;
  return answer(o.username, o.password, o.path || o.host, o.port, o.db, without(o, 'username', 'password', 'host', 'port', 'db', 'path', 'lazyConnect', 'retryStrategy', 'sentinelRetryStrategy'));
}

function mysql2(uri) {
  const c = new (need('mysql2/lib/connection_config.js'))(uri);
  return answer(c.user, c.password, c.socketPath || c.host, c.port, c.database, without(c, 'user', 'password', 'host', 'port', 'database', 'pool', 'clientFlags', 'maxPacketSize'));
}

function amqplib(uri) {
  const { Connection } = need('amqplib/lib/connection.js');
  const net = require('net');
  const tls = require('tls');
  const before = [Connection.prototype.open, net.connect, tls.connect];
  let got, options;
  const queue = [];
  const { PassThrough } = require('stream');
  const connect = (o, f) => {
    options = o;
    const s = new PassThrough();
    s.setNoDelay = s.setKeepAlive = s.setTimeout = () => {};
    s.on('error', () => {});
    queue.push(f.bind(s));
    return s;
  };
  Connection.prototype.open = (fields) => { got = fields; };
  net.connect = connect;
  tls.connect = connect;
  try {
    need('amqplib/lib/connect.js').connect(uri, {}, () => {});
    queue.forEach((f) => f());
  } finally {
    [Connection.prototype.open, net.connect, tls.connect] = before;
  }
  const [, user, password] = got.response.toString('utf8').split('\0');
  return answer(user, password, options.host, options.port, got.virtualHost, without({ heartbeat: got.heartbeat, frameMax: got.frameMax, channelMax: got.channelMax, locale: got.locale }));
}

function nats(uri) {
  const { Servers } = need('nats/lib/nats-base-client/servers.js');
  const { setTransportFactory, defaultPort } = need('nats/lib/nats-base-client/transport.js');
  setTransportFactory({ defaultPort: 4222 });
  const list = new Servers(uri.split(',').length ? [uri] : [], { randomize: false }).getServers();
  const s = list[0];
  return answer(null, null, s.hostname, s.port, null, {});
}

const family = process.argv[2];
const uris = fs.readFileSync(0, 'utf8').split('\n').filter((l, i, all) => i < all.length - 1).map((l) => Buffer.from(l, 'hex').toString('utf8'));
const osUser = require('os').userInfo().username;
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
console.warn = console.error = console.log = () => {};
process.emitWarning = () => {};
const installed = Object.keys(packageIn().dependencies);
const all = Object.entries(drivers[family] || {}).flatMap(([name, [pkg, ...rest]]) => installed.filter((f) => f === pkg || f.startsWith(pkg + '-') && f === `${pkg}-${versionOf(f)}`).map((f) => [name, pkg, f, ...rest]));
for (const [name, pkg, where, call, read] of all) {
  [asked, folder] = [pkg, where];
  let out = `#\t${name}\t${versionOf(where)}\t${call}\n`;
  const known = {};
  try {
    Object.assign(known, read(uris[0]).rest);
  } catch (e) { process.stderr.write(`${name}: ${e.stack}\n`); }
  for (const uri of uris) {
    try {
      const a = read(uri);
      const fields = a.parts.map((v, i) => (text(v) === null || (i === 0 && v === osUser) ? '-' : hex(v)));
      const options = Object.entries(a.rest).filter(([k, v]) => text(v) !== text(known[k])).map(([k, v]) => `${hex(k)}=${hex(v)}`).sort();
      out += `=\t${[...fields, ...options].join('\t')}\n`;
    } catch (e) {
      out += `!\t${hex(e && e.message !== undefined ? e.message : String(e))}\n`;
    }
  }
  for (let rest = Buffer.from(out); rest.length > 0;) { // a pipe takes a part at a time
    try {
      rest = rest.subarray(fs.writeSync(1, rest));
    } catch (e) {
      if (e.code !== 'EAGAIN') throw e;
    }
  }
}
process.exit(0);
