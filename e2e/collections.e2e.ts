import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { makeFiles } from "../src/testing/test-collections.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, register, test } from "./support/browser.ts";
import { openAccount } from "./support/calls.ts";
import { countClicks } from "./support/clicks.ts";
import { findLeaks } from "./support/leaks.ts";
import { askConsole } from "./support/verifiers.ts";

/** A folder with this many small files, each with different content. */
function makeFolder(parent: string, count: number): { path: string; names: string[] } {
  const path = join(parent, "Smith wedding");
  mkdirSync(path, { recursive: true });
  const names = Array.from({ length: count }, (_, index) => `IMG_${index + 1}.jpg`);
  for (const [index, name] of names.entries()) writeFileSync(join(path, name), contentOf(index));
  writeFileSync(join(path, ".DS_Store"), "left out");
  return { path, names };
}

const contentOf = (index: number) => `\u00ff\u00d8 secret picture ${index} ${"x".repeat(2_000)}`;

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

/** Chooses a folder with the button, as a person does. */
async function chooseFolder(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a folder" }).click();
  await (await chooser).setFiles(path);
}

const ready = (page: Page, count: number) =>
  expect(page.getByRole("status").filter({ hasText: `${count} files ready` })).toBeVisible();

async function attest(page: Page, count: number): Promise<void> {
  await page.getByLabel("I own these files").check();
  await page.getByRole("button", { name: `Attest ${count} files` }).click();
  await expect(page.getByRole("link", { name: "Certificate", exact: true })).toBeVisible();
}

test("eight hundred photos get one certificate in at most six clicks, and each of them can be checked", async ({
  page,
  folder,
}) => {
  const { path, names } = makeFolder(folder, 800);
  await register(page);
  const clicks = await countClicks(page);
  await page.getByRole("link", { name: /Attest them without uploading/ }).click();
  await chooseFolder(page, path);
  await ready(page, 800);
  await expect(page.getByText("1 system file was skipped.")).toBeVisible();
  await attest(page, 800);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Certificate", exact: true }).click();
  expect((await download).suggestedFilename()).toBe("Certificate_of_Affidavit_Smith wedding.pdf");
  expect(clicks()).toBeLessThanOrEqual(6);
  await expectAccessible(page, "a collection");

  await page.getByRole("link", { name: "Open its public page" }).click();
  await expect(page.getByRole("heading", { name: "This collection is on record" })).toBeVisible();
  await expect(page.getByText("IMG_")).toHaveCount(0);
  const changed = join(folder, "changed.jpg");
  writeFileSync(changed, `${readFileSync(join(path, "IMG_317.jpg"))}!`);
  await page
    .getByLabel("Choose files to check")
    .setInputFiles([
      join(path, "IMG_317.jpg"),
      changed,
      ...names.slice(0, 5).map((name) => join(path, name)),
    ]);
  await expect(
    page.getByText(
      /This is exactly file 317 of 800 in this collection\. It existed on .* by Attestamp's own clock\./,
    ),
  ).toBeVisible();
  await expect(
    page.getByText(
      "6 of 7 files are in this collection and unchanged. 1 was changed or is a different file.",
    ),
  ).toBeVisible();
  await expectAccessible(page, "the public page of a collection");
});

