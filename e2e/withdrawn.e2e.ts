import { join } from "node:path";
import { expect, test } from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";

test("whoever holds the certificate of a deleted document reads that it is genuine and withdrawn", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const { serialNumber } = await stampByCall(page.request, join(folder, "Lease of Ann Smith.pdf"));
  const second = await stampByCall(page.request, join(folder, "Annex.pdf"));
  await page.goto("/documents");
  await page.getByRole("checkbox", { name: "Select all on this page" }).click();
  await page
    .getByRole("region", { name: "Selected documents" })
    .getByRole("button", { name: "Delete" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Delete 2 documents?" });
  await expect(dialog).toContainText("The public record of each serial number stays");
  await dialog.getByText("Cancel", { exact: true }).click();
  await expect(page.getByRole("checkbox", { name: /^Select (Lease|Annex)/ })).toHaveCount(2);

  await page
    .getByRole("region", { name: "Selected documents" })
    .getByRole("button", { name: "Delete" })
    .click();
  await dialog.getByRole("button", { name: "Delete 2 documents" }).click();
  await page
    .getByRole("listitem")
    .filter({ hasText: "2 documents deleted" })
    .getByRole("button", { name: "Close notification" })
    .click();
  await expect.poll(async () => (await page.request.get(`/api/documents/${second.id}`)).status()).toBe(404);

  await page.goto(`/verify/${serialNumber}`);
  await expect(page.getByText(/^Withdrawn by its owner on /)).toBeVisible();
  await expect(page.getByText("did issue a certificate with this serial number")).toBeVisible();
  await expect(page.getByText("name-removed")).toHaveCount(0);
  await expect(page.getByText("Ann Smith")).toHaveCount(0);
  await expect(page.getByText("Verification Failed")).toHaveCount(0);
});
