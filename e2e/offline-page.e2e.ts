import { X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { makeFiles } from "../src/testing/test-collections.ts";
import { words } from "../web/offline/words.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/browser.ts";
import { openAccount, stampByCall, stampIntoFolder } from "./support/calls.ts";

const built = join(import.meta.dir, "../dist/web/verify.html");
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

/** Opens the built page from disk, with these keys in it, in a browser without network and WebCrypto. */
async function openFromDisk(page: Page, folder: string, keys: object): Promise<string[]> {
  const path = join(folder, "verify.html");
  const place = '<script type="application/json" id="keys">{}</script>';
  const html = readFileSync(built, "utf8");
  expect(html).toContain(place);
  writeFileSync(
    path,
    html.replace(place, () => place.replace("{}", () => JSON.stringify(keys))),
  );
  return openOffline(page, path);
}

async function openOffline(page: Page, path: string): Promise<string[]> {
  await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
  await page.context().setOffline(true);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(path).href);
  return requests;
}

/** The end of a title while only the service's own clock says when. */
const reservation = ", but no one independent confirms its time";

test("the page of a pack checks files from disk, without a network and without WebCrypto", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const { serialNumber, original, stamped } = await stampIntoFolder(page.request, folder);
  const { attestation } = await (await page.request.get(`/api/verify/${serialNumber}`)).json();
  const statement = join(folder, "attestation.jws");
  writeFileSync(statement, attestation);
  const jwks = await (await page.request.get("/.well-known/jwks.json")).text();

  const requests = await openFromDisk(page, folder, { name: "Attestamp", jwks });
  await page.getByLabel("Choose files, or drop them here").setInputFiles([original, stamped, statement]);
  await expect(page.getByRole("status")).toContainText("Checked: lease.pdf, Stamped_lease.pdf");
  await expect(heading(page, `This is the original document${reservation}`)).toBeVisible();
  await expect(heading(page, `This is the stamped copy${reservation}`)).toBeVisible();
  for (const checks of await page.getByText("What we checked").all()) await checks.click();
  await expect(
    page
      .getByText(
        'Attestamp issued it and signed a statement about it, for an account calling itself "Jane Doe"',
      )
      .first(),
  ).toBeVisible();
  await expect(heading(page, "Is it in the public log? Can't tell").first()).toBeVisible();
  await page.getByText("Details").first().click();
  await expect(page.getByText("Fingerprint (SHA-256)", { exact: true }).first()).toBeVisible();

  writeFileSync(original, Buffer.concat([readFileSync(original), Buffer.from("\n")]));
  await page.getByLabel("Choose files, or drop them here").setInputFiles([original, statement]);
  await expect(heading(page, "This is not the right file")).toBeVisible();
  await expect(
    page.getByText(`neither the original nor the stamped copy of ${serialNumber}`).first(),
  ).toBeVisible();
  for (const checks of await page.getByText("What we checked").all()) await checks.click();
  await expect(heading(page, "Is it unchanged? Failed")).toBeVisible();
  expect(requests.filter((url) => !/^(file|data):/.test(url))).toEqual([]);
});

/** A real pack, as its owner downloads it, and its unzipped files. */
async function downloadPack(
  page: Page,
  folder: string,
): Promise<{ pack: string; part: (name: string) => string }> {
  await openAccount(page.request);
  const { id } = await stampByCall(page.request, join(folder, "lease.pdf"));
  const pack = join(folder, "Evidence_lease.zip");
  const bytes = await (await page.request.get(`/api/documents/${id}/evidence`)).body();
  writeFileSync(pack, bytes);
  mkdirSync(join(folder, "pack"));
  const part = (name: string) => join(folder, "pack", name);
  for (const [name, content] of Object.entries(unzipSync(bytes))) writeFileSync(part(name), content);
  return { pack, part };
}

/** The verdicts on one file, in the order of the questions. */
async function verdictsOn(page: Page, path: string): Promise<string> {
  await page.getByLabel("Choose files, or drop them here").setInputFiles(path);
  await expect(page.getByRole("status")).toHaveText(`Checked: ${basename(path)}.`);
  const findings = page.locator("article section");
  return findings.evaluateAll((sections) => sections.map(({ className }) => className).join(" "));
}

/** The file with one bit changed at this offset from its end. */
function changed(path: string, fromEnd: number): string {
  const bytes = readFileSync(path);
  const at = bytes.length - fromEnd;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  return path;
}

