import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { checkCollectionStatement } from "../../evidence/collection-statement.ts";
import { publicJwks } from "../../evidence/signing-key.ts";
import { noEvidence } from "../../evidence/verifier/evidence.ts";
import { overallVerdict, questions } from "../../evidence/verifier/report.ts";
import { readTrust, type Trust, trustTextsSchema } from "../../evidence/verifier/trust.ts";
import { verifyFiles } from "../../evidence/verifier/verify-files.ts";
import { writeFileList } from "../../formats/certificate/file-list.ts";
import { writeSha256Sums } from "../../formats/sha256sums.ts";
import { readZip } from "../../formats/zip/read-zip.ts";
import { pageTexts, qpdfVerdict, run } from "../../testing/inspect.ts";
import { choose, intentIn, openShop, type Shop } from "../../testing/test-billing.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { attestFiles, fileWith, makeFiles } from "../../testing/test-collections.ts";
import { newSender, processFile, smallPdf, untilFinished, uploadFile } from "../../testing/test-documents.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import type { CollectionView } from "../collections/collections.output.schema.ts";
import type { NewShareView, OpenedShare, SharedProject } from "./shares.output.schema.ts";

setDefaultTimeout(600_000);

let server: Shop;
beforeAll(async () => {
  server = await openShop();
});
afterAll(() => server.stop());

/** An account that bought 35 stamps. */
async function newOwner(): Promise<TestClient> {
  const owner = await newSender(server, `${crypto.randomUUID()}@example.org`);
  server.control.pay(intentIn(await choose(owner, "bundle")));
  await server.control.deliveriesSettled();
  return owner;
}

async function createProject(owner: TestClient, ids: string[]): Promise<string> {
  const { body } = await owner.post("/api/projects", { name: "Roof of 12 Oak Street" });
  await owner.post(`/api/projects/${body.id}/entries`, { ids });
  return String(body.id);
}

async function addDocument(owner: TestClient, name: string): Promise<string> {
  const { id } = await uploadFile(owner, name, smallPdf());
  await processFile(owner, id);
  return id;
}

async function share(owner: TestClient, project: string, downloads: string): Promise<string> {
  const { text } = await owner.post(`/api/projects/${project}/shares`, { downloads });
  const { url }: NewShareView = JSON.parse(text);
  return url.slice(url.indexOf("#") + 1);
}

async function open(token: string): Promise<{ project: SharedProject; text: string }> {
  const { text } = await createTestClient(server.origin).post("/api/share/open", { token });
  const { project }: OpenedShare = JSON.parse(text);
  if (!project) throw new Error(text);
  return { project, text };
}

