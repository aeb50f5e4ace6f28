import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { takesExtraTypes } from "../../client/accepted-types.ts";
import { findFiles } from "../../client/find-files.ts";
import { makePlainBitmap } from "../../formats/images/test-bitmaps.ts";
import { makeOpenDocument } from "../../formats/office-texts/test-open-document.ts";
import type { Converter } from "../../platform/office/converter.ts";
import { createLibreOfficeConverter } from "../../platform/office/libreoffice-converter.ts";
import { requireOffice } from "../../platform/office/test-office.ts";
import {
  formWith,
  newPerson,
  processFile,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import { makeTestFolder, type TestServer } from "../../testing/test-server.ts";

setDefaultTimeout(600_000);

let converter: Converter;
let server: TestServer;
let ordinary: TestServer;
const files: Record<string, Uint8Array<ArrayBuffer>> = {};

beforeAll(async () => {
  converter = createLibreOfficeConverter(await requireOffice());
  server = await startWorkingServer({ config: { extraTypes: true }, deps: { converter } });
  ordinary = await startWorkingServer({ deps: { converter } });
  Object.assign(files, await makeFiles());
});
afterAll(async () => {
  await Promise.all([server.stop(), ordinary.stop()]);
  await converter.close();
});

async function makeFiles(): Promise<Record<string, Buffer>> {
  const picture = () => sharp({ create: { width: 120, height: 80, channels: 3, background: "#336699" } });
  const folder = makeTestFolder();
  await picture().png().toFile(join(folder, "a.png"));
  await Bun.$`heif-enc ${folder}/a.png -o ${folder}/a.heic`.quiet();
  const frames = Buffer.concat([200, 20].map((shade) => Buffer.alloc(40 * 40 * 3, shade)));
  const film = sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } });
  return {
    "beach.HEIC": readFileSync(join(folder, "a.heic")),
    "beach.webp": await picture().webp().toBuffer(),
    "beach.avif": await picture().avif().toBuffer(),
    "film.gif": await film.gif({ delay: [100, 100] }).toBuffer(),
    "scan.bmp": makePlainBitmap(await picture().raw().toBuffer(), 120, 80),
    "lease.odt": makeOpenDocument({ body: "<text:p>An OpenDocument lease.</text:p>" }),
    "lease.rtf": Buffer.from("{\\rtf1 A rich lease.\\par}"),
    "lease.txt": Buffer.from("A plain lease — für Łukasz."),
  };
}

const file = (name: string) => {
  const bytes = files[name];
  if (bytes === undefined) throw new Error(`There is no ${name}.`);
  return new Uint8Array(bytes);
};

test("with EXTRA_TYPES=on, each picture is stamped as a JPEG or PNG that is named like one [threat F6]", async () => {
  const converted = "note-picture-converted";
  for (const [name, type, stamped, codes] of [
    ["beach.HEIC", "image/heic", "Stamped_beach.jpg", [converted]],
    ["beach.webp", "image/webp", "Stamped_beach.jpg", [converted]],
    ["beach.avif", "image/avif", "Stamped_beach.jpg", [converted]],
    ["film.gif", "image/gif", "Stamped_film.png", [converted, "note-animation-left-out"]],
    ["scan.bmp", "image/bmp", "Stamped_scan.png", [converted]],
  ] as const) {
    const person = await newPerson(server);
    const uploaded = await uploadFile(person, name, file(name));
    const preview = await person.get(`/api/documents/${uploaded.id}/picture?of=original`);
    expect([name, preview.status, preview.headers.get("content-type")]).toEqual([name, 200, "image/webp"]);
    const document = await processFile(person, uploaded.id);
    const contentType = stamped.endsWith(".jpg") ? "image/jpeg" : "image/png";
    expect(document).toMatchObject({
      fileType: type,
      status: "completed",
      stampedType: contentType,
      originalKept: false,
      noteMessages: codes.map((code) => ({ code })),
    });
    const download = await person.get(`/api/documents/${document.id}/download`);
    expect(download.headers.get("content-disposition")).toContain(`filename="${stamped}"`);
    expect(download.headers.get("content-type")).toBe(contentType);
    const verified = await person.get(`/api/verify/${document.serialNumber}`);
    expect([verified.status, verified.body.documentName]).toEqual([200, name]);
  }
});

test("with EXTRA_TYPES=on, each text is converted by LibreOffice and stamped as a PDF", async () => {
  const person = await newPerson(server);
  for (const [name, format] of [
    ["lease.odt", "ODT"],
    ["lease.rtf", "RTF"],
    ["lease.txt", "TXT"],
  ] as const) {
    const document = await processFile(person, (await uploadFile(person, name, file(name))).id);
    expect(document).toMatchObject({
      status: "completed",
      stampedType: "application/pdf",
      pages: 1,
      notes: [`The original is a text document (${format}); it was converted to PDF to be stamped.`],
    });
    const download = await person.get(`/api/documents/${document.id}/download`);
    expect(download.headers.get("content-disposition")).toContain('filename="Stamped_lease.pdf"');
  }
  const named = await uploadFile(person, "old.doc", file("lease.rtf"));
  expect(named.fileType).toBe("application/rtf");
  const encrypted = makeOpenDocument({ manifest: "<m:encryption-data/>" });
  const answer = await person.send("POST", "/api/documents/upload", {
    body: formWith("a.odt", new Uint8Array(encrypted)),
  });
  expect([answer.status, answer.body.code]).toEqual([415, "document-password-protected"]);
});

test("without EXTRA_TYPES, the same files are refused as ever, with what to do", async () => {
  const person = await newPerson(ordinary);
  const refused = async (name: string) => {
    const { status, body } = await person.send("POST", "/api/documents/upload", {
      body: formWith(name, file(name)),
    });
    return [status, body.code];
  };
  expect(await refused("beach.HEIC")).toEqual([415, "picture-heic"]);
  for (const name of ["beach.webp", "beach.avif", "film.gif", "scan.bmp"])
    expect([name, await refused(name)]).toEqual([name, [415, "picture-other-format"]]);
  for (const name of ["lease.odt", "lease.rtf", "lease.txt"])
    expect([name, await refused(name)]).toEqual([name, [415, "unsupported-file-type"]]);
});

test("what the server accepts is known to the page, the API description, the share sheet and the command line", async () => {
  for (const [{ origin }, accepts] of [
    [server, true],
    [ordinary, false],
  ] as const) {
    const get = async (path: string) => (await fetch(`${origin}${path}`)).text();
    expect((await get("/api/openapi.json")).includes("HEIC, WebP, AVIF, GIF or BMP")).toBe(accepts);
    const person = await newPerson(accepts ? server : ordinary);
    const { body } = await person.post("/api/tokens", { name: "laptop", scopes: ["documents:read"] });
    expect(await takesExtraTypes({ server: origin, token: String(body.token) })).toBe(accepts);
  }
  expect(await takesExtraTypes({ server: server.origin, token: "atp_wrong" })).toBe(false);
  const folder = makeTestFolder();
  for (const name of Object.keys(files)) await Bun.write(join(folder, name), file(name));
  expect(findFiles([folder], undefined, true).files.map(({ name }) => name)).toEqual(
    Object.keys(files).toSorted(),
  );
  expect(findFiles([folder], undefined, false).files).toEqual([]);
});
