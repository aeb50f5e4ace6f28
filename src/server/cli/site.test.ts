import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { selfExec } from "../../platform/self-exec.ts";
import { makeTestFolder } from "../../testing/test-server.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = makeTestFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function put(name: string, content: string): void {
  mkdirSync(join(dataDir, "site"), { recursive: true });
  writeFileSync(join(dataDir, "site", name), content);
}

async function run(...words: string[]) {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    ANCHORS: "off",
    CONVERTER: "off",
    HOST: "127.0.0.1",
  };
  const child = Bun.spawn([...selfExec, ...words], { env, stdout: "pipe", stderr: "pipe" });
  const [said, complained] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { said, complained, exitCode: await child.exited };
}

test("site check says what a folder changes, writes nothing, and that a running server needs a restart", async () => {
  expect((await run("site", "check")).said).toContain("changes nothing.");
  put("site.json", '{ "name": "Harbor Notary", "plans": { "payper": { "price": 3.49 } } }');
  put("privacy.md", "# Privacy\n\nWe keep little.");
  const { said, exitCode } = await run("site", "check");
  expect(exitCode).toBe(0);
  expect(said).toContain("name                Harbor Notary   (without the folder: Attestamp)");
  expect(said).toContain("/privacy            a page of its own (en), linked in the footer");
  expect(said).toContain(
    "Pay Per Document    $3.49 for 1 document   (without the folder: $2.99 for 1 document)",
  );
  expect(said).toContain("A running server reads the folder when it is restarted.");
  expect(readdirSync(dataDir)).toEqual(["site"]);
});

test("the server does not start with an invalid folder, writes nothing and names the file and field, and site check says the same", async () => {
  put("site.json", '{ "plans": { "payper": { "price": "3.49" } } }');
  put("privacy.md", "![map](map.png)");
  const wrong =
    `These files in ${join(dataDir, "site")} cannot be used:\n` +
    "  site.json: plans.payper.price: Please write a number of US dollars such as 4.99\n" +
    "  privacy.md: Images are not shown. Please remove them.\n";
  for (const words of [["site", "check"], ["serve"], ["config", "check"]]) {
    const { complained, exitCode } = await run(...words);
    expect([words, exitCode, complained]).toEqual([words, 1, wrong]);
  }
  expect(existsSync(join(dataDir, "keys"))).toBe(false);
});

test("an invalid folder does not prevent backups", async () => {
  put("site.json", "{");
  const { complained } = await run("backup", join(dataDir, "../no-backup"));
  expect(complained).not.toContain("site.json");
});
