import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { expect, test } from "./support/browser.ts";
import { openAccount } from "./support/calls.ts";
import { writePhoto, writeTextPdf } from "./support/samples.ts";
import { askConsole, askOfflinePage, askPage } from "./support/verifiers.ts";
import { randomFrom } from "./tools/fuzz/random.ts";

/**
 * Compares the three verifiers: the record page, the CLI and verify.html must say the same about the same files. With
 * DOCUMENTS_DIR set, it also compares them for the files in that folder.
 */

const documentsDir = process.env.DOCUMENTS_DIR;
const mutantsPerFile = 8;
/** Maximum number of files in one check; a page with more of them answers later. */
const batchSize = 60;

async function issue(calls: APIRequestContext, folder: string, path: string): Promise<string[]> {
  const file = { name: basename(path), mimeType: "application/octet-stream", buffer: readFileSync(path) };
  const { id } = await (await calls.post("/api/documents/upload", { multipart: { file } })).json();
  expect((await calls.post(`/api/documents/${id}/process`, { data: {} })).status()).toBe(200);
  const status = async () => (await (await calls.get(`/api/documents/${id}`)).json()).status;
  await expect.poll(status, { timeout: 120_000 }).toBe("completed");
  const save = async (what: string, name: string) => {
    const target = join(folder, name);
    writeFileSync(target, await (await calls.get(`/api/documents/${id}/${what}`)).body());
    return target;
  };
  return [
    path,
    await save("download", `stamped ${basename(path)}`),
    await save("certificate", `certificate of ${basename(path)}.pdf`),
    await save("evidence", `pack of ${basename(path)}.zip`),
  ];
}

/** The files of a pack, each under a unique name. */
function unpackInto(folder: string, pack: string): string[] {
  return Object.entries(unzipSync(readFileSync(pack))).map(([name, bytes]) => {
    const path = join(folder, `${basename(pack, ".zip")} - ${name}`);
    writeFileSync(path, bytes);
    return path;
  });
}

/** The same file changed in several ways, the same on every run. */
function mutate(path: string, count: number): string[] {
  const bytes = readFileSync(path);
  const random = randomFrom(bytes.length);
  return Array.from({ length: count }, (_, at) => {
    const place = random(bytes.length);
    const changes = [
      () => bytes.subarray(0, place),
      () => Buffer.concat([bytes, Buffer.alloc(1 + random(70_000))]),
      () => Buffer.concat([Buffer.from("words before it "), bytes]),
      () => Buffer.concat([bytes.subarray(0, place), Buffer.from([random(256)]), bytes.subarray(place)]),
      () => Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1)]),
      () => Buffer.concat([bytes, bytes]),
      () => Buffer.concat([Buffer.from([bytes.readUInt8(0) ^ 1]), bytes.subarray(1)]),
      () => Buffer.from(bytes.map((byte, index) => (index === place ? byte ^ (1 << random(8)) : byte))),
    ];
    const target = path.replace(/(\.[^.]*)?$/, ` changed ${at}$1`);
    writeFileSync(target, changes[at % changes.length]?.() ?? bytes);
    return target;
  });
}

/** Files of all sizes without evidence, or that only look as if they had some. */
async function strangers(folder: string): Promise<string[]> {
  const files: Record<string, Uint8Array> = {
    "empty.txt": Buffer.alloc(0),
    "letter.txt": Buffer.from("Dear Jane,"),
    "large letter.txt": Buffer.alloc(200_000, "Dear Jane, "),
    "large proof.ots": Buffer.concat([
      Buffer.from("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294", "hex"),
      Buffer.alloc(100_000),
    ]),
    "large token.tst": Buffer.concat([Buffer.from("3083018000", "hex"), Buffer.alloc(100_000)]),
    "late.pdf": Buffer.concat([Buffer.alloc(1020, " "), Buffer.from("%PDF-1.7\n"), Buffer.alloc(90_000)]),
    "photo.png": await sharp({ create: { width: 900, height: 900, channels: 3, background: "#468" } })
      .png({ compressionLevel: 0 })
      .toBuffer(),
  };
  return Object.entries(files).map(([name, bytes]) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  });
}

test("page, console and verify.html say the same about every file and its changed copies [threat V2]", async ({
  page,
  context,
  folder,
  product,
}) => {
  test.setTimeout(1_200_000);
  await openAccount(page.request);
  const documents = ["lease.pdf", "door.jpg", "plan.png"].map((name) => join(folder, name));
  const [lease = "", door = "", plan = ""] = documents;
  await writeTextPdf(lease, 1);
  await writePhoto(door, 600, 400);
  writeFileSync(plan, await sharp(door).png().toBuffer());
  const issued: string[] = [];
  for (const path of documents) issued.push(...(await issue(page.request, folder, path)));
  const packs = issued.filter((path) => path.endsWith(".zip"));
  mkdirSync(join(folder, "parts"));
  const parts = unpackInto(join(folder, "parts"), packs[0] ?? "");
  const html = parts.find((path) => path.endsWith("verify.html")) ?? "";
  const plain = issued.filter((path) => !path.endsWith(".zip"));
  const real = documentsDir === undefined ? [] : listFiles(documentsDir);

  const batches = [
    ...inBatches([...plain, ...plain.flatMap((path) => mutate(path, mutantsPerFile))]),
    [...parts, ...(await strangers(folder))],
    [...packs, ...parts.filter((path) => extname(path) === ".asics")].flatMap((path) => mutate(path, 4)),
    // Each file is verified with the evidence of all others.
    [...plain, ...packs, ...parts],
    ...inBatches(real),
  ];
  // Without the server's record, like the other two.
  await page.route("**/api/trpc/**", (route) => route.abort());
  let compared = 0;
  for (const batch of batches) {
    const said = await askConsole(batch, product.origin);
    expect(Object.keys(said)).toHaveLength(batch.length);
    expect({ page: await askPage(page, batch) }).toEqual({ page: said });
    expect({ offline: await askOfflinePage(context, html, batch) }).toEqual({ offline: said });
    compared += batch.length;
  }
  expect(compared).toBeGreaterThan(120);
});

function inBatches(paths: string[]): string[][] {
  const batches: string[][] = [];
  for (let at = 0; at < paths.length; at += batchSize) batches.push(paths.slice(at, at + batchSize));
  return batches;
}

/** Every file of a folder; the first of several with the same name. */
function listFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const byName = new Map(files.map((file) => [file.name, join(file.parentPath, file.name)]));
  return [...byName.values()].toSorted();
}