test("the page of a real pack, opened from disk without a network, distinguishes valid from changed files", async ({
  page,
  folder,
}) => {
  const { pack, part } = await downloadPack(page, folder);
  const requests = await openOffline(page, part("verify.html"));
  await expect(
    page.getByText("This page has the keys of a service that calls itself Attestamp."),
  ).toBeVisible();
  const { fingerprint256 } = new X509Certificate(readFileSync(part("ca.pem")));
  await expect(page.locator("#issuer")).toContainText(fingerprint256.replaceAll(":", "").toLowerCase());
  await expect(page.locator("#issuer")).toContainText("localhost");
  const files: [path: string, fromEnd: number, whenSound: string, whenChanged: string][] = [
    [
      pack,
      Math.floor(statSync(pack).size / 2),
      "passed claimed passed passed",
      "failed indeterminate indeterminate indeterminate",
    ],
    [
      part("Stamped_lease.pdf"),
      40,
      "passed claimed passed indeterminate",
      "failed failed failed indeterminate",
    ],
    [
      part("certificate.pdf"),
      40,
      "passed claimed passed indeterminate",
      "failed failed failed indeterminate",
    ],
    [
      part("original.asics"),
      40,
      "passed claimed indeterminate indeterminate",
      "failed indeterminate indeterminate indeterminate",
    ],
    [
      part("stamped.tst"),
      40,
      "indeterminate claimed passed indeterminate",
      "failed failed indeterminate indeterminate",
    ],
  ];
  for (const [path, , whenSound] of files)
    expect([path, await verdictsOn(page, path)]).toEqual([path, whenSound]);
  for (const [path, fromEnd, , whenChanged] of files) {
    const verdicts = await verdictsOn(page, changed(path, fromEnd));
    expect([path, verdicts]).toEqual([path, whenChanged]);
  }
  expect(requests.filter((url) => !/^(file|data):/.test(url))).toEqual([]);
});

test("a trust file that is dropped alone on the page replaces its lists from then on, or is refused; among other files it is not used", async ({
  page,
  folder,
}) => {
  const { pack, part } = await downloadPack(page, folder);
  await openOffline(page, part("verify.html"));
  const given = (name: string, content: object) => ({
    name,
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ attestampTrust: 1, ...content })),
  });
  const input = page.getByLabel("Choose files, or drop them here");
  await input.setInputFiles(given("wrong.json", { witnesses: ["shipped", "me"] }));
  await expect(page.getByRole("status")).toHaveText(
    "We can't read witnesses[1] in the trust file wrong.json.",
  );
  const own = { roots: ["ab".repeat(32)], keys: ["A".repeat(43)], logs: [] };
  const mine = given("mine.json", { service: own });
  const packed = { name: "pack.zip", mimeType: "application/zip", buffer: readFileSync(pack) };
  const notes = Array.from({ length: 6 }, (_, at) => ({
    ...mine,
    name: `${at}.txt`,
    buffer: Buffer.from("a"),
  }));
  await input.setInputFiles([packed, ...notes, mine]);
  await expect(page.getByRole("status")).toContainText("The lists in mine.json were not used");
  await expect(heading(page, `This evidence pack is unchanged${reservation}`)).toBeVisible();
  await input.setInputFiles(mine);
  await expect(page.getByRole("status")).toContainText("decided by the lists in mine.json");
  await input.setInputFiles([packed, ...notes]);
  await expect(page.getByRole("status")).toContainText(
    "Whether someone is independent of the service is decided by the lists in mine.json",
  );
  await expect(page.getByText("we don't know the keys of the service that signed it").first()).toBeVisible();
});

test("a trust file that is dropped on the record page is used, or refused", async ({ page, folder }) => {
  await openAccount(page.request);
  const original = join(folder, "lease.pdf");
  const { serialNumber } = await stampByCall(page.request, original);
  await page.goto(`/verify/${serialNumber}`);
  const given = (content: object) => ({
    name: "mine.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ attestampTrust: 1, ...content })),
  });
  const input = page.getByLabel("Choose a file to check").last();
  await input.setInputFiles(given({ bitcoin: {} }));
  await expect(
    page.getByText("We can't read bitcoin.checkpoints in the trust file mine.json."),
  ).toBeVisible();
  const own = { roots: ["ab".repeat(32)], keys: ["A".repeat(43)], logs: [] };
  await input.setInputFiles(given({ service: own }));
  await expect(page.getByText("decided by the lists in mine.json")).toBeVisible();
  const record = page.getByRole("status").filter({ hasText: "It has no timestamp that we can check." });
  await expect(record).toBeVisible();
  await input.setInputFiles(original);
  await expect(heading(page, "We can't tell")).toBeVisible();
});

test("a name with invisible or direction-changing characters cannot disguise itself or the names after it", async ({
  page,
  folder,
}) => {
  await openFromDisk(page, folder, {});
  const given = ["invoice\u202efdp.exe", "\u05d0\u05d1.txt", "lease.txt"];
  await page
    .getByLabel("Choose files, or drop them here")
    .setInputFiles(given.map((name) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) })));
  await expect(page.getByRole("status")).toHaveText("Checked: invoicefdp.exe, \u05d0\u05d1.txt, lease.txt.");
  expect(await page.locator("article bdi").allTextContents()).toEqual([
    "invoicefdp.exe",
    "\u05d0\u05d1.txt",
    "lease.txt",
  ]);
  const [, middle, last] = await page.getByRole("status").locator("bdi").all();
  const left = async (name: typeof last) => (await name?.boundingBox())?.x ?? 0;
  expect(await left(middle)).toBeLessThan(await left(last));
});

