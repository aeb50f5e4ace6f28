import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { documents } from "../../../db/schema.ts";
import { hashFolder } from "../../client/hash-folder.ts";
import { listFolder } from "../../client/list-folder.ts";
import { createToken } from "../../features/accounts/access-tokens.service.ts";
import { insertUser } from "../../features/accounts/accounts.repo.ts";
import { takeStamp } from "../../features/billing/usage.repo.ts";
import { collectionLimits } from "../../features/collections/collections.schema.ts";
import { startWorkingServer } from "../../testing/test-documents.ts";
import { makeTestFolder, type TestServer } from "../../testing/test-server.ts";

setDefaultTimeout(600_000);

const program = join(import.meta.dir, "../../main.ts");
const folder = makeTestFolder();
let server: TestServer;
/** Forwards everything to the server, and records what was sent. */
let front: Bun.Server<undefined>;
const sent: string[] = [];
/** Whether the response to the next list gets lost. */
let isAnswerLost = false;

beforeAll(async () => {
  server = await startWorkingServer();
  front = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const body = request.method === "POST" ? await request.text() : undefined;
      sent.push(`${pathname}${search} ${body ?? ""}`);
      const { method, headers } = request;
      headers.delete("transfer-encoding");
      const answer = await fetch(`${server.origin}${pathname}${search}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      if (!isAnswerLost || method !== "POST") return answer;
      isAnswerLost = false;
      return new Response("", { status: 502 });
    },
  });
});
afterAll(async () => {
  await front.stop(true);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function newToken(): Promise<{ id: string; token: string }> {
  const id = crypto.randomUUID();
  const names = { firstName: "Jane", lastName: "Doe", email: null };
  const user = { id, username: id, ...names, isAdmin: false };
  const row = { ...user, usernameKey: id, passwordHash: "none", createdAt: new Date() };
  await insertUser(server.deps.db, row);
  const scopes = ["documents:write", "collections:read", "collections:write"] as const;
  const { token } = await createToken(server.deps, user, { name: "console", scopes: [...scopes] });
  return { id, token };
}

async function run(words: string[], token = "") {
  const child = Bun.spawn([process.execPath, program, ...words], {
    cwd: folder,
    env: {
      PATH: "/usr/bin:/bin",
      DATA_DIR: "/nowhere",
      ATTESTAMP_SERVER: `http://127.0.0.1:${front.port}`,
      ATTESTAMP_TOKEN: token,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

function makeFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, "deep/Über uns"), { recursive: true });
  writeFileSync(join(path, "deep/Über uns/写真 1.jpg"), `photo ${name}`);
  writeFileSync(join(path, "deep/back\\slash.txt"), "text");
  writeFileSync(join(path, "empty"), "");
  writeFileSync(join(path, ".hidden"), "hidden");
  symlinkSync(program, join(path, "link.ts"));
  return path;
}

const leftOut = "Left out because they are hidden, links or no files: 2.\n";

test("a folder is attested: sha256sum accepts the list, and verify finds a file in the collection", async () => {
  const { token } = await newToken();
  const shoot = makeFolder("Shoot");
  const ran = await run(["attest", "Shoot", "--confirm-ownership", "--other-parties", "Lena Lessor"], token);
  expect([ran.code, ran.err]).toEqual([0, leftOut]);
  expect(ran.out).toMatch(/^Shoot: AT-\S+: Attested_Shoot\/SHA256SUMS, /);
  const output = join(folder, "Attested_Shoot");
  const names = ["Certificate_of_Affidavit_Shoot.pdf", "Evidence_Shoot.zip", "SHA256SUMS"];
  expect(readdirSync(output).toSorted()).toEqual(names);
  const checked = Bun.spawnSync(["sha256sum", "--check", "--strict", join(output, "SHA256SUMS")], {
    cwd: shoot,
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" },
  });
  expect([checked.exitCode, String(checked.stderr)]).toEqual([0, ""]);
  expect(String(checked.stdout).trim().split("\n")).toHaveLength(3);
  const photo = join(shoot, "deep/Über uns/写真 1.jpg");
  const pack = join(output, "Evidence_Shoot.zip");
  const verified = await run(["verify", pack, photo, "--origin", server.origin]);
  expect([verified.code, verified.out]).toEqual([
    3,
    expect.stringContaining("This is exactly file 2 of 3 in this collection."),
  ]);
  expect(sent.join("\n")).not.toContain("photo Shoot");
});

test("the files of a collection have its whole title in their names, even if it contains a slash", async () => {
  const { token } = await newToken();
  makeFolder("Photos");
  const ran = await run(["attest", "Photos", "--title", "Roof 2024/25"], token);
  expect([ran.code, ran.out]).toEqual([0, expect.stringMatching(/^Photos: AT-/)]);
  expect(readdirSync(join(folder, "Attested_Photos")).toSorted()).toEqual([
    "Certificate_of_Affidavit_Roof 2024_25.pdf",
    "Evidence_Roof 2024_25.zip",
    "SHA256SUMS",
  ]);
});

