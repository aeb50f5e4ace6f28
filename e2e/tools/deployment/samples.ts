import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
      },
    },
    {
      program: "nginx",
      async check() {
        await Bun.$`nginx -t -c ${await nginxConfig(folder, scratch)}`.quiet();
      },
    },
  ];
}

/** The sample as nginx includes it, with an existing certificate. */
async function nginxConfig(folder: string, scratch: string): Promise<string> {
  const [certificate, key] = [join(scratch, "site.pem"), join(scratch, "site.key")];
  await Bun.$`openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=stamps.example.org -days 1 -keyout ${key} -out ${certificate}`.quiet();
  const site = readFileSync(join(folder, "nginx.conf"), "utf8")
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
  const path = join(scratch, "nginx.conf");
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const own = folders.map((name) => `${name}_temp_path ${join(scratch, name)};`).join("\n");
  writeFileSync(path, `pid ${scratch}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${own}\n${site}}\n`);
  return path;
}
