// Starts a browser on a server of its own on 127.0.0.1 and ends it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const browsers = {
  chromium: {
    prefix: [],
    program: 'chromium',
    version: (out) => /Chromium [\d.]+/.exec(out)[0],
    args: (dir, url) => ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--remote-debugging-port=0',
      '--host-resolver-rules=MAP * ~NOTFOUND,EXCLUDE 127.0.0.1', `--user-data-dir=${dir}`, url],
  },
  firefox: {
    prefix: [],
    program: 'firefox-esr',
    version: (out) => /Firefox [\d.]+\w*/.exec(out)[0],
    args: (dir, url) => {
      // Everything but 127.0.0.1 goes to a proxy that is not there.
      const prefs = {
        'network.proxy.type': 1, 'network.proxy.http': '127.0.0.1', 'network.proxy.http_port': 9, 'network.proxy.ssl': '127.0.0.1', 'network.proxy.ssl_port': 9,
        'network.proxy.socks': '127.0.0.1', 'network.proxy.socks_port': 9, 'network.proxy.no_proxies_on': '127.0.0.1', 'network.captive-portal-service.enabled': false,
        'network.connectivity-service.enabled': false, 'app.normandy.enabled': false, 'app.update.auto': false, 'browser.shell.checkDefaultBrowser': false,
        'browser.startup.homepage_override.mstone': 'ignore', 'datareporting.policy.dataSubmissionEnabled': false, 'toolkit.telemetry.enabled': false,
        'browser.aboutwelcome.enabled': false, 'dom.max_script_run_time': 0, 'services.settings.server': 'http://127.0.0.1:9/', 'extensions.update.enabled': false, 'browser.safebrowsing.update.enabled': false,
      };
      writeFileSync(path.join(dir, 'user.js'), Object.entries(prefs).map(([k, v]) => `user_pref(${JSON.stringify(k)}, ${JSON.stringify(v)});\n`).join(''));
      return ['--headless', '--no-remote', '--profile', dir, url];
    },
  },
  webkit: {
    program: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    version: (out) => /WebKitGTK [\d.]+/.exec(out)[0],
    // It has no headless mode.
    prefix: ['xvfb-run', '-a'],
    args: (dir, url) => ['--private', url],
  },
};

/** versionOf returns what the installed browser says of itself. */
export function versionOf(name) {
  const browser = browsers[name];
  const [file, ...rest] = [...browser.prefix, browser.program, '--version'];
  return browser.version(execFileSync(file, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
}

/**
 * browse opens the page at path in the browser and answers its requests with
 * serve(req, res, done) until that calls done.
 */
export async function browse(name, page, serve) {
  const browser = browsers[name];
  const dir = mkdtempSync(path.join(tmpdir(), name + '-'));
  let child;
  try {
    await new Promise((resolve, reject) => {
      const server = createServer({ maxHeaderSize: 1 << 23 }, (req, res) => serve(req, res, resolve).catch(reject));
      server.listen(0, '127.0.0.1', () => {
        const url = `http://127.0.0.1:${server.address().port}${page}`;
        const [file, ...args] = [...browser.prefix, browser.program, ...browser.args(dir, url)];
        child = spawn(file, args, { stdio: 'ignore', detached: true, env: { ...process.env, HOME: dir, TMPDIR: dir } });
        process.on('SIGTERM', () => reject(new Error('told to end')));
        child.on('error', reject);
        child.on('exit', () => reject(new Error(`${browser.program} ended`)));
      });
    });
  } finally {
    child?.removeAllListeners('exit');
    if (child?.pid) await end(child);
    rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** end asks the browser and what it started to end, and insists after a while. */
async function end(child) {
  const ended = new Promise((resolve) => { child.on('exit', resolve); });
  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch (e) {
      if (e.code !== 'ESRCH') throw e;
    }
  };
  signal('SIGTERM');
  await Promise.race([ended, sleep(3000)]);
  await sleep(500); // what it started ends after it
  signal('SIGKILL');
  await ended;
}