test("a file's name of ten thousand characters makes the page no wider, on a phone neither", async ({
  page,
  folder,
}) => {
  await openFromDisk(page, folder, {});
  const file = { name: "x".repeat(10_000), mimeType: "text/plain", buffer: Buffer.from("text") };
  await page.getByLabel("Choose files, or drop them here").setInputFiles(file);
  await expect(heading(page, "We can't tell")).toBeVisible();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test("a page without keys checks no file", async ({ page, folder }) => {
  await openFromDisk(page, folder, {});
  await expect(page.getByText("saved without the keys of a service")).toBeVisible();
  const note = join(folder, "note.txt");
  writeFileSync(note, "a note");
  await page.getByLabel("Choose files, or drop them here").setInputFiles(note);
  await expect(heading(page, "We can't tell")).toBeVisible();
  await page.getByText("What we checked").click();
  await expect(heading(page, "Who issued it? Can't tell")).toBeVisible();
});

test("the page of a large collection's pack shows changed files first, and saves the record of a file, which then proves it without the pack", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  // Too many for a pack to contain all of their records.
  const files = makeFiles(2_001);
  const answer = await page.request.post("/api/collections", {
    data: { title: "Shoot", files, ownershipConfirmed: true },
  });
  const { id } = await answer.json();
  const collection = async () => (await page.request.get(`/api/collections/${id}`)).json();
  await expect.poll(async () => (await collection()).status).toBe("completed");
  const pack = join(folder, "Evidence_Shoot.zip");
  const bytes = await (await page.request.get(`/api/collections/${id}/evidence`)).body();
  writeFileSync(pack, bytes);
  const parts = unzipSync(bytes);
  expect(parts).not.toHaveProperty(["records.zip"]);
  writeFileSync(join(folder, "verify.html"), parts["verify.html"] ?? "");
  const photo = join(folder, "IMG_1317.jpg");
  writeFileSync(photo, "photo 1316");

  const requests = await openOffline(page, join(folder, "verify.html"));
  const changed = { name: "changed.jpg", mimeType: "image/jpeg", buffer: Buffer.from("photo 1316!") };
  const given = [pack, photo].map((path) => ({
    name: basename(path),
    mimeType: "",
    buffer: readFileSync(path),
  }));
  await page.getByLabel("Choose files, or drop them here").setInputFiles([...given, changed]);
  await expect(heading(page, `This file belongs to the collection${reservation}`)).toBeVisible();
  await expect(page.locator("article").first()).toContainText("changed.jpg");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save its evidence record (.ers)" }).click();
  const record = join(folder, (await download).suggestedFilename());
  expect(basename(record)).toBe("IMG_1317.jpg.ers");
  await (await download).saveAs(record);
  await page.getByLabel("Choose files, or drop them here").setInputFiles([photo, record]);
  await expect(page.getByRole("status")).toHaveText("Checked: IMG_1317.jpg, IMG_1317.jpg.ers.");
  for (const checks of await page.getByText("What we checked").all()) await checks.click();
  await expect(heading(page, "When did it exist? Only claimed").first()).toBeVisible();
  expect(requests.filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
});

/** The pack of a collection of this many files, and one of them. */
async function attestFiles(
  page: Page,
  folder: string,
  count: number,
): Promise<{ pack: string; photo: string }> {
  const answer = await page.request.post("/api/collections", {
    data: { title: "Shoot", files: makeFiles(count), ownershipConfirmed: true },
  });
  const { id } = await answer.json();
  const collection = async () => (await page.request.get(`/api/collections/${id}`)).json();
  await expect.poll(async () => (await collection()).status).toBe("completed");
  const pack = join(folder, "Evidence_Shoot.zip");
  writeFileSync(pack, await (await page.request.get(`/api/collections/${id}/evidence`)).body());
  const photo = join(folder, "IMG_0002.jpg");
  writeFileSync(photo, "photo 1");
  return { pack, photo };
}

test("the page shows how far the check of a thousand files is, says first how many are unchanged, announces nothing else, and shows all on request", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const { pack } = await attestFiles(page, folder, 1000);
  const parts = unzipSync(readFileSync(pack));
  writeFileSync(join(folder, "verify.html"), parts["verify.html"] ?? "");
  await openOffline(page, join(folder, "verify.html"));
  const progress = page.getByRole("progressbar", { includeHidden: true });
  await expect(progress).toBeHidden();
  // Records what the bar shows at each frame.
  const shares = await progress.evaluateHandle((bar) => {
    const values: (string | null)[] = [];
    const record = () => {
      values.push(bar.getAttribute("value"));
      requestAnimationFrame(record);
    };
    record();
    return values;
  });
  const given = (name: string, buffer: Buffer) => ({ name, mimeType: "", buffer });
  const photos = Array.from({ length: 1000 }, (_, index) =>
    given(`IMG_${index + 1}.jpg`, Buffer.from(`photo ${index}`)),
  );
  await page
    .getByLabel("Choose files, or drop them here")
    .setInputFiles([
      given("pack.zip", readFileSync(pack)),
      ...photos,
      given("changed.jpg", Buffer.from("photo 1!")),
    ]);
  await expect(page.getByRole("status")).toHaveText(
    "1,000 of 1,001 files are unchanged. No one independent confirms the time of 1,000 of them. 1 was changed or is a different file.",
    { timeout: 60_000 },
  );
  await expect(progress).toBeHidden();
  const painted = (await shares.jsonValue()).map(Number);
  expect(painted.some((share) => share > 0.5 && share < 1)).toBe(true);
  await expect(page.locator("[role=status], [role=alert], [aria-live]")).toHaveCount(1);
  await expect(page.locator("article")).toHaveCount(50);
  await expect(page.locator("article").first()).toContainText("changed.jpg");
  await expect(page.getByText("50 of 1,002 results are shown.")).toBeVisible();
  await expectAccessible(page, "a thousand files");
  await page.getByRole("button", { name: "Español" }).click();
  await expect(page.getByRole("status")).toHaveText(
    /^1.?000 de 1.?001 archivos están sin cambios\. Nadie independiente confirma la hora de 1.?000 de ellos\. 1 se modificó o es otro archivo\.$/,
  );
  await expect(page.getByText(/^Se muestran 50 de 1.?002 resultados\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Mostrar todos" }).click();
  await expect(page.locator("article")).toHaveCount(1002);
  await expect(page.locator("article").nth(50).locator("> h2")).toBeFocused();
});

test.describe("in a browser that speaks Spanish", () => {
  test.use({ locale: "es-MX" });

  test("the page of a pack speaks Spanish, and English if the reader wants that", async ({
    page,
    folder,
  }) => {
    const { pack, part } = await downloadPack(page, folder);
    const collection = await attestFiles(page, folder, 3);
    const requests = await openOffline(page, part("verify.html"));
    await expect(page).toHaveTitle("Comprobar un documento");
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    await expect(
      page.getByText("Esta página tiene las claves de un servicio que se llama a sí mismo Attestamp."),
    ).toBeVisible();
    await expectAccessible(page, "the page in Spanish");

    const choose = page.getByLabel("Elija archivos o suéltelos aquí");
    await choose.setInputFiles(pack);
    await expect(page.getByRole("status")).toHaveText("Comprobado: Evidence_lease.zip.");
    await expect(
      heading(page, "Este paquete de pruebas está sin cambios, pero nadie independiente confirma su hora"),
    ).toBeVisible();
    await expect(
      page.getByText(/Existía el \d+ de \p{L}+ de \d{4}, .+ [ap]\. m\. C[SD]T/u).first(),
    ).toBeVisible();
    await expect(
      page.getByText(
        /^Etapa 1 de 3: .+ Para antedatarlo bastaría una mentira del servicio, o un ladrón con todas sus claves\.$/,
      ),
    ).toBeVisible();
    await page.getByText("Qué hemos comprobado").click();
    await expect(heading(page, "¿Está sin cambios? Confirmado")).toBeVisible();
    await expectAccessible(page, "a report in Spanish");

    const other = join(folder, "other.txt");
    writeFileSync(other, "another file");
    await choose.setInputFiles([pack, other]);
    await expect(heading(page, "Este no es el archivo correcto")).toBeVisible();

    await choose.setInputFiles([collection.pack, collection.photo]);
    await expect(
      heading(page, "Este archivo pertenece a la colección, pero nadie independiente confirma su hora"),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Guardar su registro de evidencia (.ers)" })).toBeVisible();
    const said = await page.locator("main").textContent();
    for (const english of Object.values(words.en))
      if (typeof english === "string") expect(said).not.toContain(english);
    expect(said).not.toMatch(/Confirmed|Can't tell|Failed|Is it/);

    await page.getByRole("button", { name: "English" }).click();
    await expect(heading(page, `This file belongs to the collection${reservation}`)).toBeVisible();
    await expect(page).toHaveTitle("Check a document");
    await page.reload();
    await expect(page.getByLabel("Choose files, or drop them here")).toBeAttached();
    expect(requests.filter((url) => !/^(file|data):/.test(url))).toEqual([]);
  });
});