test("the public page says first how many of many files are unchanged, shows all of them on request, and takes evidence and a reader's lists", async ({
  page,
  folder,
  product,
}) => {
  const files = makeFiles(60);
  await openAccount(page.request);
  const answer = await page.request.post("/api/collections", {
    data: { title: "Shoot", files, ownershipConfirmed: true },
  });
  const { id } = await answer.json();
  const collection = async () => (await page.request.get(`/api/collections/${id}`)).json();
  await expect.poll(async () => (await collection()).status).toBe("completed");
  await page.goto(`/verify/${(await collection()).serialNumber}`);
  const given = (name: string, content: string) => ({ name, mimeType: "", buffer: Buffer.from(content) });
  await page
    .getByLabel("Choose files to check")
    .setInputFiles([
      ...files.map(({ name }, index) => given(name.slice("Shoot/".length), `photo ${index}`)),
      given("zz changed.jpg", "photo 1!"),
    ]);
  const card = page.getByRole("region", { name: "Is your file in this collection?" });
  await expect(card.getByRole("status")).toHaveText(
    "60 of 61 files are in this collection and unchanged. 1 was changed or is a different file.",
  );
  await expect(card.getByRole("listitem")).toHaveCount(50);
  await expect(card.getByRole("listitem").first()).toContainText("zz changed.jpg");
  await expect(card.getByText("50 of 61 files are shown.")).toBeVisible();
  await expectAccessible(page, "the public page with many checked files");
  await card.getByRole("button", { name: "Show all" }).click();
  await expect(card.getByRole("listitem")).toHaveCount(61);
  await expect(card.getByRole("listitem").nth(50)).toBeFocused();

  await page.getByText("For specialists: fingerprints (SHA-256)").click();
  await expect(page.getByText((await collection()).root)).toBeVisible();

  const [pack, photo, lists] = ["pack.zip", "photo 7.jpg", "lists.json"].map((name) => join(folder, name));
  if (!pack || !photo || !lists) throw new Error("There are three files.");
  writeFileSync(pack, await (await page.request.get(`/api/collections/${id}/evidence`)).body());
  writeFileSync(photo, "photo 7");
  writeFileSync(lists, JSON.stringify({ attestampTrust: 1, service: { roots: ["00".repeat(32)] } }));
  const input = page.getByLabel("Choose files to check");
  await input.setInputFiles([pack, photo, lists]);
  const said = await askConsole([pack, photo], product.origin);
  const shown = card.getByRole("list").first().locator(":scope > li");
  for (const name of ["pack.zip", "photo 7.jpg"])
    await expect(shown.filter({ hasText: name })).toContainText(said[name]?.[1] ?? "no answer");
  await expect(card.getByText("The lists in lists.json were not used")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This collection is on record");
  await input.setInputFiles([lists]);
  await expect(card.getByText("decided by the lists in lists.json")).toBeVisible();
  await expect(page.getByText("It has a timestamp, but from an authority that we don't know.")).toBeVisible();
});

test("the public page tells a list like the collection's own from a changed file, and never says whether the list is right", async ({
  page,
}) => {
  const files = makeFiles(3);
  await openAccount(page.request);
  const answer = await page.request.post("/api/collections", {
    data: { title: "Shoot", files, ownershipConfirmed: true },
  });
  const { id } = await answer.json();
  const collection = async () => (await page.request.get(`/api/collections/${id}`)).json();
  await expect.poll(async () => (await collection()).status).toBe("completed");
  const pack = await (await page.request.get(`/api/collections/${id}/evidence`)).body();
  const sums = Buffer.from(unzipSync(pack).SHA256SUMS ?? []);
  await page.goto(`/verify/${(await collection()).serialNumber}`);
  const card = page.getByRole("region", { name: "Is your file in this collection?" });
  const input = page.getByLabel("Choose files to check");
  const given = (name: string, buffer: Buffer) => ({ name, mimeType: "", buffer });
  const list =
    "A list of fingerprints (SHA256SUMS), not a file of the collection. Only the evidence pack shows whether it is this collection's list.";
  const guess = Buffer.from(sums.toString().replace(/(.*)\n$/, (line) => line.replace("  ", "  my guess ")));
  expect(guess.equals(sums)).toBe(false);
  for (const buffer of [sums, guess]) {
    await input.setInputFiles([given("SHA256SUMS", buffer)]);
    await expect(card.getByRole("status")).toHaveText(list);
    await expect(card.getByRole("listitem")).toContainText(list);
  }
  const other = Buffer.from(sums.toString().replace(/^./, (digit) => (digit === "0" ? "1" : "0")));
  await input.setInputFiles([given("SHA256SUMS", other)]);
  await expect(card.getByRole("status")).toHaveText("The file is not in this collection.");
  await input.setInputFiles([given("pack.zip", pack), given("SHA256SUMS", sums)]);
  await expect(
    card.getByText(/^Yes\. This is exactly a file from the evidence pack of /).first(),
  ).toBeVisible();
  await expect(card.getByText(list)).toHaveCount(0);
  await expectAccessible(page, "the public page with a list");
});

test("for a collection with private names, nothing that the browser sends contains a file's name or content", async ({
  page,
  folder,
}) => {
  const { path, names } = makeFolder(folder, 30);
  await register(page, "/collections/new");
  const sent: Buffer[] = [];
  page.on("request", (request) => {
    sent.push(Buffer.from(`${request.method()} ${request.url()} ${JSON.stringify(request.headers())}`));
    const body = request.postDataBuffer();
    if (body) sent.push(body);
  });
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(Buffer.from(payload))));
  await page.getByLabel("Keep file names private").check();
  await chooseFolder(page, path);
  await ready(page, 30);
  await page.getByLabel("Search the chosen files").fill("IMG_7");
  await expect(page.getByLabel("Title")).toHaveValue(/^Files from /);
  await attest(page, 30);
  expect(Buffer.concat(sent).toString("latin1")).toContain(sha256Of(contentOf(7)));
  const hidden = [...names, "Smith wedding", "secret picture", "xxxxxxxx"];
  const secrets = [...hidden, ...hidden.map(sha256Of)];
  expect(sent.flatMap((bytes) => findLeaks(bytes, secrets))).toEqual([]);
});

