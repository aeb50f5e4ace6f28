import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { expectAccessible } from "./support/axe.ts";
import { expect, register, test } from "./support/browser.ts";
import { openAccount, stampByCall, uploadByCall } from "./support/calls.ts";
import { countClicks } from "./support/clicks.ts";

const list = (page: Page) => page.getByRole("region", { name: "Documents", exact: true });
const rows = (page: Page) => list(page).getByRole("listitem");
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
const selection = (page: Page) => page.getByRole("region", { name: "Selected documents" });

test("a contractor finds last month's document in three clicks, by its name or by its month", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  for (let day = 1; day <= 12; day++) await uploadByCall(page.request, join(folder, `Site photo ${day}.pdf`));
  await stampByCall(page.request, join(folder, "Deck of the Millers.pdf"));
  const today = new Date();
  await page.clock.setFixedTime(new Date(today.getFullYear(), today.getMonth() + 1, 10, 12));
  // Counts from the first page after signing in, whose list shows the ten newest documents.
  const clicks = await countClicks(page);
  await page.goto("/");
  await page.getByRole("link", { name: "All documents" }).click();
  expect((await page.getByRole("search").boundingBox())?.height).toBeLessThan(48);
  await page.getByRole("searchbox", { name: "Search" }).click();
  await page.keyboard.type("miller");
  await expect(rows(page)).toHaveCount(1);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download stamped Deck of the Millers.pdf" }).click();
  expect((await download).suggestedFilename()).toBe("stamped_Deck of the Millers.pdf");
  const byName = clicks();

  await page.goto("/");
  await page.getByRole("link", { name: "All documents" }).click();
  await page.getByLabel("Uploaded").selectOption("Last month");
  await expect(rows(page)).toHaveCount(13);
  await expect(rowOf(page, "Deck of the Millers.pdf")).toBeInViewport();
  expect([byName, clicks() - byName]).toEqual([3, 3]);
  await page.getByLabel("Uploaded").selectOption("This month");
  await expect(page.getByText("No documents match")).toBeVisible();
});

test("an office manager exports a page of documents and deletes it, in six clicks", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  for (const name of ["Jones.pdf", "Roe.pdf"]) await stampByCall(page.request, join(folder, name));
  // Counts from the first page after signing in.
  const clicks = await countClicks(page);
  await page.goto("/");
  await page.getByRole("link", { name: "All documents" }).click();
  await page.getByRole("checkbox", { name: "Select all on this page" }).click();
  await expect(selection(page)).toContainText("2 selected");
  const download = page.waitForEvent("download");
  await selection(page).getByRole("link", { name: "Download ZIP" }).click();
  const names = Object.keys(unzipSync(new Uint8Array(readFileSync(await (await download).path()))));
  expect(names.toSorted()).toEqual([
    "Certificate_of_Affidavit_Jones.pdf",
    "Certificate_of_Affidavit_Roe.pdf",
    "Stamped_Jones.pdf",
    "Stamped_Roe.pdf",
  ]);
  await selection(page).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete 2 documents" }).click();
  await expect(page.getByText("2 documents deleted")).toBeVisible();
  await page.getByRole("button", { name: "Close notification" }).click();
  expect(clicks()).toBe(6);
  await expect(page.getByText("No documents yet")).toBeVisible();
  await expect
    .poll(async () => (await (await page.request.get("/api/documents/search")).json()).total)
    .toBe(0);
});

test("the keyboard deletes a document, moves on to the next, and undoes it", async ({ page, folder }) => {
  await register(page);
  for (const name of ["a.pdf", "b.pdf", "c.pdf"]) await uploadByCall(page.request, join(folder, name));
  await page.goto("/documents?sort=oldest");
  const more = page.getByRole("button", { name: "More for b.pdf" });
  const before = await more.boundingBox();
  await more.press("Enter");
  expect(await more.boundingBox()).toEqual(before);
  await page.getByRole("button", { name: "Delete b.pdf" }).focus();
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(2);
  await expect(box(page, "c.pdf")).toBeFocused();
  // Under the pointer, a toast waits.
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.hover();
  await page.keyboard.press("Control+z");
  await expect(rows(page)).toHaveCount(3);

  await page.getByRole("button", { name: "More for c.pdf" }).press("Enter");
  await page.getByRole("button", { name: "Delete c.pdf" }).focus();
  await page.keyboard.press("Enter");
  await expect(box(page, "b.pdf")).toBeFocused();
  await undo.hover();
  await page.keyboard.press("F8");
  // The toast itself comes first, then what it offers.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(3);
  const { total } = await (await page.request.get("/api/documents/search")).json();
  expect(total).toBe(3);
});

