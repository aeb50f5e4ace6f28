import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFiles } from "../src/testing/test-collections.ts";
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

test("a withdrawn collection keeps its time, and its files are checked with the pack", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const files = makeFiles(3);
  const data = { title: "Shoot", files, ownershipConfirmed: true };
  const { id } = await (await page.request.post("/api/collections", { data })).json();
  const collection = async () => (await page.request.get(`/api/collections/${id}`)).json();
  await expect.poll(async () => (await collection()).status).toBe("completed");
  const { serialNumber } = await collection();
  const [pack, photo] = [join(folder, "pack.zip"), join(folder, "photo.jpg")];
  writeFileSync(pack, await (await page.request.get(`/api/collections/${id}/evidence`)).body());
  writeFileSync(photo, "photo 1");
  await page.request.delete(`/api/collections/${id}`);

  await page.goto(`/verify/${serialNumber}`);
  await expect(page.getByText(/^Withdrawn by its owner on /)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "by Attestamp's own clock" })).toBeVisible();
  const input = page.getByLabel("Choose a file to check").last();
  await input.setInputFiles(photo);
  await expect(page.getByRole("article")).toContainText("We don't know the files of this collection.");
  await input.setInputFiles([photo, pack]);
  await expect(page.getByRole("article").first()).toContainText(
    "This is exactly file 2 of 3 in this collection.",
  );
  await expect(page.getByRole("article").last()).toContainText("The files in this pack are exactly the ones");
});
