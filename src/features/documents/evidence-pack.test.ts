import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { chmodSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { closeDatabase } from "../../../db/client.ts";
import { openDatabaseIn } from "../../../db/open.ts";
import { certificates, timeStamps } from "../../../db/schema.ts";
import { follow, unpacked } from "../../evidence/pack/test-unpacked.ts";
import { noEvidence } from "../../evidence/verifier/evidence.ts";
import { questions } from "../../evidence/verifier/report.ts";
import { verifyFile } from "../../evidence/verifier/test-verify-file.ts";
import { readTrust, trustTextsSchema } from "../../evidence/verifier/trust.ts";
import { busyWorkers } from "../../platform/jobs/test-workers.ts";
import { readBuiltPage } from "../../server/http/built-page.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import {
  findFile,
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  temporaryFilesOf,
  uploadFile,
} from "../../testing/test-documents.ts";
import { startExternalTsa } from "../../testing/test-external-tsa.ts";
import { startTestProgram } from "../../testing/test-program.ts";
import { makeTestFolder, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { findDocument, updateDocument } from "./documents.repo.ts";
import { buildSharedEvidence, packEvidence } from "./evidence-pack.service.ts";

setDefaultTimeout(600_000);

const packed = [
  "README.txt",
  "Stamped_Übergabe – lease.pdf",
  "attestation.json",
  "attestation.jws",
  "attestation.ml-dsa.jws",
  "attestation.scitt",
  "ca.crl",
  "ca.pem",
  "certificate.pdf",
  "checkpoint.ml-dsa.jws",
  "declaration.pdf",
  "entry.cose",
  "entry.tlog-proof",
  "original.asics",
  "original.tst",
  "pack.jws",
  "stamped.tst",
  "verify.html",
];

let server: TestServer;
let owner: TestClient;
let id: string;
beforeAll(async () => {
  if (!readBuiltPage().has("/verify.html"))
    throw new Error("The web page is not built. Please run: bun run build:web");
  server = await startWorkingServer();
  owner = await newPerson(server);
  ({ id } = await stamped(owner));
});
afterAll(() => server.stop());

const stamped = async (person: TestClient, name = "Übergabe – lease.pdf", bytes = smallPdf()) =>
  processFile(person, (await uploadFile(person, name, bytes)).id);

const ask = (person: TestClient, of: string, init: RequestInit = {}, origin = server.origin) =>
  fetch(`${origin}/api/documents/${of}/evidence`, { ...init, headers: { cookie: person.cookie() } });

test("the owner's pack contains every part under its name, and every command in its README works", async () => {
  const answer = await ask(owner, id);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/zip");
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(answer.headers.get("content-disposition")).toContain(
    `filename*=UTF-8''${encodeURIComponent("Evidence_Übergabe – lease.zip")}`,
  );
  unpacked(await answer.bytes(), (pack) => {
    expect(pack.names).toEqual(packed);
    for (const [name, area] of [
      ["Stamped_Übergabe – lease.pdf", "stamped"],
      ["certificate.pdf", "certificates"],
    ] as const) {
      const { dataDir } = server.deps.config;
      const kept = readFileSync(join(dataDir, findFile(dataDir, area, id)));
      expect([name, readFileSync(join(pack.folder, name)).equals(kept)]).toEqual([name, true]);
    }
    const { failed, saying } = follow(pack);
    expect(failed).toEqual([]);
    expect(saying("Verification: OK")).toBe(4);
    expect(saying("CMS Verification successful")).toBe(1);
    expect(saying("Signature Verified Successfully")).toBe(3);
    expect(pack.readme).not.toContain("What this pack does not contain");
    expect(pack.run("qpdf --check declaration.pdf").code).toBe(0);
  });
});

test("the entry that the README computes is in the published log at the position it states", async () => {
  const bytes = await (await ask(owner, id)).bytes();
  const { readme, entry } = unpacked(bytes, (pack) => {
    follow(pack);
    return { readme: pack.readme, entry: readFileSync(join(pack.folder, "log-entry.bin")) };
  });
  const [, address = "", from] = /^curl -s (\S+) \| tail -c \+(\d+) \| head -c 32 /m.exec(readme) ?? [];
  const tile = await (await fetch(address.replace(/^http:\/\/[^/]+/, server.origin))).bytes();
  const at = Number(from) - 1;
  expect(entry.equals(tile.subarray(at, at + 32))).toBe(true);
  expect(readme).toContain((await (await fetch(`${server.origin}/evidence/log/vkey`)).text()).trim());
});

test("the page in a pack contains this server's keys, and with them the pack is right, by the server's own clock", async () => {
  const bytes = await (await ask(owner, id)).bytes();
  const html = unpacked(bytes, ({ folder }) => readFileSync(join(folder, "verify.html"), "utf8"));
  const keys = /<script type="application\/json" id="keys">(.*)<\/script>/.exec(html)?.[1] ?? "";
  const trust = readTrust(trustTextsSchema.parse(JSON.parse(keys)));
  const { findings } = verifyFile({ name: "pack.zip", bytes }, noEvidence, trust, new Date());
  expect(questions.map((question) => findings[question].verdict)).toEqual([
    "passed",
    "claimed",
    "passed",
    "passed",
  ]);
});

test("HEAD reports whether the pack is available", async () => {
  const answer = await ask(owner, id, { method: "HEAD" });
  expect([answer.status, await answer.text()]).toEqual([200, ""]);
  expect(answer.headers.get("content-disposition")).toStartWith("attachment; filename=");
});

test("visitors and other accounts get no pack, and the owner gets none before the document is completed", async () => {
  const visitor = createTestClient(server.origin);
  const stranger = await newPerson(server);
  const waiting = await uploadFile(owner);
  for (const method of ["GET", "HEAD"]) {
    expect((await ask(visitor, id, { method })).status).toBe(401);
    expect((await ask(stranger, id, { method })).status).toBe(404);
    expect((await ask(owner, waiting.id, { method })).status).toBe(404);
    expect((await ask(owner, "unknown", { method })).status).toBe(404);
  }
  const { message } = await (await ask(owner, waiting.id)).json();
  expect(message).toBe("This document hasn't been processed yet.");
});

test("the pack of a picture has no seal", async () => {
  const blank = sharp({ create: { width: 400, height: 300, channels: 3, background: "white" } });
  const person = await newPerson(server);
  const document = await stamped(person, "door.png", Uint8Array.from(await blank.png().toBuffer()));
  unpacked(await (await ask(person, document.id)).bytes(), (pack) => {
    expect(pack.names).toContain("Stamped_door.png");
    expect(pack.readme).not.toContain("The seal inside");
    expect(follow(pack).failed).toEqual([]);
  });
});

test("a pack with a very long name still unpacks", async () => {
  const person = await newPerson(server);
  const document = await stamped(person, `${"x".repeat(251)}.pdf`);
  unpacked(await (await ask(person, document.id)).bytes(), (pack) => {
    expect(pack.names).toHaveLength(packed.length);
    expect(follow(pack).failed).toEqual([]);
  });
});

test("when the original is gone, or the document is older than tokens and the log, the README says what is missing", async () => {
  const person = await newPerson(server);
  const document = await stamped(person, "old.pdf");
  const { db } = server.deps;
  sqlOf(db).exec(`UPDATE documents SET original_path = NULL WHERE id = '${document.id}'`);
  unpacked(await (await ask(person, document.id)).bytes(), (pack) => {
    expect(pack.names).toHaveLength(packed.length - 1);
    expect(pack.readme).toContain("- the original: keep your own copy");
    expect(follow(pack).failed).toEqual([]);
  });
  await db
    .delete(timeStamps)
    .where(eq(timeStamps.serialNumber, document.serialNumber ?? ""))
    .run();
  const bare = { entryIndex: null, entrySalt: null };
  await db.update(certificates).set(bare).where(eq(certificates.documentId, document.id)).run();
  unpacked(await (await ask(person, document.id)).bytes(), (pack) => {
    expect(pack.names).toHaveLength(packed.length - 6);
    expect(pack.readme.match(/^- a (timestamp|receipt)/gm)).toHaveLength(3);
    expect(follow(pack).failed).toEqual([]);
  });
});

test("a file damaged on disk is reported, as for the downloads", async () => {
  const person = await newPerson(server);
  const document = await stamped(person);
  const path = join(server.deps.config.dataDir, String(document.certificatePath));
  rmSync(path);
  const answer = await ask(person, document.id);
  const { message } = await answer.json();
  expect([answer.status, message]).toEqual([
    500,
    "This file is missing or damaged on the server. Please contact support.",
  ]);
});

test("the time from an external authority is checked against its root, which is in the pack", async () => {
  const outside = startExternalTsa();
  const witnessed = await startWorkingServer({
    config: { tsaUrls: [outside.url], tsaRoots: outside.root },
  });
  try {
    const person = await newPerson(witnessed);
    const document = await stamped(person);
    const pack = await (await ask(person, document.id, {}, witnessed.origin)).bytes();
    unpacked(pack, (found) => {
      const roots = readFileSync(join(found.folder, "ca.pem"), "utf8");
      expect(roots.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
      const { failed, saying } = follow(found);
      expect(failed).toEqual([]);
      expect(saying("Verification: OK")).toBe(4);
    });
  } finally {
    await witnessed.stop();
    outside.stop();
  }
});

test("four concurrent packs of 60 MB are streamed in small parts: the server's memory does not grow with them", async () => {
  const size = 60 * 1024 * 1024;
  const dataDir = makeTestFolder();
  const alone = await startTestProgram({ DATA_DIR: dataDir });
  try {
    const person = createTestClient(alone.origin);
    expect((await person.register()).status).toBe(200);
    const document = await stamped(person);
    // Stamping this many bytes would take too long; a pack only needs an original of the size in its row.
    const original = join(dataDir, findFile(dataDir, "originals", document.id));
    chmodSync(original, 0o600);
    truncateSync(original, size);
    const db = await openDatabaseIn(dataDir);
    await updateDocument(db, document.id, { fileSize: String(size) });
    await closeDatabase(db);
    const before = alone.residentBytes();
    const read = async () => {
      let bytes = 0;
      const answer = await ask(person, document.id, {}, alone.origin);
      for await (const chunk of answer.body ?? []) bytes += chunk.length;
      return bytes;
    };
    const sizes = await Promise.all([read(), read(), read(), read()]);
    expect(Math.min(...sizes)).toBeGreaterThan(size);
    expect(alone.peakBytes() - before).toBeLessThan(2.5 * size);
  } finally {
    await alone.stop();
    rmSync(dataDir, { recursive: true });
  }
}, 600_000);

test("a client that stops reading a pack leaves nothing behind, and the next pack is complete", async () => {
  const reader = (await ask(owner, id)).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await until("nothing is left", () => temporaryFilesOf(server).length === 0);
  unpacked(await (await ask(owner, id)).bytes(), ({ names }) => expect(names).toEqual(packed));
});

test("packs do not wait behind documents, and a client that disconnects leaves no work", async () => {
  const { workers } = server.deps;
  const busy = busyWorkers();
  server.deps.workers = busy.workers;
  try {
    const pack = ask(owner, id).then((answer) => answer.bytes());
    expect(await Promise.race([busy.anyDone, pack.then(() => "the pack")])).toBe("the pack");
    const gone = new AbortController();
    const find = spyOn(server.deps.files, "find");
    const dropped = ask(owner, id, { signal: gone.signal }).catch((error: Error) => error.name);
    await until("the server makes the pack", () => find.mock.calls.length > 0);
    find.mockRestore();
    gone.abort();
    expect(await dropped).toBe("AbortError");
    await until("nothing is left", () => temporaryFilesOf(server).length === 0);
  } finally {
    server.deps.workers = workers;
    await busy.stop();
  }
});

test("packs are rate-limited for the owner, and separately for people with a link", async () => {
  const deps = { ...server.deps, config: { ...server.deps.config, rateLimitFactor: 1 } };
  const row = await findDocument(deps.db, (await stamped(await newPerson(server))).id);
  if (!row) throw new Error("The document is gone.");
  const files = await buildSharedEvidence(deps, row);
  const outcome = (isOwner: boolean) =>
    packEvidence(deps, files, undefined, { address: "192.0.2.1", isOwner, signal: AbortSignal.abort() }).then(
      () => "made",
      (error: Error) => ("kind" in error ? error.kind : error.name),
    );
  const shared = await Promise.all(Array.from({ length: 21 }, () => outcome(false)));
  expect(shared).toEqual([...Array.from({ length: 20 }, () => "AbortError"), "rate_limited"]);
  expect(await outcome(true)).toBe("AbortError");
});