test("a new name and a note are shown and can be found, while the public record keeps the attested name", async ({
  page,
  folder,
}) => {
  await register(page);
  const { serialNumber } = await stampByCall(page.request, join(folder, "scan0001.pdf"));
  await page.goto("/documents");
  await page.getByRole("button", { name: "More for scan0001.pdf" }).click();
  await page.getByRole("button", { name: "Rename scan0001.pdf" }).click();
  const dialog = page.getByRole("dialog", { name: "Name and note" });
  await dialog.getByLabel("Name", { exact: true }).fill("Lease of Smith");
  await dialog.getByLabel("Note").fill("blue folder");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "Lease of Smith")).toContainText("Attested as scan0001.pdf");
  await page.getByRole("searchbox", { name: "Search" }).fill("FOLDER");
  await expect(page).toHaveURL(/q=FOLDER/);
  await expect(rowOf(page, "Lease of Smith")).toContainText("Note: blue folder");
  await page.goto(`/verify/${serialNumber}`);
  await expect(page.getByText("scan0001.pdf").first()).toBeVisible();
  await expect(page.getByText("Lease of Smith")).toHaveCount(0);
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Recent Documents" })).toContainText("Lease of Smith");
});

test("search, filters, order and page survive a reload and the Back button", async ({ page, folder }) => {
  await register(page);
  for (let n = 10; n < 37; n++) await uploadByCall(page.request, join(folder, `Invoice ${n}.pdf`));
  await page.goto("/documents");
  await page.getByLabel("Sort by").selectOption("Name, A to Z");
  await expect(rows(page).first()).toContainText("Invoice 10.pdf");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(page.getByText("26–27 of 27 documents")).toBeVisible();
  await expect(page.getByLabel("Sort by")).toHaveValue("name");
  await page.goBack();
  await expect(page.getByText("Page 1 of 2")).toBeVisible();
  await page.goto("/documents?page=9&sort=name");
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
});

test("an address with values that the page of all documents does not know shows all of them", async ({
  page,
  folder,
}) => {
  await register(page);
  await stampByCall(page.request, join(folder, "lease.pdf"));
  await page.goto("/documents?status=lost&page=-2&sort=color&kind=5");
  await expect(page.getByText("lease.pdf").first()).toBeVisible();
});

test("several documents go to one person with one dialog and one email", async ({ page, folder }) => {
  await register(page);
  for (const name of ["a.pdf", "b.pdf"]) await stampByCall(page.request, join(folder, name));
  await uploadByCall(page.request, join(folder, "new.pdf"));
  await page.goto("/documents");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await selection(page).getByRole("button", { name: "Email" }).click();
  const dialog = page.getByRole("dialog", { name: "Email 2 documents" });
  await expect(dialog).toContainText("1 selected document isn't stamped yet and will not be sent.");
  await expectAccessible(page, "email several");
  await dialog.getByLabel("Recipient email").fill("ann@example.org");
  const calls: string[] = [];
  page.on(
    "request",
    (request) => void (request.url().includes("documents.email") && calls.push(request.url())),
  );
  await page.keyboard.press("Enter");
  await expect(page.getByText("Not sent: this site can't send email yet")).toBeVisible();
  expect(calls).toHaveLength(1);
});

test("an unfinished document is continued on the dashboard from the page of all documents", async ({
  page,
  folder,
}) => {
  await register(page);
  await uploadByCall(page.request, join(folder, "draft.pdf"));
  await page.goto("/documents");
  await page.getByRole("button", { name: "Continue with draft.pdf" }).click();
  await expect(page.getByRole("heading", { name: "Set up the stamp" })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole("button", { name: "Stamp this document" }).click();
  await expect(page.getByRole("heading", { name: "Your document is stamped" })).toBeVisible({
    timeout: 180_000,
  });
});

test("empty, full or with a selection, the page of all documents is accessible and never scrolls sideways", async ({
  page,
  folder,
}) => {
  await register(page, "/documents");
  await expect(page.getByText("No documents yet")).toBeVisible();
  await expectAccessible(page, "no documents");
  await stampByCall(page.request, join(folder, "a".repeat(120).concat(".pdf")));
  await uploadByCall(page.request, join(folder, "b.pdf"));
  await page.goto("/documents?period=dates");
  await box(page, "b.pdf").check();
  await expectAccessible(page, "documents");
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 600 });
    await expect(page.getByLabel("Status")).toBeVisible({ visible: width > 1000 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([width, overflow <= 0]).toEqual([width, true]);
  }
  await page.setViewportSize({ width: 360, height: 600 });
  await page.getByRole("button", { name: "Filters (1)" }).click();
  await expect(page.getByLabel("Status")).toBeVisible();
  await expectAccessible(page, "filters on a phone", "search");
  await page.getByRole("button", { name: "More for b.pdf" }).click();
  await page.getByRole("button", { name: "Rename b.pdf" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "name and note");
});
