import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { type Product, startProduct } from "./product.ts";

type PerWorker = {
  product: Product;
  /** The operator's settings, e.g. `test.use({ settings: { SUPPORT_EMAIL: "…" } })` at the head of a file. */
  settings: Record<string, string>;
};

/** One product per worker, and a folder for the files of each test. */
export const test = base.extend<{ folder: string }, PerWorker>({
  settings: [{}, { scope: "worker", option: true }],
  product: [
    async ({ settings }, use) => {
      const product = await startProduct(settings);
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ product }, use) => use(product.origin),
  folder: async ({ browserName: _browser }, use) => use(mkdtempSync(join(tmpdir(), "attestamp-files-"))),
});

export { expect };

/** Registers through the page, as a new client does, and waits for the dashboard. */
export async function register(page: Page, firstName = "Jane", lastName = "Doe"): Promise<string> {
  const username = `jane-${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/");
  await page.getByRole("button", { name: "Create Account" }).first().click();
  const card = page.locator("form");
  await card.getByLabel("Username").fill(username);
  await card.getByLabel("Password", { exact: true }).fill("correct horse");
  await card.getByLabel("First name").fill(firstName);
  await card.getByLabel("Last name").fill(lastName);
  await card.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText(`Welcome ${username}! You're now logged in.`)).toBeVisible();
  return username;
}