async function fetchFile(file: string, fields: Record<string, string>) {
  const answer = await fetch(`${server.origin}/api/share/${file}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const name = decodeURIComponent(answer.headers.get("content-disposition") ?? "");
  return { status: answer.status, name, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

/** Saves a file of the server for programs that read it. */
async function save(bytes: Uint8Array): Promise<string> {
  const path = join(server.deps.config.dataDir, `saved-${crypto.randomUUID()}`);
  await Bun.write(path, bytes);
  return path;
}

async function makeTimeline(owner: TestClient, project: string, input = {}) {
  const { status, text } = await owner.post(`/api/projects/${project}/timeline`, input);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  const timeline = await untilFinished(owner, JSON.parse(text).id);
  const answer = await fetch(`${server.origin}/api/documents/${timeline.id}/download`, {
    headers: { cookie: owner.cookie() },
  });
  const path = await save(new Uint8Array(await answer.arrayBuffer()));
  expect(await qpdfVerdict(path)).toBe("clean");
  await run(["pdfdetach", "-save", "1", "-o", `${path}.jsonl`, path]);
  const lines = (await Bun.file(`${path}.jsonl`).text()).trimEnd().split("\n");
  return { timeline, path, text: (await pageTexts(path)).join(" "), lines };
}

async function namesInZip(bytes: Uint8Array): Promise<string[]> {
  const { stdout } = await run(["bsdtar", "-tf", await save(bytes)]);
  return stdout.trim().split("\n").toSorted();
}

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Everything that would confirm a guess about the files of a collection. */
const fingerprintsOf = (files: { name?: string; size: number; sha256: string }[]) => [
  sha256(writeFileList(files)),
  sha256(writeSha256Sums(files)),
  ...files.map((file) => file.sha256),
];

test("a shared page shows only the number of files in a collection, not their names and fingerprints", async () => {
  const owner = await newOwner();
  const files = makeFiles(3);
  const collection = await attestFiles(owner, files, { title: "Roof, day 1" });
  const id = await createProject(owner, [collection.id]);
  const { project, text } = await open(await share(owner, id, "none"));
  expect(project.entries).toMatchObject([
    {
      name: "Roof, day 1",
      serialNumber: String(collection.serialNumber),
      sha256: collection.root,
      stampedSha256: null,
      stampedSize: null,
      collection: { fileCount: 3, totalBytes: collection.totalBytes },
    },
  ]);
  for (const secret of ["IMG_", collection.id, ...fingerprintsOf(files)])
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
});

test("the list of a shared collection is available only if the link allows copies, and does not contain private names", async () => {
  const owner = await newOwner();
  const open = await attestFiles(owner, makeFiles(3), { title: "Roof" });
  const hidden = makeFiles(4).map(({ size, sha256 }) => ({ size, sha256 }));
  const closed = await attestFiles(owner, hidden, { title: "Papers", hideNames: true });
  const id = await createProject(owner, [open.id, closed.id]);
  const serialNumber = String(open.serialNumber);
  const none = await share(owner, id, "none");
  const copies = await share(owner, id, "copies");
  const everything = await share(owner, id, "everything");
  const statuses = async (token: string) =>
    Promise.all(
      ["download", "certificate", "zip", "evidence"].map(
        async (file) => (await fetchFile(file, { token, serialNumber })).status,
      ),
    );
  expect(await statuses(none)).toEqual([403, 403, 403, 403]);
  expect(await statuses(copies)).toEqual([200, 200, 200, 403]);
  expect(await statuses(everything)).toEqual([200, 200, 200, 200]);

  const list = await fetchFile("download", { token: copies, serialNumber });
  expect(Buffer.from(list.bytes).toString()).toBe(writeSha256Sums(makeFiles(3)));
  const privateList = await fetchFile("download", {
    token: copies,
    serialNumber: String(closed.serialNumber),
  });
  expect(Buffer.from(privateList.bytes).toString()).toBe(writeSha256Sums(hidden));
  const certificate = await save(
    (await fetchFile("certificate", { token: copies, serialNumber: String(closed.serialNumber) })).bytes,
  );
  expect((await pageTexts(certificate)).join(" ")).not.toContain("IMG_");
  const pack = readZip(
    Buffer.from(
      (await fetchFile("evidence", { token: everything, serialNumber: String(closed.serialNumber) })).bytes,
    ),
  );
  if ("error" in pack) throw new Error(String(pack.error));
  for (const { name, data } of pack)
    expect([name, Buffer.from(data).includes("IMG_")]).toEqual([name, false]);
});

test("a project's ZIP has the list and the certificate of each collection, also under names of the owner's choice", async () => {
  const owner = await newOwner();
  const first = await attestFiles(owner, makeFiles(3), { title: "Roof" });
  const second = await attestFiles(owner, makeFiles(4), { title: "Roof" });
  const outside = await attestFiles(owner, makeFiles(5), { title: "Elsewhere" });
  const document = await addDocument(owner, "Offer.pdf");
  const id = await createProject(owner, [first.id, second.id, document]);
  const zipOf = async () => {
    const answer = await fetch(`${server.origin}/api/documents.zip?project=${id}`, {
      headers: { cookie: owner.cookie() },
    });
    expect(answer.headers.get("content-disposition")).toMatch(
      /filename="Roof of 12 Oak Street \d{4}-\d\d-\d\d\.zip"/,
    );
    return new Uint8Array(await answer.arrayBuffer());
  };
  const bytes = await zipOf();
  const names = [
    "Certificate_of_Affidavit_Offer.pdf",
    "Certificate_of_Affidavit_Roof (2).pdf",
    "Certificate_of_Affidavit_Roof.pdf",
    "SHA256SUMS_Roof (2).txt",
    "SHA256SUMS_Roof.txt",
    "Stamped_Offer.pdf",
  ];
  expect(await namesInZip(bytes)).toEqual(names);
  expect(names.join()).not.toContain(String(outside.title));
  const lists = await run(["bsdtar", "-xOf", await save(bytes), "SHA256SUMS_Roof.txt"]);
  expect(lists.stdout).toBe(writeSha256Sums(makeFiles(3)));
  const shared = await fetchFile("zip", { token: await share(owner, id, "copies") });
  expect(await namesInZip(shared.bytes)).toEqual(names);
  expect(shared.name).toMatch(/UTF-8''Roof of 12 Oak Street \d{4}-\d\d-\d\d\.zip$/);

  await owner.send("PATCH", `/api/documents/${second.id}`, {
    body: JSON.stringify({ displayName: "North side" }),
    headers: { "content-type": "application/json" },
  });
  expect(await namesInZip(await zipOf())).toContain("SHA256SUMS_North side.txt");
});

test("a project's ZIP with evidence has a pack of each document, collection and timeline, which proves it offline", async () => {
  const owner = await newOwner();
  const collection = await attestFiles(owner, makeFiles(3), { title: "Roof" });
  const document = await addDocument(owner, "Offer.pdf");
  const id = await createProject(owner, [collection.id, document]);
  const { timeline } = await makeTimeline(owner, id);
  const fetchZip = async (query: string) => {
    const answer = await fetch(`${server.origin}/api/documents.zip?project=${id}&${query}`, {
      headers: { cookie: owner.cookie() },
    });
    return new Uint8Array(await answer.arrayBuffer());
  };
  const zip = unzipSync(await fetchZip("evidence=true"));
  const packs = Object.keys(zip).filter((name) => name.startsWith("Evidence_"));
  const timelinePack = `Evidence_${timeline.originalName.replace(/\.pdf$/, "")}.zip`;
  expect(packs.toSorted()).toEqual(["Evidence_Offer.zip", "Evidence_Roof.zip", timelinePack].toSorted());
  expect(Object.keys(zip)).toHaveLength(9);
  const trust = await fetchTrust();
  for (const name of packs) {
    const pack = { name, bytes: zip[name] ?? new Uint8Array() };
    const [report] = verifyFiles([pack], noEvidence, trust, new Date(Date.now() + 1000));
    const verdicts = questions.map((question) => report?.findings[question].verdict);
    expect([name, report?.kind, ...verdicts]).toEqual([
      ...[name, "pack"],
      ...["passed", "claimed", "passed", "passed"],
    ]);
  }
  const container = unzipSync(zip["Evidence_Offer.zip"] ?? new Uint8Array())["original.asics"];
  const original = unzipSync(container ?? new Uint8Array())["Offer.pdf"];
  expect(Buffer.from(original ?? "").equals(smallPdf())).toBe(true);

  const link = await share(owner, id, "everything");
  const shared = unzipSync((await fetchFile("zip", { token: link, evidence: "true" })).bytes);
  expect(Object.keys(shared).toSorted()).toEqual(Object.keys(zip).toSorted());
  for (const name of packs) {
    const pack = { name, bytes: shared[name] ?? new Uint8Array() };
    const [report] = verifyFiles([pack], noEvidence, trust, new Date(Date.now() + 1000));
    expect([name, report && overallVerdict(report)]).toEqual([name, "claimed"]);
  }
  const small = unzipSync((await fetchFile("zip", { token: link })).bytes);
  expect(Object.keys(small).filter((name) => name.startsWith("Evidence_"))).toEqual([]);

  const without = Object.keys(unzipSync(await fetchZip("evidence=false")));
  expect(without.toSorted()).toEqual(
    Object.keys(zip)
      .filter((name) => !packs.includes(name))
      .toSorted(),
  );
});

async function fetchTrust(): Promise<Trust> {
  const text = async (path: string) => (await fetch(`${server.origin}${path}`)).text();
  return readTrust(
    trustTextsSchema.parse({
      name: "Attestamp",
      ca: await text("/evidence/ca.pem"),
      crl: await text("/evidence/ca-crls.pem"),
      jwks: await text("/.well-known/jwks.json"),
      vkeys: await text("/evidence/log/vkeys"),
    }),
  );
}

test("a timeline lists a collection by its files and root, which its own page and signed statement show", async () => {
  const owner = await newOwner();
  const drafts: CollectionView[] = [];
  for (let draft = 1; draft <= 7; draft += 1)
    drafts.push(
      await attestFiles(owner, [fileWith(`chapter ${draft}`, `text ${draft}`)], { title: "Thesis" }),
    );
  const photos = await attestFiles(owner, makeFiles(1_200), { title: "Photos", hideNames: false });
  const letter = await addDocument(owner, "Letter.pdf");
  const id = await createProject(owner, [...drafts.map((draft) => draft.id), photos.id, letter]);
  const { timeline, text, lines } = await makeTimeline(owner, id, { exhibits: "C", hasDeclaration: true });
  expect(timeline.status).toBe("completed");

  const jwks = publicJwks(server.deps.signingKeys.all);
  for (const [index, collection] of [...drafts, photos].entries()) {
    const heading = `Exhibit C-${index + 1} · Entry ${index + 1} of 9 Attested at`;
    const from = text.indexOf(heading);
    const part = text.slice(from, text.indexOf("Entry", from + heading.length));
    expect([index, from]).not.toEqual([index, -1]);
    expect(part.replace(/\s/g, "")).toContain(collection.root);
    expect(part).toContain(String(collection.serialNumber));
    if (index < 7) expect(part).toContain(`Version ${index + 1} of 7`);
    const record = (await createTestClient(server.origin).get(`/api/verify/${collection.serialNumber}`)).body;
    expect(record.root).toBe(collection.root);
    const checked = checkCollectionStatement(String(record.attestation), jwks);
    if ("error" in checked) throw new Error(checked.error);
    const { files, bytes, root, list } = checked.statement;
    expect(JSON.parse(lines[index] ?? "")).toMatchObject({
      files,
      bytes,
      root,
      list,
      exhibit: `C-${index + 1}`,
    });
  }
  expect(text).toContain("1,200 files");
  for (const words of ["originals of 1 document listed", "files in 8 collections listed"])
    expect(text).toContain(words);
  const [draft] = fingerprintsOf([fileWith("chapter 1", "text 1")]);
  for (const secret of ["IMG_", "chapter 1", draft, ...fingerprintsOf([fileWith("chapter 1", "text 1")])])
    expect([secret, `${text.replace(/\s/g, "")}${lines.join()}`.includes(String(secret))]).toEqual([
      secret,
      false,
    ]);
});

test("every file of a project's ZIP file can be unpacked on every system, whatever the names and titles are", async () => {
  const owner = await newOwner();
  const ids: string[] = [];
  for (const name of ["Draft 2026.05.pdf", `${"long ".repeat(60)}.pdf`, 'At 10:30 "a|b" <c>?.pdf'])
    ids.push(await addDocument(owner, name));
  for (const title of ["Roof 1/2", "Walls 1/2", "Draft 2026.05", "Draft 2026.06", "2"])
    ids.push((await attestFiles(owner, [fileWith("a.jpg", title)], { title })).id);
  const id = await createProject(owner, ids);
  const answer = await fetch(`${server.origin}/api/documents.zip?evidence=true&project=${id}`, {
    headers: { cookie: owner.cookie() },
  });
  const names = await namesInZip(new Uint8Array(await answer.arrayBuffer()));
  expect(names).toHaveLength(3 * ids.length);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  for (const name of names) {
    expect(name).not.toMatch(/[<>:"/\\|?*]/);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  }
  expect(names).toContain("SHA256SUMS_Walls 1_2.txt");
});

test("a collection that could not be attested is counted, not listed, and one that was deleted is gone from later timelines", async () => {
  const owner = await newOwner();
  const kept = await attestFiles(owner, makeFiles(2), { title: "Kept" });
  const failed = await attestFiles(owner, makeFiles(3), { title: "Not attested" });
  const deleted = await attestFiles(owner, makeFiles(4), { title: "Deleted later" });
  const id = await createProject(owner, [kept.id, failed.id, deleted.id]);
  sqlOf(server.deps.db).prepare("UPDATE documents SET status = 'failed' WHERE id = ?").run(failed.id);
  const before = await makeTimeline(owner, id);
  expect(before.lines.map((line) => JSON.parse(line).name)).toEqual(["Kept", "Deleted later"]);
  expect(before.text).toContain("1 document in the project was not stamped");
  expect((await owner.send("DELETE", `/api/collections/${deleted.id}`)).status).toBe(200);
  const after = await makeTimeline(owner, id);
  expect(after.lines).toEqual(before.lines.slice(0, 1));
});

test("an acknowledgment lists the collections that the page showed, and the next timeline lists it", async () => {
  const owner = await newOwner();
  const collection = await attestFiles(owner, makeFiles(40), { title: "Roof, day 1" });
  const id = await createProject(owner, [collection.id]);
  await owner.post(`/api/projects/${id}/acknowledgements`, { email: "client@example.org", name: "Bob" });
  const outbox = await run(["sh", "-c", `cat ${join(server.deps.config.dataDir, "outbox")}/*`]);
  const words = outbox.stdout.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
  const token = /\/share#([\w-]{43})/.exec(words)?.[1] ?? "";
  const { project } = await open(token);
  const given = await createTestClient(server.origin).post("/api/share/acknowledge", {
    token,
    name: "Bob Smith",
    list: project.list,
  });
  expect([given.status, given.status === 200 ? "" : given.text]).toEqual([200, ""]);
  const details = JSON.parse((await owner.get(`/api/projects/${id}`)).text);
  const acknowledgement = details.entries.at(-1).document;
  await untilFinished(owner, acknowledgement.id);
  const { lines, text } = await makeTimeline(owner, id);
  expect(lines).toHaveLength(2);
  // The list inside the acknowledgment is the beginning of the timeline's.
  expect(sha256(lines[0] ?? "")).toBe(String(project.list));
  expect(JSON.parse(lines[1] ?? "").name).toBe("Acknowledgment by Bob Smith.pdf");
  expect(text).toContain("40 files");
  const answer = await fetch(`${server.origin}/api/documents/${acknowledgement.id}/download`, {
    headers: { cookie: owner.cookie() },
  });
  const pages = await pageTexts(await save(new Uint8Array(await answer.arrayBuffer())));
  expect(pages.join(" ")).toContain("40 files");
  expect(pages.join("").replace(/\s/g, "")).toContain(collection.root);
});
