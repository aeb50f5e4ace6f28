import { expect, register, test } from "./support/browser.ts";

test.use({ settings: { PRODUCT_NAME: "Prüfwerk", MAX_UPLOAD_MB: "3" } });

test("the page bears the operator's product name and upload limit", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/Prüfwerk/);
  await expect(page.getByText("Prüfwerk is a timestamping and validation service").first()).toBeVisible();
  await register(page);
  await expect(page.getByText(/up to 3 MB/)).toBeVisible();
});