test("before a file is chosen, the page asks about private names; chosen files are searched and taken out one by one", async ({
  page,
  folder,
}) => {
  const { path } = makeFolder(folder, 300);
  writeFileSync(join(path, "Zapata scan.dcm"), "scan");
  await register(page, "/collections/new");
  const labels = page.getByRole("main").locator("label, button");
  await expect(labels.first()).toHaveText("Keep file names private");
  await chooseFolder(page, path);
  await ready(page, 301);
  await expect(page.getByLabel("Title")).toHaveValue("Smith wedding");
  const list = page.getByRole("region", { name: "Chosen files" });
  await expect(list.getByRole("listitem")).toHaveCount(100);
  await list.getByRole("button", { name: "Show more" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(200);
  await list.getByLabel("Search the chosen files").fill("zapata");
  await expect(list.getByRole("listitem")).toHaveText([/Zapata scan\.dcm/]);
  await list.getByRole("button", { name: "Take out Smith wedding/Zapata scan.dcm" }).click();
  await ready(page, 300);
  await expect(list.getByText("0 files found")).toBeVisible();
  await list.getByLabel("Search the chosen files").fill("img_30");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await list.getByRole("button", { name: "Take out Smith wedding/IMG_30.jpg" }).click();
  await ready(page, 299);
  await expect(list.getByRole("button", { name: "Take out Smith wedding/IMG_300.jpg" })).toBeFocused();
  await expectAccessible(page, "chosen files");
  const sent = page.waitForRequest((request) => request.postData()?.includes("sha256") ?? false);
  await attest(page, 299);
  const body = (await sent).postData() ?? "";
  expect(body).toContain("IMG_300.jpg");
  for (const gone of ["Zapata", "IMG_30.jpg", sha256Of("scan"), sha256Of(contentOf(29))])
    expect(body).not.toContain(gone);
});

test("after a reload, large files that were already hashed are not read again unless they changed", async ({
  page,
  folder,
}) => {
  const { path } = makeFolder(folder, 3);
  for (const name of ["large 1", "large 2", "large 3"]) writeFileSync(join(path, name), name.repeat(100_000));
  await register(page, "/collections/new");
  await chooseFolder(page, path);
  await ready(page, 6);
  // The same size and date, but different content.
  const changed = ["large 2", "IMG_1.jpg"].map((name) => join(path, name));
  for (const file of changed) {
    const { atime, mtime } = statSync(file);
    writeFileSync(file, readFileSync(file, "utf8").replace(/e/g, "E"));
    utimesSync(file, atime, mtime);
  }
  await page.reload();
  await chooseFolder(page, path);
  await ready(page, 6);
  await expect(page.getByText("2 files were already done.")).toBeVisible();
  const sent = page.waitForRequest((request) => request.postData()?.includes("sha256") ?? false);
  await attest(page, 6);
  for (const file of changed) {
    expect((await sent).postData()).toContain(sha256Of(readFileSync(file, "utf8")));
  }
});

test("after logout, the browser contains no fingerprints of files", async ({ page, folder }) => {
  const { path } = makeFolder(folder, 2);
  writeFileSync(join(path, "large"), "large".repeat(100_000));
  await register(page, "/collections/new");
  await chooseFolder(page, path);
  await ready(page, 3);
  const countRemembered = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open("collection-hashes");
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const counting = opening.result.transaction("hashes").objectStore("hashes").count();
            counting.onerror = () => reject(counting.error);
            counting.onsuccess = () => {
              opening.result.close();
              resolve(counting.result);
            };
          };
        }),
    );
  expect(await countRemembered()).toBe(1);
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("/");
  expect(await countRemembered()).toBe(0);
});

