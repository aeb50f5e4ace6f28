import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../src/testing/free-port.ts";
import { until } from "../../../src/testing/test-waiting.ts";

/** Each sample is checked by the program it is written for. */
export type Sample = { program: string; check: () => Promise<void> };

export function listSamples(folder: string, scratch: string): Sample[] {
  return [
    {
      program: "systemd-analyze",
      async check() {
        const unit = join(scratch, "attestamp.service");
        const text = readFileSync(join(folder, "attestamp.service"), "utf8");
        writeFileSync(unit, text.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
        await Bun.$`systemd-analyze verify ${unit}`.quiet();
        await Bun.$`systemd-analyze security --offline=true --threshold=35 --no-pager ${unit}`.quiet();
      },
    },
    {
      program: "caddy",
      async check() {
        for (const name of ["Caddyfile", "Caddyfile.cluster"])
          await Bun.$`caddy validate --adapter caddyfile --config ${join(folder, name)}`.quiet();
        await checkCaddyLog(join(folder, "Caddyfile"), scratch);
      },
    },
    {
      program: "nginx",
      async check() {
        const config = await nginxConfig(folder, scratch);
        await Bun.$`nginx -t -c ${config}`.quiet();
        await checkNginxLog(config, scratch);
      },
    },
  ];
}

/** The sample as nginx includes it, with an existing certificate and a log in the scratch folder. */
async function nginxConfig(folder: string, scratch: string): Promise<string> {
  const [certificate, key] = [join(scratch, "site.pem"), join(scratch, "site.key")];
  await Bun.$`openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=stamps.example.org -days 1 -keyout ${key} -out ${certificate}`.quiet();
  const site = readFileSync(join(folder, "nginx.conf"), "utf8")
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replaceAll("/var/log/nginx/attestamp.log", join(scratch, "access.log"));
  const path = join(scratch, "nginx.conf");
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const own = folders.map((name) => `${name}_temp_path ${join(scratch, name)};`).join("\n");
  writeFileSync(path, `pid ${scratch}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${own}\n${site}}\n`);
  return path;
}

const token = "aB_-5".repeat(8).concat("xyz");
/** Links of earlier releases, and an address that someone altered. */
const secretPaths = [`/share/${token}`, `/api/shared/download?token=${token}`, `/es/Share/${token}`];

/** Requests the secret paths while no server is behind the proxy. Throws if one of its logs contains the token. */
async function checkLog(origin: string, readLog: () => string): Promise<void> {
  const get = (path: string) => fetch(`${origin}${path}`, { tls: { rejectUnauthorized: false } });
  await until("the proxy answers", () => get("/").then(Boolean, () => false));
  for (const path of secretPaths) {
    const { status } = await get(path);
    if (status !== 502) throw new Error(`${path}: ${status} instead of 502`);
  }
  await until("the requests are logged", () => readLog().includes("/es/"));
  if (readLog().includes(token)) throw new Error(`A token is in the log:\n${readLog()}`);
}

async function checkCaddyLog(config: string, scratch: string): Promise<void> {
  const [site, admin, upstream] = [await freePort(), await freePort(), await freePort()];
  const log = join(scratch, "caddy.log");
  const caddy = Bun.spawn(["caddy", "run", "--adapter", "caddyfile", "--config", config], {
    env: {
      ...process.env,
      HOME: scratch,
      CADDY_ADMIN: `localhost:${admin}`,
      SITE: `http://localhost:${site}`,
      UPSTREAM: `127.0.0.1:${upstream}`,
    },
    stdout: "ignore",
    stderr: Bun.file(log),
  });
  try {
    await checkLog(`http://localhost:${site}`, () => readFileSync(log, "utf8"));
  } finally {
    caddy.kill();
    await caddy.exited;
  }
}

async function checkNginxLog(config: string, scratch: string): Promise<void> {
  const [plain, secure, upstream] = [await freePort(), await freePort(), await freePort()];
  const logs = ["access.log", "error.log"].map((name) => join(scratch, name));
  const [, error = ""] = logs;
  const text = readFileSync(config, "utf8")
    .replace(/^\tlisten \[::\].*\n/gm, "")
    .replaceAll("listen 80;", `listen 127.0.0.1:${plain};`)
    .replaceAll("listen 443 ssl;", `listen 127.0.0.1:${secure} ssl;`)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${upstream}`);
  const started = join(scratch, "started.conf");
  writeFileSync(started, `error_log ${error};\ndaemon off;\nmaster_process off;\n${text}`);
  const nginx = Bun.spawn(["nginx", "-e", error, "-c", started], { stdout: "ignore", stderr: "ignore" });
  try {
    const read = () => logs.map((path) => readFileSync(path, "utf8")).join("");
    await checkLog(`https://127.0.0.1:${secure}`, read);
  } finally {
    nginx.kill();
    await nginx.exited;
  }
}
