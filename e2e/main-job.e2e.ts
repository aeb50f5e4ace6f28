import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { pageTexts } from "../src/testing/inspect.ts";
import {
  attest,
  expectConfirmed,
  expectStampOnEveryPage,
  type Issued,
  pressed,
  save,
} from "./support/attesting.ts";
import { expect, test } from "./support/browser.ts";
import { photograph, printedPdf, wordDocument } from "./support/real-documents.ts";

test("a printed PDF becomes a stamped copy and a certificate whose QR code confirms it [spec 1 qr-code] [spec 2 dashboard-stages]", async ({
  page,
  browser,
  folder,
}) => {
  const original = await printedPdf(browser, folder);
  const { stamped, certificate, serialNumber } = await attest(page, original, folder);
  await page.locator("summary", { hasText: "More" }).click();
  const pack = await save(page, "Download evidence pack", folder);
  await expectPack(page, pack, { original, stamped, serialNumber });
  expect(basename(stamped)).toBe("Stamped_Lease of the house at 12 Elm Street.pdf");
  expect(basename(certificate)).toBe("Certificate_of_Affidavit_Lease of the house at 12 Elm Street.pdf");
  const bytes = readFileSync(stamped);
  const before = readFileSync(original);
  expect(bytes.subarray(0, before.length).equals(before)).toBe(true);
  await expectStampOnEveryPage(stamped, serialNumber, 3);
  await expectConfirmed(page, { original, stamped, certificate, serialNumber });
});

test("a Word document becomes a stamped PDF with a certificate", async ({ page, folder }) => {
  const original = await wordDocument(folder);
  const { stamped, certificate, serialNumber } = await attest(page, original, folder);
  expect(basename(stamped)).toBe("Stamped_Quote for the kitchen.pdf");
  const pages = await pageTexts(stamped);
  expect(pages.join(" ")).toContain("The rent is due on the first day of each month.");
  await expectStampOnEveryPage(stamped, serialNumber, pages.length);
  await expectConfirmed(page, { original, stamped, certificate, serialNumber });
});

test("a photograph stays a JPEG and is confirmed by its certificate", async ({ page, browser, folder }) => {
  const original = await photograph(browser, folder);
  const { stamped, certificate, serialNumber } = await attest(page, original, folder);
  expect(basename(stamped)).toBe("Stamped_Front door.jpg");
  expect(readFileSync(stamped).subarray(0, 2).toString("hex")).toBe("ffd8");
  await expectConfirmed(page, { original, stamped, certificate, serialNumber });
});

/** Checks that the completed panel and the history offer the same pack, and that it contains what its README says. */
async function expectPack(
  page: Page,
  pack: string,
  { original, stamped, serialNumber }: Omit<Issued, "certificate">,
): Promise<void> {
  expect(basename(pack)).toBe("Evidence_Lease of the house at 12 Elm Street.zip");
  const files = unzipSync(readFileSync(pack));
  expect(Object.keys(files)).toContain("verify.html");
  expect(readFileSync(stamped).equals(files[basename(stamped)] ?? new Uint8Array())).toBe(true);
  expect(new TextDecoder().decode(files["README.txt"])).toContain(`Evidence for ${serialNumber}`);
  const inside = unzipSync(files["original.asics"] ?? new Uint8Array());
  expect(readFileSync(original).equals(inside[basename(original)] ?? new Uint8Array())).toBe(true);
  await page.getByRole("button", { name: `More for ${basename(original)}` }).click();
  const link = page.getByRole("link", { name: `Download evidence pack of ${basename(original)}` });
  const again = await pressed(page, link);
  expect(again.suggestedFilename()).toBe(basename(pack));
}
