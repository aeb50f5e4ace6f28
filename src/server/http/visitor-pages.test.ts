import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { closeDatabase } from "../../../db/client.ts";
import type { TimestampConfig } from "../../../db/columns/documents.ts";
import { documents } from "../../../db/schema.ts";
import { createSerialNumber } from "../../evidence/serial-number.ts";
import { signStatement } from "../../evidence/sign-attestation.ts";
import type { Deps } from "../../features/deps.ts";
import { kindOf } from "../../features/documents/kinds/kinds.ts";
import { insertCertificate } from "../../issuing/attestations/attestations.repo.ts";
import { isStarted } from "../../issuing/attestations/document-row.ts";
import { appendToLog } from "../../issuing/log/log.service.ts";
import { loadLog } from "../../issuing/log/log-state.service.ts";
import { createLogger } from "../../platform/logger.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { makeTestFolder, testConfig } from "../../testing/test-server.ts";
import { createDeps } from "../create-deps.ts";
import { createApp } from "./app.ts";
import { fileOf } from "./built-page.ts";
import { withSettings } from "./page-settings.ts";
import { createVisitorPages } from "./visitor-pages.ts";

const file = (text: string) => fileOf(Buffer.from(text), "text/html;charset=utf-8");

const index = file(
  '<html lang="en"><meta name="server-settings" content="" /><div id="root"></div><noscript>no</noscript>',
);
/** A fake bundle of the page with the same exports. */
const bundle = `exports.renderer = {
  languageCodes: ["en", "es"],
  openPage: async (language) => async (path, { record, legalText } = {}) => {
    if (record?.view.documentName === "unrenderable") throw new Error("no page");
    if (legalText) return "<h1>" + legalText.title + "</h1>" + legalText.html;
    const facts = record ? record.address + " " + Bun.escapeHTML(record.view.documentName) : "Verifying document...";
    return "<h1>" + (language === "es" ? "Consta" : "On record") + "</h1><p>" + facts + "</p>";
  },
};`;
const builtPage = new Map([
  ["/index.html", index],
  ["/render-page.cjs", file(bundle)],
]);

const dataDir = makeTestFolder();
let deps: Deps;
beforeAll(async () => {
  deps = await createDeps(testConfig({ dataDir }));
  await loadLog(deps);
});
afterAll(async () => {
  await closeDatabase(deps.db);
  rmSync(dataDir, { recursive: true });
});

const timestampConfig: TimestampConfig = {
  position: "vertical-right",
  format: "document-timestamp",
  originalDate: undefined,
  otherParties: undefined,
};

