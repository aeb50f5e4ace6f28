import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { openAccount } from "./calls.ts";
import { fromSource, type Product, startProduct } from "./product.ts";
import { writeTextPdf } from "./samples.ts";

type PerWorker = {
  product: Product;
  /** The operator's settings, e.g. `test.use({ settings: { SUPPORT_EMAIL: "…" } })` at the top of a file. */
  settings: Record<string, string>;
  /** The files of the operator's folder DATA_DIR/site, by name. */
  site: Record<string, string>;
};

/** One product per worker, and a folder for the files of each test. */
export const test = base.extend<{ folder: string }, PerWorker>({
  settings: [{}, { scope: "worker", option: true }],
  site: [{}, { scope: "worker", option: true }],
  product: [
    async ({ settings, site }, use) => {
      const product = await startProduct(settings, fromSource(site));
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  baseURL: async ({ product }, use) => use(product.origin),
  page: async ({ page }, use) => {
    await use(page);
    // A call that is still passing through a route at the end of the test is not an error.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
  folder: async ({ browserName: _browser }, use) => use(mkdtempSync(join(tmpdir(), "attestamp-files-"))),
});

export { expect };

/** Opens an account without the form, and then the page as its owner sees it; returns the username. */
export async function register(page: Page, path = "/"): Promise<string> {
  const { username } = await openAccount(page.request);
  await page.goto(path);
  return username;
}

/** Registers through the page, as a new client does, and waits for the dashboard; returns the username. */
export async function registerByForm(page: Page): Promise<string> {
  const username = `jane-${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/");
  await page.getByRole("button", { name: "Create Account" }).first().click();
  const card = page.locator("form");
  await card.getByLabel("Username").fill(username);
  await card.getByLabel("Password", { exact: true }).fill("correct horse");
  await card.getByLabel("First name").fill("Jane");
  await card.getByLabel("Last name").fill("Doe");
  await card.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText(`Welcome ${username}! You're now logged in.`)).toBeVisible();
  return username;
}

/** Writes a one-page PDF with that name for uploading. */
export async function onePage(folder: string, name = "lease.pdf"): Promise<string> {
  const path = join(folder, name);
  await writeTextPdf(path, 1);
  return path;
}

/** Opens the menu that narrow windows have in place of the header's links and buttons. */
export async function openMenu(page: Page): Promise<void> {
  await page.getByRole("banner").getByText("Menu", { exact: true }).click();
}

/** Shows the fields of the setup screen that are folded. */
export async function openMoreOptions(page: Page): Promise<void> {
  await page.locator("summary").filter({ hasText: "More options" }).click();
}

/** Confirms ownership and chooses the file on the dashboard. */
export async function upload(page: Page, path: string | string[]): Promise<void> {
  await page.getByRole("checkbox", { name: /legal owner/ }).check();
  await page.getByLabel("Document to upload").setInputFiles(path);
}

/** Uploads a document on the dashboard and starts stamping with the default settings. */
export async function uploadAndStart(page: Page, path: string): Promise<void> {
  await upload(page, path);
  await page.getByRole("button", { name: "Stamp this document" }).click();
}

/** Waits however long LibreOffice takes to start on a busy machine. */
export async function expectStamped(page: Page): Promise<void> {
  const stamped = page.getByRole("heading", { name: "Your document is stamped" });
  await expect(stamped).toBeVisible({ timeout: 180_000 });
}
