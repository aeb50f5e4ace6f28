import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";

const built = join(import.meta.dir, "../dist/web/verify.html");
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

/** Opens the built page from the disk, with these keys in it, in a browser that has no network and no WebCrypto. */
async function openFromDisk(page: Page, folder: string, keys: object): Promise<string[]> {
  const path = join(folder, "verify.html");
  const place = '<script type="application/json" id="keys">{}</script>';
  const html = readFileSync(built, "utf8");
  expect(html).toContain(place);
  writeFileSync(
    path,
    html.replace(place, () => place.replace("{}", () => JSON.stringify(keys))),
  );
  await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
  await page.context().setOffline(true);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(path).href);
  return requests;
}

test("the page of a pack checks files from the disk, without a network and without WebCrypto", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const original = join(folder, "lease.pdf");
  const { id, serialNumber } = await stampByCall(page.request, original);
  const stamped = join(folder, "Stamped_lease.pdf");
  writeFileSync(stamped, await (await page.request.get(`/api/documents/${id}/download`)).body());
  const { attestation } = await (await page.request.get(`/api/verify/${serialNumber}`)).json();
  const statement = join(folder, "attestation.jws");
  writeFileSync(statement, attestation);
  const jwks = await (await page.request.get("/.well-known/jwks.json")).text();

  const requests = await openFromDisk(page, folder, { name: "Attestamp", jwks });
  await page.getByLabel("Choose files, or drop them here").setInputFiles([original, stamped, statement]);
  await expect(page.getByRole("status")).toContainText("Checked: lease.pdf, Stamped_lease.pdf");
  await expect(page.getByText("It is, byte for byte, the original document")).toBeVisible();
  await expect(page.getByText("It is, byte for byte, the stamped copy")).toBeVisible();
  await expect(page.getByText("Attestamp issued it for Jane Doe and signed for it.").first()).toBeVisible();
  await expect(heading(page, "Is it in the public log? Not certain").first()).toBeVisible();
  await page.getByText("Details").first().click();
  await expect(page.getByText("Fingerprint (SHA-256)").first()).toBeVisible();

  writeFileSync(original, Buffer.concat([readFileSync(original), Buffer.from("\n")]));
  await page.getByLabel("Choose files, or drop them here").setInputFiles([original, statement]);
  await expect(page.getByText(`neither the original nor the stamped copy of ${serialNumber}`)).toBeVisible();
  await expect(heading(page, "Is it unchanged? Does not hold")).toBeVisible();
  expect(requests.filter((url) => !/^(file|data):/.test(url))).toEqual([]);
});

test("a page without keys judges nobody", async ({ page, folder }) => {
  await openFromDisk(page, folder, {});
  await expect(page.getByText("saved without the keys of a service")).toBeVisible();
  const note = join(folder, "note.txt");
  writeFileSync(note, "a note");
  await page.getByLabel("Choose files, or drop them here").setInputFiles(note);
  await expect(heading(page, "Who vouches for it? Not certain")).toBeVisible();
});
