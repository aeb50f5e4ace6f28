import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import {
  newPerson,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../../../../src/testing/test-documents.ts";
import { makeTestFolder, type TestServer } from "../../../../src/testing/test-server.ts";
import { packNpmPackage } from "./package.ts";

const root = join(import.meta.dir, "../../../..");
let server: TestServer;
/** An empty folder in which the packed package was installed. */
let folder: string;
let archive: string;
let token: string;

/** What npx passes to the programs that it starts would also be settings of the npm that a user runs here. */
const withoutNpmSettings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")),
);

const scopes = ["documents", "collections", "projects"].flatMap((what) => [`${what}:read`, `${what}:write`]);

beforeAll(async () => {
  server = await startWorkingServer();
  folder = makeTestFolder();
  archive = await packNpmPackage(folder, "9.9.9");
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  await Bun.$`npm install --offline --no-audit --no-fund --ignore-scripts --silent ${archive}`
    .cwd(folder)
    .env(withoutNpmSettings);
});
beforeEach(async () => {
  const owner = await newPerson(server);
  token = String((await owner.post("/api/tokens", { name: "package", scopes })).body.token);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const program = () => join(folder, "node_modules/.bin/attestamp");

/** Starts a program under Node, as an owner with a token. */
const start = (command: string[]) =>
  Bun.spawn(command, {
    cwd: folder,
    env: { PATH: process.env.PATH, ATTESTAMP_SERVER: server.origin, ATTESTAMP_TOKEN: token },
    stdout: "pipe",
    stderr: "pipe",
  });

async function run(command: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = start(command);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

const attestamp = (...words: string[]) => run(["node", program(), ...words]);

/** Runs a module that uses the SDK, and reads the JSON that it prints. */
async function runModule(name: string, source: string): Promise<unknown> {
  writeFileSync(join(folder, name), source);
  const { code, out, err } = await run(["node", name]);
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
}

const connect = `import { Attestamp, AttestampError, verify } from "attestamp";
const { ATTESTAMP_SERVER: server, ATTESTAMP_TOKEN: token } = process.env;
const attestamp = new Attestamp({ server, token });
`;

test("the package is small, has types, readme and licenses, needs no other package and runs no scripts", () => {
  const installed = join(folder, "node_modules/attestamp");
  expect(statSync(archive).size).toBeLessThan(600_000);
  expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
    "attestamp",
  ]);
  const { dependencies, scripts, version } = JSON.parse(
    readFileSync(join(installed, "package.json"), "utf8"),
  );
  expect([dependencies, scripts, version]).toEqual([undefined, undefined, "9.9.9"]);
  for (const name of ["README.md", "LICENSE", "THIRD-PARTY-NOTICES.txt", "types/client/sdk.d.ts"])
    expect(statSync(join(installed, name)).size).toBeGreaterThan(100);
});

test("`bun run build:npm` writes the same files into dist/npm", async () => {
  await Bun.$`${process.execPath} run build:npm`.cwd(root).quiet();
  const filesIn = async (top: string) => {
    const names = [...new Bun.Glob("**").scanSync(top)].toSorted();
    return Promise.all(
      names.map(async (name) => [name, Bun.hash(await Bun.file(join(top, name)).bytes())] as const),
    );
  };
  const [built, installed] = [
    await filesIn(join(root, "dist/npm")),
    await filesIn(join(folder, "node_modules/attestamp")),
  ];
  const others = (files: typeof built) => files.filter(([name]) => name !== "package.json");
  expect(others(built)).toEqual(others(installed));
  const { name, version } = JSON.parse(readFileSync(join(root, "dist/npm/package.json"), "utf8"));
  const { version: own } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect([name, version]).toEqual(["attestamp", own]);
});

test("it runs on Bun, too", async () => {
  const { code, out } = await run([process.execPath, program(), "--version"]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^Attestamp \d/)]);
});

test("on Node, the command stamps, attests and verifies, and says the errors of the server", async () => {
  writeFileSync(join(folder, "lease.pdf"), smallPdf());
  const stamped = await attestamp("stamp", "lease.pdf", "--evidence", "--confirm-ownership");
  expect([stamped.code, stamped.out]).toEqual([0, expect.stringContaining("Stamped_lease.pdf")]);

  mkdirSync(join(folder, "photos"));
  writeFileSync(join(folder, "photos/roof.jpg"), "a roof");
  const attested = await attestamp("attest", "photos", "--title", "Roof");
  expect([attested.code, attested.err, readdirSync(join(folder, "Attested_photos")).length]).toEqual([
    0,
    "",
    3,
  ]);

  const files = ["lease.pdf", "Stamped_lease.pdf", "Evidence_lease.zip"];
  const verified = await attestamp("verify", ...files, "--origin", server.origin, "--level", "own-clock");
  expect([verified.code, verified.err]).toEqual([0, ""]);

  writeFileSync(join(folder, "not.pdf"), "no PDF");
  const refused = await attestamp("stamp", "not.pdf");
  expect([refused.code, refused.out]).toEqual([1, ""]);
  expect(refused.err).toContain("0 of 1 stamped.");
  expect((await attestamp("stamp", "lease.pdf", "--token", "atp_wrong")).code).toBe(3);
}, 600_000);