test("hidden names do not reach the server, and the list has numbers instead", async () => {
  const { token } = await newToken();
  makeFolder("Folder of Smith");
  sent.length = 0;
  const ran = await run(["attest", "Folder of Smith", "--hide-names"], token);
  expect([ran.code, ran.out]).toEqual([0, expect.stringMatching(/^Folder of Smith: AT-/)]);
  const [posted = ""] = sent.filter((request) => request.startsWith("/api/collections {"));
  expect(posted).toContain('"hideNames":true');
  expect(posted).toContain('"title":"Private files"');
  expect(sent.join("\n")).not.toMatch(/slash|empty"|deep|Smith|写真|"name"/);
  expect(readFileSync(join(folder, "Attested_Folder of Smith/SHA256SUMS"), "utf8")).toContain("  file-1\n");
});

test("when the plan is used up, the command says what to do, and attests the waiting list once it is paid for", async () => {
  const { id, token } = await newToken();
  for (let taken = 1; taken <= 3; taken += 1)
    await takeStamp(server.deps.db, id, crypto.randomUUID(), "trial", server.deps.now());
  makeFolder("Later");
  const refused = await run(["attest", "Later"], token);
  expect([refused.code, refused.err]).toEqual([
    4,
    expect.stringMatching(
      /You have used all .*\nThe list waits on http:\S+\. Choose a plan there, then run this command again\.\n$/s,
    ),
  ]);
  sent.length = 0;
  const { db } = server.deps;
  await db.update(documents).set({ paymentCompleted: "true" }).where(eq(documents.userId, id)).run();
  const paid = await run(["attest", "Later"], token);
  expect([paid.code, paid.err, paid.out]).toEqual([0, leftOut, expect.stringMatching(/^Later: AT-/)]);
  expect(sent.filter((request) => request.startsWith("/api/collections {"))).toEqual([]);
  expect(sent.filter((request) => request.includes("/process "))).toHaveLength(1);
});

test("a lost response does not create a second collection", async () => {
  const { token } = await newToken();
  makeFolder("Lost");
  sent.length = 0;
  isAnswerLost = true;
  const ran = await run(["attest", "Lost"], token);
  expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("Trying again in 1 s.")]);
  expect(sent.filter((request) => request.startsWith("/api/collections {"))).toHaveLength(1);
});

test("a missing folder, an empty one, a missing token and an unreadable file each have a message and an exit code", async () => {
  mkdirSync(join(folder, "nothing"));
  mkdirSync(join(folder, "unreadable"));
  writeFileSync(Buffer.from(`${folder}/unreadable/\xff.txt`, "latin1"), "not Unicode");
  const token = "atp_0_0";
  const gone = await run(["attest", "gone"], token);
  expect([gone.code, gone.err]).toEqual([2, expect.stringMatching(/^There is no folder .*gone\.\n$/)]);
  const empty = await run(["attest", "nothing"], token);
  expect([empty.code, empty.err]).toEqual([2, "There is no file to attest in nothing.\n"]);
  expect((await run(["attest", "unreadable"])).code).toBe(3);
  const unreadable = await run(["attest", "unreadable"], token);
  expect([unreadable.code, unreadable.err]).toEqual([
    1,
    expect.stringMatching(/cannot be read \(ENOENT\)\.\nNothing was attested\./),
  ]);
});

test("a folder with more files than a collection can contain is refused before it is hashed", async () => {
  const { files } = collectionLimits;
  mkdirSync(join(folder, "many"));
  for (let number = 0; number <= files; number += 1) writeFileSync(join(folder, "many", String(number)), "");
  const ran = await run(["attest", "many"], "atp_0_0");
  expect([ran.code, ran.err]).toEqual([
    2,
    "many has 50001 files, and a collection can contain at most 50000. Please attest its subfolders one by one.\n",
  ]);
});

test("a file that changes, appears or disappears while the folder is hashed is named", async () => {
  const path = join(folder, "busy");
  mkdirSync(path);
  for (const name of ["a", "b", "c"]) writeFileSync(join(path, name), name);
  const listing = listFolder(path, "");
  let isDone = false;
  const { problems } = await hashFolder(path, "", listing, new AbortController().signal, ({ files }) => {
    if (files < 2 || isDone) return;
    isDone = true;
    appendFileSync(join(path, "a"), "more");
    rmSync(join(path, "b"));
    writeFileSync(join(path, "d"), "new");
  });
  expect(problems.map((sentence) => sentence.replace(path, "").slice(1))).toEqual([
    "a changed while the folder was hashed.",
    "d appeared while the folder was hashed.",
    "b disappeared while the folder was hashed.",
  ]);
});