/** Inserts a completed document with these names, and returns its serial number. */
async function onRecord({
  documentName,
  clientName,
}: {
  documentName: string;
  clientName?: string;
}): Promise<string> {
  const serialNumber = createSerialNumber((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  const [id, sha256, at] = [crypto.randomUUID(), "11".repeat(32), new Date("2026-11-20T19:11:00Z")];
  const files = {
    fileType: "application/pdf",
    fileSize: "1",
    sha256,
    stampedSha256: sha256,
    certificateSha256: sha256,
  };
  const document = await deps.db
    .insert(documents)
    .values({
      id,
      serialNumber,
      originalName: documentName,
      clientName,
      ...files,
      status: "completed",
      timestampConfig,
      createdAt: at,
      processedAt: at,
    })
    .returning()
    .get();
  if (!isStarted(document)) throw new Error("The document has no serial number.");
  const attestation = signStatement(kindOf(document).state(document, sha256), deps.signingKeys.current);
  await appendToLog(deps, async (db) => {
    const row = { serialNumber, documentId: id, attestation, issuedAt: at };
    await insertCertificate(db, row);
    return row;
  });
  return serialNumber;
}

const open = (path: string, headers: Record<string, string> = {}, address = "192.0.2.1") =>
  createApp(deps, withSettings(builtPage, deps.config)).request(path, { headers }, { address });

const jane = { documentName: "lease.pdf", clientName: "Jane Doe" };

test("a visitor's page of a recorded document contains the record, its names as text", async () => {
  const names = { documentName: "</script><b>", clientName: "Jane & <Doe>" };
  const serialNumber = await onRecord(names);
  const html = await (await open(`/verify/${serialNumber}`)).text();
  expect(html).toContain(
    `<div id="root"><h1>On record</h1><p>${serialNumber} &lt;/script&gt;&lt;b&gt;</p></div>`,
  );
  const [, given = ""] = /<script type="application\/json" id="record">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(given)).toMatchObject({
    serialNumber,
    processedDate: "2026-11-20T19:11:00.000Z",
    ...names,
  });
  expect(html).toContain("isConfirmed&quot;:true");
});

test("a page with a record is neither cached nor indexed by search engines", async () => {
  const { status, headers } = await open(`/verify/${await onRecord(jane)}`);
  expect([status, headers.get("cache-control"), headers.get("x-robots-tag"), headers.get("etag")]).toEqual([
    200,
    "no-store",
    "noindex",
    null,
  ]);
  expect(headers.get("vary")).toBe("Accept-Encoding, Cookie, Accept-Language");
});

test("it is compressed as the browser accepts, and in the reader's language", async () => {
  const path = `/verify/${await onRecord(jane)}`;
  const readBytes = async (encoding: string) => {
    const answer = await open(path, { "accept-encoding": encoding, "accept-language": "es" });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    return Buffer.from(await answer.arrayBuffer());
  };
  expect(brotliDecompressSync(await readBytes("br")).toString()).toContain("<h1>Consta</h1>");
  expect(gunzipSync(await readBytes("gzip")).toString()).toContain("<h1>Consta</h1>");
});

test("without a record, without the client's name, or with a session, the page is the same for all and asks itself", async () => {
  const frame = expect.stringContaining("<p>Verifying document...</p>");
  const textAt = async (path: string, headers = {}) => (await open(path, headers)).text();
  expect(await textAt("/verify/AT-00000-00000-00000-00000")).toEqual(frame);
  expect(await textAt("/verify/%3Cb%3E")).toEqual(frame);
  expect(await textAt(`/verify/${await onRecord({ documentName: "deleted" })}`)).toEqual(frame);
  const path = `/verify/${await onRecord(jane)}`;
  expect(await textAt(`${path}/`)).toEqual(frame);
  expect(await textAt(path, { cookie: "session=one" })).not.toContain("Jane Doe");
});

test("a page that cannot be rendered is served empty and renders itself, and the error is logged", async () => {
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(line) });
  const app = createApp({ ...deps, log }, withSettings(builtPage, deps.config));
  const serialNumber = await onRecord({ ...jane, documentName: "unrenderable" });
  const answer = await app.request(`/verify/${serialNumber}`, {}, {});
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining("Verifying document..."),
  ]);
  expect(lines.join("\n")).toContain("a page could not be rendered");
});

test("after too many lookups a visitor gets the page that asks itself, which shows the limit", async () => {
  const strict = { ...deps, config: { ...deps.config, rateLimitFactor: 1 }, now: () => 0 };
  const path = `/verify/${await onRecord(jane)}`;
  const app = createApp(strict, withSettings(builtPage, deps.config));
  const textAt = async () => (await app.request(path, {}, { address: "192.0.2.77" })).text();
  for (let count = 0; count < 59; count++)
    await takeFromLimit(strict, "verificationsPerAddress", "192.0.2.77");
  expect(await textAt()).toContain("Jane Doe");
  expect(await textAt()).toContain("Verifying document...");
});

test("after the server's warm-up, the front page is ready for the first visitor", async () => {
  const page = new Map([...builtPage, ["/visitors.html", index]]);
  const visitorPages = createVisitorPages(page, deps);
  await visitorPages.warmUp();
  page.clear();
  expect((await visitorPages.screen("/", ["en"]))?.read().toString()).toContain("On record");
  expect(await createVisitorPages(page, deps).screen("/", ["en"])).toBeUndefined();
});
