import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { rateLimits } from "../../../db/schema.ts";
import { AppError, TooSlow } from "../../errors.ts";
import { wordPackageMessages } from "../../formats/sniff/sniff-word-package.ts";
import { compoundFile } from "../../formats/sniff/test-word.ts";
import { complexField, simpleField, textRun } from "../../formats/word/test-fields.ts";
import type { UsedText } from "../../formats/word/used-text.ts";
import type { Converter, ConvertOptions } from "../../platform/office/converter.ts";
import { makeDocx, paragraph } from "../../platform/office/test-word-samples.ts";
import {
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  temporaryFilesOf,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { until } from "../../testing/test-waiting.ts";
import { findDocument } from "./documents.repo.ts";
import { countingTimeOuts } from "./timeout-limit.service.ts";

setDefaultTimeout(600_000);

/** A fake LibreOffice: converts every Word document to a PDF of two pages, unless told to fail. */
const converter: Converter & {
  refusal?: AppError | undefined;
  given: string[];
  options?: ConvertOptions;
  asked?: UsedText;
} = {
  given: [],
  availability: () => ({ available: true }),
  async noteFonts(text) {
    converter.asked = text;
    return [];
  },
  async convert(input, output, options) {
    if (options) converter.options = options;
    converter.given = [input, output, options?.name ?? ""];
    if (converter.refusal) throw converter.refusal;
    await writeFile(output, smallPdf(2), { flag: "wx" });
    return { notes: [], fonts: ["Font of LibreOffice"] };
  },
  close: async () => {},
};

let server: TestServer;
beforeAll(async () => {
  server = await startWorkingServer({ deps: { converter } });
});
afterAll(() => server.stop());

const docx = () => new Uint8Array(makeDocx());

test("a Word document becomes a stamped PDF that names its original format [spec 1 word]", async () => {
  const person = await newPerson(server);
  const uploaded = await uploadFile(person, "lease.docx", docx());
  expect(uploaded.fileType).toEndWith("wordprocessingml.document");
  const document = await processFile(person, uploaded.id);
  expect(document).toMatchObject({
    status: "completed",
    stampedType: "application/pdf",
    pages: 2,
    originalKept: false,
    notes: ["The original is a Word document; it was converted to PDF to be stamped."],
  });
  const download = await person.get(`/api/documents/${document.id}/download`);
  expect(download.headers.get("content-disposition")).toContain('filename="Stamped_lease.pdf"');
  const certificate = await person.get(`/api/documents/${document.id}/certificate`);
  expect(certificate.headers.get("content-disposition")).toContain(
    'filename="Certificate_of_Affidavit_lease.pdf"',
  );
});

test("a Word document's fields are fixed before conversion, and a note names them [threat F19]", async () => {
  const person = await newPerson(server);
  const body = `<w:p>${simpleField("DATE", textRun("March 14, 2019"))}${complexField("AUTONUM", undefined)}</w:p>`;
  const dated = await uploadFile(person, "dated.docx", new Uint8Array(makeDocx({ body })));
  expect((await processFile(person, dated.id)).notes).toEqual([
    "The original is a Word document; it was converted to PDF to be stamped.",
    "This document has fields; the stamped copy shows the text that the file stores for them, not today's values: DATE.",
    "The file stores no text for some fields of this document, so the stamped copy does not show them: AUTONUM.",
  ]);
  expect(relative(server.deps.config.dataDir, converter.given[0] ?? "")).toMatch(/^tmp\/.*-word$/);
});

test("a Word document is stamped even if no one can tell which of its fonts were replaced", async () => {
  const person = await newPerson(server);
  const { noteFonts } = converter;
  converter.noteFonts = () => Promise.reject(new Error("No answer about fonts."));
  try {
    const document = await processFile(person, (await uploadFile(person, "lease.docx", docx())).id);
    expect(document).toMatchObject({
      status: "completed",
      notes: ["The original is a Word document; it was converted to PDF to be stamped."],
    });
  } finally {
    converter.noteFonts = noteFonts;
  }
});

test("the fonts of a DOCX are those that it names, those of a DOC the ones that LibreOffice asked for", async () => {
  const person = await newPerson(server);
  const body = '<w:p><w:r><w:rPr><w:rFonts w:ascii="Own Font"/></w:rPr><w:t>é</w:t></w:r></w:p>';
  const stamp = async (name: string, bytes: Uint8Array) =>
    processFile(person, (await uploadFile(person, name, new Uint8Array(bytes))).id);
  await stamp("lease.docx", makeDocx({ body }));
  expect(converter.asked).toEqual({ fonts: ["Own Font"], characters: ["é"] });
  await stamp("lease.doc", compoundFile(["WordDocument"]));
  expect(converter.asked).toEqual({ fonts: ["Font of LibreOffice"], characters: [] });
});

test("the server tells the converter whose document it is, and whether it is plain [threat G8]", async () => {
  const person = await newPerson(server);
  const relationships = `<Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="https://example.org/a.png" TargetMode="External"/>`;
  const plain = await uploadFile(person, "plain.docx", docx());
  await processFile(person, plain.id);
  const owner = (await findDocument(server.deps.db, plain.id))?.userId;
  expect(owner).toBeString();
  expect(converter.options).toMatchObject({ account: owner, isPlain: true });
  const linked = await uploadFile(person, "linked.docx", new Uint8Array(makeDocx({ relationships })));
  await processFile(person, linked.id);
  expect(converter.options).toMatchObject({ account: owner, isPlain: false });
});

test("a Word document whose name looks like a command is opened under a generated name [threat D9]", async () => {
  const person = await newPerson(server);
  const { dataDir } = server.deps.config;
  const id = "[0-9a-f-]{36}";
  for (const name of [
    "-rf.docx",
    "--convert-to $(touch CANARY).docx",
    "@`touch CANARY`; touch CANARY.docx",
  ]) {
    const document = await processFile(person, (await uploadFile(person, name, docx())).id);
    expect([document.status, document.originalName]).toEqual(["completed", name]);
    const [input = "", output = "", printed] = converter.given;
    expect(relative(dataDir, input)).toMatch(new RegExp(`^tmp/${id}-word$`));
    expect(relative(dataDir, output)).toMatch(new RegExp(`^tmp/${id}-converted$`));
    expect(printed).toBe(name);
  }
});

test("a converted Word document leaves no temporary files", async () => {
  const person = await newPerson(server);
  expect((await processFile(person, (await uploadFile(person, "lease.docx", docx())).id)).status).toBe(
    "completed",
  );
  await until("the temporary files are gone", () => temporaryFilesOf(server).length === 0);
});

test("a Word document that cannot be converted fails with the converter's message", async () => {
  const person = await newPerson(server);
  const uploaded = await uploadFile(person, "odd.docx", docx());
  converter.refusal = new AppError(
    "unsupported",
    "word-not-convertible",
    "Couldn't convert this document to PDF.",
  );
  const document = await processFile(person, uploaded.id);
  converter.refusal = undefined;
  expect(document).toMatchObject({
    status: "error",
    errorMessage: "Couldn't convert this document to PDF.",
    errorCode: "word-not-convertible",
  });
  expect(await processFile(person, uploaded.id)).toMatchObject({
    status: "completed",
    errorMessage: null,
    errorCode: null,
    errorParams: null,
  });
});

test("a user who sends one slow document after another has to wait", async () => {
  const { db, now, config } = server.deps;
  const person = await newPerson(server);
  const slow = await uploadFile(person, "slow.docx", docx());
  const small = await uploadFile(person, "small.docx", docx());
  const bucket = `timeOutsPerAccount:${(await findDocument(db, slow.id))?.userId}`;
  const count = 5 * config.rateLimitFactor - 1;
  await db
    .insert(rateLimits)
    .values({ bucket, count, windowEndsAt: new Date(now() + 3_600_000) })
    .run();
  converter.refusal = new TooSlow({ code: "processing-too-slow", text: "Processing took too long." });
  expect((await processFile(person, slow.id)).errorMessage).toBe("Processing took too long.");
  converter.refusal = undefined;
  const refused = await person.post(`/api/documents/${small.id}/process`);
  expect([refused.status, refused.body.message]).toEqual([
    429,
    "Too many of your documents took too long. Please try again in 60 minutes.",
  ]);
  await db.delete(rateLimits).where(eq(rateLimits.bucket, bucket)).run();
  expect((await processFile(person, small.id)).status).toBe("completed");
});

test("a document that takes too long is reported as such even when the full disk prevents counting it", async () => {
  const { db } = server.deps;
  const insert = () => {
    throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  };
  const full = { ...server.deps, db: Object.assign(Object.create(db), { insert }) };
  const slow = new TooSlow({ code: "processing-too-slow", text: "Processing took too long." });
  await expect(countingTimeOuts(full, "somebody", () => Promise.reject(slow))).rejects.toBe(slow);
});

test("a malicious Word document is refused before the converter opens it [threat F8]", async () => {
  const person = await newPerson(server);
  const trap = makeDocx({ body: `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${paragraph("x")}` });
  const uploaded = await uploadFile(person, "trap.docx", new Uint8Array(trap));
  converter.refusal = new AppError("unsupported", "test", "The converter saw it.");
  const document = await processFile(person, uploaded.id);
  converter.refusal = undefined;
  expect([document.status, document.errorMessage]).toEqual(["error", wordPackageMessages.unsafe.text]);
});

test("a picture keeps its format and is displayed as that format [spec 1 pictures] [threat E3]", async () => {
  const person = await newPerson(server);
  const blank = sharp({ create: { width: 400, height: 300, channels: 3, background: "white" } });
  const pictures = [
    ["plan.png", "image/png", await blank.clone().png().toBuffer()],
    ["photo.jpeg", "image/jpeg", await blank.clone().jpeg().toBuffer()],
  ] as const;
  for (const [name, type, bytes] of pictures) {
    const document = await processFile(person, (await uploadFile(person, name, new Uint8Array(bytes))).id);
    expect(document).toMatchObject({ status: "completed", fileType: type, stampedType: type, pages: 1 });
    const preview = await person.get(`/api/documents/${document.id}/preview`);
    expect([preview.status, preview.headers.get("content-type")]).toEqual([200, type]);
    expect(preview.headers.get("content-disposition")).toContain(`filename="Stamped_${name}"`);
  }
});

test("a picture with the name of another one, or without an extension, is stamped as what it is [threat F6]", async () => {
  const blank = sharp({ create: { width: 400, height: 300, channels: 3, background: "white" } });
  const [png, jpeg] = [await blank.clone().png().toBuffer(), await blank.clone().jpeg().toBuffer()];
  for (const [name, type, bytes, stamped] of [
    ["plan.jpg", "image/png", png, "Stamped_plan.png"],
    ["photo.png", "image/jpeg", jpeg, "Stamped_photo.jpg"],
    ["photo.jfif", "image/jpeg", jpeg, "Stamped_photo.jpg"],
    ["download", "image/jpeg", jpeg, "Stamped_download.jpg"],
  ] as const) {
    const person = await newPerson(server);
    const document = await processFile(person, (await uploadFile(person, name, new Uint8Array(bytes))).id);
    expect(document).toMatchObject({
      status: "completed",
      originalName: name,
      fileType: type,
      stampedType: type,
    });
    const download = await person.get(`/api/documents/${document.id}/download`);
    expect(download.headers.get("content-type")).toBe(type);
    expect(download.headers.get("content-disposition")).toContain(`filename="${stamped}"`);
  }
});
