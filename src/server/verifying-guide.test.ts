/** The commands of docs/verifying.md, run as they stand there. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestClient } from "../testing/test-client.ts";
import { attestFiles, fileWith } from "../testing/test-collections.ts";
import {
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  untilFinished,
  uploadFile,
} from "../testing/test-documents.ts";
import type { TestServer } from "../testing/test-server.ts";

setDefaultTimeout(600_000);

const root = join(import.meta.dir, "../..");
const guide = readFileSync(join(root, "docs/verifying.md"), "utf8");

/** The commands of each section, one block after the other. */
const sections = new Map(
  guide.split(/^## /m).map((section) => {
    const blocks = [...section.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)];
    const commands = blocks.map(([, indent = "", text = ""]) =>
      text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    );
    return [section.split("\n", 1)[0] ?? "", commands] as const;
  }),
);

const folder = mkdtempSync(join(tmpdir(), "attestamp-guide-"));
const original = smallPdf();
const lease = "a lease";
let server: TestServer;
let person: TestClient;

beforeAll(async () => {
  server = await startWorkingServer();
  person = await newPerson(server);
  const stamped = await processFile(person, (await uploadFile(person, "lease.pdf", original)).id);
  await save("stamped.pdf", `/api/documents/${stamped.id}/download`);
  await save("Stamped_lease.pdf", `/api/documents/${stamped.id}/download`);
  await save("Stamped_lease.pdf.tsr", `/api/documents/${stamped.id}/timestamp`);
  mkdirSync(join(folder, "bin"));
  const program = `#!/bin/sh\nexec "${process.execPath}" "${join(root, "src/main.ts")}" "$@"\n`;
  writeFileSync(join(folder, "bin/attestamp"), program, { mode: 0o755 });
  writeFileSync(join(folder, "FILE"), lease);
  await run(section("Before you start"));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function save(name: string, path: string): Promise<void> {
  const answer = await fetch(server.origin + path, { headers: { cookie: person.cookie() } });
  writeFileSync(join(folder, name), await answer.bytes());
}

function section(title: string): string[] {
  const commands = sections.get(title);
  if (!commands) throw new Error(`docs/verifying.md has no section "${title}".`);
  return commands;
}

/** What the commands print, with these words replaced. */
async function run(commands: string[], words: Record<string, string> = {}): Promise<string> {
  const filled = Object.entries({ "https://HOST": server.origin, ...words }).reduce(
    (text, [word, value]) => text.replaceAll(word, value),
    commands.join("\n"),
  );
  const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` };
  const child = Bun.spawn(["bash", "-c", filled], { cwd: folder, env, stdout: "pipe", stderr: "pipe" });
  const said = [new Response(child.stdout).text(), new Response(child.stderr).text()];
  return (await Promise.all(said)).join("");
}

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("pdfsig finds the seal valid and trusted, and the timestamp over the total document", async () => {
  const [withPdfsig = ""] = section("Check the signatures of a PDF");
  const said = await run([withPdfsig]);
  for (const words of ["Signature is Valid", "Certificate is Trusted", "Total document signed"])
    expect(said).toContain(words);
});

test("openssl verifies the timestamp of a PDF, after pdfsig has said where it is", async () => {
  const commands = section("Check the timestamp of a PDF");
  const ranges = [...(await run(["pdfsig stamped.pdf"])).matchAll(/\[0 - (\d+)\], \[(\d+) - \d+\]/g)];
  const [, a = "", b = ""] = ranges.at(-1) ?? [];
  const said = await run(commands, { "head -c A": `head -c ${a}`, "(B+1)": `(${b}+1)` });
  expect(said).toContain("Verification: OK");
});

test("openssl verifies the timestamp next to a stamped copy", async () => {
  expect(await run(section("Check the timestamp next to a stamped copy"))).toContain("Verification: OK");
});

test("a stamped PDF starts with the original", async () => {
  const said = await run(section("Check the original inside a stamped PDF"), {
    LENGTH: String(original.length),
  });
  expect(said).toStartWith(sha256(original));
});

test("the list of a timeline certificate is complete", async () => {
  const { id } = await processFile(person, (await uploadFile(person, "draft.pdf", smallPdf(2))).id);
  const project = await person.post("/api/projects", { name: "Thesis" });
  await person.post(`/api/projects/${project.body.id}/entries`, { ids: [id] });
  const timeline = await person.post(`/api/projects/${project.body.id}/timeline`);
  await untilFinished(person, String(timeline.body.id));
  await save("timeline.pdf", `/api/documents/${timeline.body.id}/download`);
  const [extract = "", checkLines = ""] = section("Check the list of a timeline certificate");
  expect(await run([extract])).toMatch(/^[0-9a-f]{64} {2}-\n$/);
  expect(await run([checkLines])).toBe("");
  const list = readFileSync(join(folder, "timeline.jsonl"), "utf8");
  writeFileSync(join(folder, "timeline.jsonl"), `${list}{"previous":"${"0".repeat(64)}"}\n`);
  expect(await run([checkLines])).toStartWith("wrong line: ");
});

test("a file of a collection is confirmed by its record and the downloaded keys, without the server's help", async () => {
  const owner = await newPerson(server);
  const { serialNumber, id } = await attestFiles(owner, [fileWith("FILE", lease), fileWith("b", "b")]);
  const answer = await fetch(`${server.origin}/api/documents/${id}/evidence`, {
    headers: { cookie: owner.cookie() },
  });
  writeFileSync(join(folder, "PACK.zip"), await answer.bytes());
  const [getRecord = "", offline = ""] = section("Check a file of a collection");
  await run([getRecord], { SERIAL: serialNumber ?? "" });
  expect(await run(["attestamp verify FILE RECORD.ers --ca ca.pem --crl ca-crls.pem"])).toContain(
    "It existed on",
  );
  const said = await run([offline], { "FILE…": "FILE" });
  expect(said).toContain("exactly file 1 of 2");
});

test("every entry of the log leads to its signed head", async () => {
  await run([`curl -so my-checkpoint ${server.origin}/evidence/log/checkpoint`]);
  expect(await run(section("Check the public log").slice(0, 1))).toContain(
    "all of them lead to the signed head",
  );
});

test("openssl gets a timestamp, and checks it as of its own time", async () => {
  expect(await run(section("Get a timestamp for your own file"))).toContain("Verification: OK");
  await run(["openssl ts -reply -in r.tsr -token_out -out TOKEN"]);
  const [commands = ""] = section("Check a timestamp years later");
  const [print = "", verify = ""] = commands.split("\n");
  const [, time = ""] = /^Time stamp: (.+)$/m.exec(await run([print])) ?? [];
  expect(await run([verify], { "TIME STAMP FROM ABOVE": time })).toContain("Verification: OK");
});

test("every other command in the guide needs something that is not here", () => {
  const tested = [
    "Before you start",
    "Check the timestamp of a PDF",
    "Check the timestamp next to a stamped copy",
    "Check the original inside a stamped PDF",
    "Check the list of a timeline certificate",
    "Check a file of a collection",
    "Get a timestamp for your own file",
    "Check a timestamp years later",
  ];
  const others = [...sections].flatMap(([title, blocks]) => (tested.includes(title) ? [] : blocks));
  const needed = /certutil|pipx|verify-log|attestamp monitor|\/evidence\/log\/witnesses|SALT/;
  expect(others.filter((block) => !needed.test(block))).toEqual([]);
});