test("a folder with only system files gets an explanation", async ({ page, folder }) => {
  const { path } = makeFolder(folder, 0);
  await register(page, "/collections/new");
  await chooseFolder(page, path);
  await expect(page.getByText("There are no files to attest")).toBeVisible();
});

test("a file that vanishes before it is read is named, and the others can be attested", async ({
  page,
  folder,
}) => {
  const { path } = makeFolder(folder, 3);
  await register(page, "/collections/new");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files" }).click();
  const files = ["IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg"].map((name) => join(path, name));
  const chosen = await chooser;
  await page.route("**/assets/hash-worker-*", async (route) => {
    writeFileSync(join(path, "IMG_2.jpg"), "changed meanwhile");
    await route.continue();
  });
  await chosen.setFiles(files);
  await expect(page.getByText("1 file was changed, moved or deleted while it was read:")).toBeVisible();
  await ready(page, 2);
  await attest(page, 2);
});

test("a name that a list cannot contain is changed in the list, and the page says so next to the file", async ({
  page,
  folder,
}) => {
  const { path } = makeFolder(folder, 1);
  const copies = join(folder, "copies");
  mkdirSync(copies);
  writeFileSync(join(path, "minutes\tof May.txt"), "minutes");
  writeFileSync(join(copies, "IMG_1.jpg"), "another picture");
  await register(page, "/collections/new");
  const input = page.getByLabel("Files to attest");
  await input.setInputFiles([join(path, "IMG_1.jpg"), join(path, "minutes\tof May.txt")]);
  await ready(page, 2);
  await input.setInputFiles([join(copies, "IMG_1.jpg")]);
  await ready(page, 3);
  for (const words of [
    "2 files have different names in the list",
    "“minutes␉of May.txt” is listed as “minutes_of May.txt”",
    "“IMG_1.jpg” is listed as “IMG_1 (2).jpg”",
  ])
    await expect(page.getByText(words)).toBeVisible();
  await expectAccessible(page, "files under other names");
  await attest(page, 3);
});

test("collection pages work on a narrow phone and are accessible", async ({ page, folder }) => {
  const { path } = makeFolder(folder, 3);
  await page.setViewportSize({ width: 360, height: 740 });
  await register(page, "/collections/new");
  await expectAccessible(page, "new collection");
  await page.getByLabel("Files to attest").setInputFiles([join(path, "IMG_1.jpg"), join(path, "IMG_2.jpg")]);
  await ready(page, 2);
  await expectAccessible(page, "files of a new collection");
  const width = async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    return page.evaluate(() => document.documentElement.scrollWidth);
  };
  expect(await width()).toBeLessThanOrEqual(360);
  await attest(page, 2);
  expect(await width()).toBeLessThanOrEqual(360);
  await expectAccessible(page, "a collection on a phone");
  await page.goto("/documents");
  const list = page.getByRole("link", { name: /^Download the list of files of .+ \(SHA256SUMS\)$/ });
  await expect(list).toHaveText("Download");
});
