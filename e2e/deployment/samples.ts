import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Has each sample read by the program it is for; says of those that are not here that nobody looked. */
export async function checkSamples(folder: string, scratch: string): Promise<void> {
  const unit = join(scratch, "attestamp.service");
  const text = readFileSync(join(folder, "attestamp.service"), "utf8");
  writeFileSync(unit, text.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
  await look("systemd-analyze", ["verify", unit]);
  await look("systemd-analyze", ["security", "--offline=true", "--threshold=35", "--no-pager", unit]);
  await look("caddy", ["validate", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")]);
  await look("nginx", ["-t", "-c", await nginxConfig(folder, scratch)]);
}

async function look(program: string, words: string[]): Promise<void> {
  if (Bun.which(program) === null) return console.log(`not looked at: ${program} is not here`);
  const child = Bun.spawn([program, ...words], { stdout: "pipe", stderr: "pipe" });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`${program} ${words.join(" ")}\n${said.join("\n")}`);
  console.log(`${program} ${words[0]}: ok ${/Overall exposure level.*/.exec(said[0])?.[0] ?? ""}`);
}

/** The sample as nginx includes it, with a certificate that is there. */
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