test("on Node, a watched folder's file is stamped, and Ctrl+C ends the command with 0", async () => {
  mkdirSync(join(folder, "scans"));
  writeFileSync(join(folder, "scans/plan.pdf"), smallPdf(2));
  const child = start(["node", program(), "watch", "scans"]);
  const decoder = new TextDecoder();
  let said = "";
  for await (const chunk of child.stdout) {
    said += decoder.decode(chunk);
    if (said.includes("\n")) child.kill("SIGINT");
  }
  expect(said).toContain("Stamped_plan.pdf");
  expect(await child.exited).toBe(0);
}, 600_000);

test("on Node, a program stamps, attests and verifies with the SDK, and reads codes of errors", async () => {
  writeFileSync(join(folder, "offer.pdf"), smallPdf(3));
  const answers = await runModule(
    "all.js",
    `${connect}
const stamped = await attestamp.stamp("offer.pdf", { out: "offers" });
const again = await attestamp.stamp("offer.pdf", { out: "offers" });
const attested = await attestamp.attest(["offer.pdf", { name: "b.bin", size: 1, sha256: "${"ab".repeat(32)}" }], {
  title: "Two files", out: "both",
});
const [report] = await attestamp.verify(stamped.files.slice(0, 1));
const same = await verify(["offer.pdf"], { origin: server });
const [found] = (await attestamp.request("GET /api/documents/search", { query: "offer" })).documents;
const certificate = await attestamp.download("GET /api/documents/{id}/certificate", { id: found.id });
const refused = await attestamp.request("GET /api/documents/{id}", { id: "none" }).catch((error) => error);
const nowhere = [".", "..", "", undefined].map((id) => attestamp.request("DELETE /api/documents/{id}", { id }).catch((error) => error.code));
const limited = new Attestamp({ server, token: "atp_wrong" });
const unknown = await limited.request("GET /api/documents", {}).catch((error) => error);
console.log(JSON.stringify({
  files: stamped.files, saved: again, attested: attested.files.length, report, same: same[0].verdict,
  certificate: Buffer.from(certificate.slice(0, 5)).toString(),
  refused: [refused instanceof AttestampError, refused.kind, refused.code], unknown: unknown.code,
  nowhere: await Promise.all(nowhere),
}));`,
  );
  expect(answers).toMatchObject({
    files: [join("offers", "Stamped_offer.pdf"), join("offers", "Certificate_of_Affidavit_offer.pdf")],
    saved: { wasStamped: true, files: [join("offers", "Stamped_offer.pdf"), expect.any(String)] },
    attested: 3,
    report: { kind: "stamped", verdict: "claimed", level: "own-clock" },
    same: "indeterminate",
    certificate: "%PDF-",
    refused: [true, "not_found", "document-not-found"],
    unknown: "access-token-invalid",
    nowhere: new Array(4).fill("path-field-missing"),
  });
}, 600_000);

test("on Node, a call with the same idempotency key is done once, and lists are read to their end", async () => {
  const collector = await newPerson(server);
  for (let number = 0; number < 203; number++) await uploadFile(collector, `${number}.pdf`);
  const made = await collector.post("/api/tokens", { name: "reader", scopes: ["documents:read"] });
  const answers = await runModule(
    "calls.js",
    `${connect}
const make = (idempotencyKey) => attestamp.request("POST /api/projects", { name: "House" }, { idempotencyKey });
const [one, same, other] = [await make("order-1"), await make("order-1"), await make("order-2")];
const reader = new Attestamp({ server, token: "${made.body.token}" });
const names = new Set();
for await (const document of reader.documents()) names.add(document.originalName);
console.log(JSON.stringify([one.id === same.id, one.id === other.id, names.size]));`,
  );
  expect(answers).toEqual([true, false, 203]);
}, 600_000);

test("on Node, an AI model finds the tools", async () => {
  const client = new Client({ name: "test", version: "1" });
  const env = { ATTESTAMP_SERVER: server.origin, ATTESTAMP_TOKEN: token };
  await client.connect(new StdioClientTransport({ command: "node", args: [program(), "mcp", folder], env }));
  const { tools } = await client.listTools();
  await client.close();
  expect(tools.map(({ name }) => name)).toContain("attest_files");
}, 600_000);

test("TypeScript knows the calls of the API, their fields and answers", async () => {
  const right = `import { Attestamp } from "attestamp";
const attestamp = new Attestamp({ server: "https://stamps.example.org" });
const { status } = await attestamp.request("GET /api/documents/{id}", { id: "1" });
export const known: "uploaded" | "processing" | "completed" | "error" = status;
for await (const { originalName } of attestamp.documents()) originalName.toUpperCase();
`;
  writeFileSync(join(folder, "right.ts"), right);
  writeFileSync(join(folder, "wrong.ts"), right.replace("{id}", "{ids}").replace('"error"', '"lost"'));
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--ignoreConfig"];
  const check = (name: string) => run([join(root, "node_modules/.bin/tsc"), ...options, name]);
  const [passed, failed] = [await check("right.ts"), await check("wrong.ts")];
  expect([passed.code, passed.out]).toEqual([0, ""]);
  expect(failed.out.match(/error TS\d+/g)?.length).toBeGreaterThan(0);
}, 600_000);
