import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteOf } from "../../../db/client.ts";
import { arePlainNames } from "../../formats/zip/plain-names.ts";
import { choose, intentIn, openShop, type Shop } from "../../testing/test-billing.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import {
  newPerson,
  newSender,
  processFile,
  smallPdf,
  temporaryFilesOf,
  uploadFile,
} from "../../testing/test-documents.ts";
import { until } from "../../testing/test-waiting.ts";

setDefaultTimeout(600_000);
let shop: Shop;
let folder: string;
beforeAll(async () => {
  shop = await openShop();
  folder = mkdtempSync(join(tmpdir(), "account-export-"));
});
afterAll(async () => {
  await shop.stop();
  rmSync(folder, { recursive: true });
});

const download = (person: TestClient, headers: Record<string, string> = {}) =>
  fetch(`${shop.origin}/api/account/export`, { headers: { cookie: person.cookie(), ...headers } });

/** Downloads the export and unpacks it with unzip; returns the folder and the names in it. */
async function unpack(person: TestClient, headers: Record<string, string> = {}) {
  const answer = await download(person, headers);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const into = mkdtempSync(join(folder, "unpacked-"));
  const path = `${into}.zip`;
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
  const unzip = Bun.spawnSync(["unzip", "-q", path, "-d", into], {
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  expect([unzip.exitCode, unzip.stderr.toString()]).toEqual([0, ""]);
  const names = readdirSync(into, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(into.length + 1));
  const read = (name: string) => readFileSync(join(into, name), "utf8");
  return { into, names, read, facts: JSON.parse(read("account.json")), page: read("index.html") };
}

test("an export contains everything that belongs to an account in one file: documents with their evidence, facts and a page that links to them", async () => {
  const person = await newPerson(shop);
  const bytes = smallPdf();
  const { id } = await uploadFile(person, "lease.pdf", bytes);
  const stamped = await processFile(person, id);
  await uploadFile(person, "draft.pdf");
  const project = await person.post("/api/projects", { name: "Elm Street" });
  await person.post(`/api/projects/${project.body.id}/entries`, { ids: [id] });
  const share = await person.post(`/api/projects/${project.body.id}/shares`, { label: "For the bank" });
  await person.post("/api/support/ticket", {
    email: "jane@example.org",
    subject: "A question",
    message: "What is a stamp?",
    category: "general",
  });
  shop.control.pay(intentIn(await choose(person, "smallbundle")));
  await shop.control.deliveriesSettled();

  const { into, names, facts, page } = await unpack(person);
  expect(arePlainNames(names)).toBe(true);
  const lease = "documents/00002 lease";
  for (const name of ["original.pdf", "stamped.pdf", "certificate.pdf", "evidence/attestation.jws"])
    expect(names).toContain(`${lease}/${name}`);
  for (const name of ["evidence/original.tst", "evidence/stamped.tst", "evidence/entry.tlog-proof"])
    expect(names).toContain(`${lease}/${name}`);
  expect(names).toContain("documents/00001 draft/original.pdf");
  expect(names).toEqual(expect.arrayContaining(["verify/ca.pem", "verify/jwks.json", "verify/log.vkeys"]));
  expect(readFileSync(join(into, lease, "original.pdf"))).toEqual(Buffer.from(bytes));
  expect(
    new Bun.CryptoHasher("sha256").update(readFileSync(join(into, lease, "stamped.pdf"))).digest("hex"),
  ).toBe(String(stamped.stampedSha256));
  expect(JSON.stringify(facts)).not.toContain(String(share.body.url).split("#").at(-1));
  expect(facts).toMatchObject({
    account: { username: expect.any(String), firstName: "Jane", createdAt: expect.any(String) },
    plan: { plan: "smallbundle" },
    projects: [
      {
        name: "Elm Street",
        links: [
          { label: "For the bank", state: "open", recipient: null, acknowledgement: null, openings: [] },
        ],
      },
    ],
    payments: [{ plan: "smallbundle", amount: 1999, state: "paid" }],
    tickets: [{ subject: "A question" }],
    documents: [
      { originalName: "draft.pdf", status: "uploaded", files: ["documents/00001 draft/original.pdf"] },
      { originalName: "lease.pdf", serialNumber: stamped.serialNumber, projectId: project.body.id },
    ],
  });
  for (const [, path = ""] of page.matchAll(/href="([^"]+)"/g))
    expect([path, existsSync(join(into, decodeURIComponent(path)))]).toEqual([path, true]);
  expect(page).toContain("Elm Street");
  expect(page).toContain("What is a stamp?");
  expect(page).toContain("$19.99");
});

test("an export has the address that a certificate states, in its statement and on the certificate", async () => {
  const email = "ana@example.org";
  const person = await newSender(shop, email);
  await processFile(person, (await uploadFile(person)).id, { showEmail: true });
  const { into, names, read, facts } = await unpack(person);
  const find = (end: string) => names.find((name) => name.endsWith(end)) ?? "";
  const [, statement = ""] = read(find("attestation.jws")).split(".");
  const stated = { address: email, on: "1970-01-01" };
  expect(JSON.parse(Buffer.from(statement, "base64url").toString())).toMatchObject({ email: stated });
  const text = Bun.spawnSync(["pdftotext", join(into, find("certificate.pdf")), "-"]).stdout.toString();
  expect(text.replace(/\s+/g, " ")).toContain(`Email address ${email}, confirmed on January 1, 1970`);
  expect(facts.documents).toMatchObject([{ timestampConfig: { showEmail: true } }]);
});

test("an export contains no secrets and nothing from other accounts", async () => {
  const other = await newPerson(shop);
  await uploadFile(other, "secret-of-another.pdf");
  const person = await newPerson(shop);
  await person.post("/api/tokens", { name: "script", scopes: ["documents:read"] });
  await person.post("/api/webhooks", { url: "https://example.org/hook" });
  const { facts, page, names } = await unpack(person);
  expect(facts).toMatchObject({ documents: [], accessTokens: [{ name: "script" }] });
  expect(page).toContain("No documents.");
  const secrets = /argon2|secret-of-another|whsec_|secretSha256|passwordHash|PRIVATE KEY/;
  expect(secrets.exec(JSON.stringify(facts) + page + names.join())?.[0]).toBeUndefined();
});

test("names with HTML and unusual characters appear as text on the page, and become folder names that every system accepts", async () => {
  const person = await newPerson(shop);
  const odd = [
    `<img src=x onerror=alert(1)>&"'.pdf`,
    "CON .pdf",
    "Übergabe 合同: teil?*|.pdf",
    `${"x".repeat(240)}.pdf`,
  ];
  for (const name of odd) await uploadFile(person, name);
  const { names, page, facts } = await unpack(person);
  expect(page).not.toContain("<img");
  expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;.pdf");
  expect(page).toContain("Übergabe 合同: teil?*|.pdf");
  const folders = names
    .filter((name) => name.startsWith("documents/"))
    .map((name) => name.split("/")[1] ?? "");
  expect(folders).toHaveLength(odd.length);
  for (const name of folders) expect(name).toMatch(/^\d{5} [^<>:"|?*]*[^<>:"|?*. ]$/);
  expect(facts.documents.map(({ originalName }: { originalName: string }) => originalName)).toContain(
    "Übergabe 合同: teil?*|.pdf",
  );
});

test("whatever the username is, the export has a name that every system accepts", async () => {
  const person = createTestClient(shop.origin);
  expect((await person.register({ username: "../Jane: 1/2" })).status).toBe(200);
  const name = (await download(person)).headers.get("content-disposition")?.split("filename*=UTF-8''")[1];
  expect(decodeURIComponent(name ?? "")).toMatch(/^Attestamp \.\._Jane_ 1_2 \d{4}-\d\d-\d\d\.zip$/);
});

test("the page is in the reader's language", async () => {
  const { page } = await unpack(await newPerson(shop), { "accept-language": "es-MX,es;q=0.9" });
  expect(page).toContain('<html lang="es">');
  expect(page).toContain("No hay documentos.");
});

test("a file that is missing on the server is listed on the page, and the rest is in the export", async () => {
  const person = await newPerson(shop);
  const { id } = await uploadFile(person, "lost.pdf");
  await uploadFile(person, "kept.pdf");
  const key = sqliteOf(shop.deps.db)
    .prepare("SELECT original_path FROM documents WHERE id = ?")
    .pluck()
    .get(id);
  await shop.deps.files.remove(String(key));
  const { page, names } = await unpack(person);
  expect(page).toContain("because the server couldn't read it: Original");
  expect(names).toContain("documents/00001 kept/original.pdf");
});

test("a download that is aborted leaves no temporary files", async () => {
  const person = await newPerson(shop);
  for (let number = 0; number < 5; number += 1) {
    const large = Buffer.concat([smallPdf(), Buffer.alloc(4_000_000, "%".charCodeAt(0))]);
    await uploadFile(person, `large-${number}.pdf`, new Uint8Array(large));
  }
  await until("earlier downloads are over", () => temporaryFilesOf(shop).length === 0);
  const answer = await download(person);
  const reader = answer.body?.getReader();
  await reader?.read();
  expect(temporaryFilesOf(shop)).toHaveLength(2);
  await reader?.cancel();
  await until("the temporary files are gone", () => temporaryFilesOf(shop).length === 0);
});

test("only the person who signed in gets the export, not a program with a token", async () => {
  expect((await createTestClient(shop.origin).get("/api/account/export")).status).toBe(401);
  const person = await newPerson(shop);
  const { body } = await person.post("/api/tokens", { name: "script", scopes: ["documents:read"] });
  const headers = { authorization: `Bearer ${body.token}` };
  const answer = await createTestClient(shop.origin).send("GET", "/api/account/export", { headers });
  expect(answer.status).toBe(403);
});
