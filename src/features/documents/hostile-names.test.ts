import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readQrCode } from "../../testing/qr.ts";
import {
  formWith,
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { processDocumentSchema } from "./documents.schema.ts";

setDefaultTimeout(600_000);

let server: TestServer;
beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(() => server.stop());

test("a name that looks like a command to a shell or a program is treated like any other name [threat D9]", async () => {
  const names = [
    "--help $(touch CANARY).pdf",
    "-rf `touch CANARY`; touch CANARY;.pdf",
    "@CANARY | tee CANARY %s%n.pdf",
  ];
  const places = [process.cwd(), server.deps.config.dataDir, join(server.deps.config.dataDir, "tmp")];
  const person = await newPerson(server);
  for (const name of names) {
    const { id, originalName } = await uploadFile(person, name);
    expect((await processFile(person, id)).status).toBe("completed");
    expect(originalName).toBe(name);
    const { headers } = await person.get(`/api/documents/${id}/download`);
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="Stamped_[^"]*"; filename\*=UTF-8''Stamped_[^\s"';]*$/,
    );
  }
  for (const place of places) {
    expect([place, readdirSync(place).filter((name) => name.startsWith("CANARY"))]).toEqual([place, []]);
  }
});

test("the QR code leads to the public address, regardless of the Host header [threat C10]", async () => {
  const person = await newPerson(server);
  const host = { host: "evil.test", "x-forwarded-host": "evil.test" };
  const uploaded = await person.send("POST", "/api/documents/upload", {
    body: formWith("lease.pdf", smallPdf()),
    headers: host,
  });
  const id = String(uploaded.body.id);
  await person.post(`/api/documents/${id}/process`, {}, host);
  const { serialNumber } = await processFile(person, id);
  const file = await fetch(`${server.origin}/api/documents/${id}/certificate`, {
    headers: { ...host, cookie: person.cookie() },
  });
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  const path = join(folder, "certificate.pdf");
  writeFileSync(path, new Uint8Array(await file.arrayBuffer()));
  expect(await readQrCode(path)).toStartWith(`${server.origin}/verify/${serialNumber}#`);
  rmSync(folder, { recursive: true });
});

test("a document's description keeps its lines and letters, and no invisible characters", () => {
  const { originalDate, otherParties } = processDocumentSchema.parse({
    id: "1",
    originalDate: " 2020\u202e-01\u0000-02\u200b ",
    otherParties: `Jane <jane@example.org>\r\n\u2066Zoë & Łukasz\u2069\u0007${"\u0323".repeat(40)}`,
  });
  expect({ originalDate, otherParties }).toEqual({
    originalDate: "2020-01 -02",
    otherParties: `Jane <jane@example.org>\nZoë & Łukasz ${"\u0323".repeat(8)}`,
  });
});
