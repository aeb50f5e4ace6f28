import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { Download, Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { expect, expectStamped, registerByForm, test, upload } from "./support/browser.ts";
import { pageTexts, qpdfVerdict } from "./support/inspect.ts";
import { readQrCode } from "./support/qr.ts";
import { photograph, printedPdf, wordDocument } from "./support/real-documents.ts";

test("a printed PDF becomes a stamped copy and a certificate whose QR code confirms it", async ({
  page,
  browser,
  folder,
}) => {
  const original = await printedPdf(browser, folder);
  const { stamped, certificate, serialNumber } = await attest(page, original, folder);
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
  test.setTimeout(120_000);
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

type Issued = { original: string; stamped: string; certificate: string; serialNumber: string };

/** Register, upload, process, download both files. */
async function attest(page: Page, original: string, folder: string): Promise<Issued> {
  await registerByForm(page);
  await upload(page, original);
  await expect(page.getByText("File uploaded successfully")).toBeVisible();
  await page.getByLabel(/^Other parties/).fill("Zoë Müller");
  await page.getByRole("button", { name: "Stamp this document" }).click();
  await expectStamped(page, 90_000);
  const serialNumber = await shownSerialNumber(page);
  const stamped = await save(page, "Download stamped document", folder);
  const certificate = await save(page, "Download certificate", folder);
  return { original, stamped, certificate, serialNumber };
}

async function shownSerialNumber(page: Page): Promise<string> {
  const text = await page
    .getByText(/Serial number AT-/)
    .first()
    .textContent();
  return /AT-[0-9A-Z-]{23}/.exec(text ?? "")?.[0] ?? "";
}

async function save(page: Page, name: string, folder: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name, exact: true }).click(),
  ]);
  return saveAs(download, folder);
}

async function saveAs(download: Download, folder: string): Promise<string> {
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** The pack of the completed panel is the one of the history, and holds what its README says. */
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
  const [again] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: `Download evidence pack of ${basename(original)}` }).click(),
  ]);
  expect(again.suggestedFilename()).toBe(basename(pack));
}

async function expectStampOnEveryPage(stamped: string, serialNumber: string, pages: number): Promise<void> {
  expect(await qpdfVerdict(stamped)).toBe("clean");
  const texts = await pageTexts(stamped);
  expect(texts.length).toBe(pages);
  for (const text of texts) {
    expect(text).toContain(serialNumber);
    expect(text).toContain("Attestamp");
    expect(text).toContain("Jane Doe");
    expect(text).toContain("This is a Professional Document Timestamp validating by Attestation");
  }
}

/** The QR code, read from the certificate's picture, opens a page that confirms each of the three files. */
async function expectConfirmed(page: Page, issued: Issued): Promise<void> {
  const [text] = await pageTexts(issued.certificate);
  expect(text).toContain("Certificate of Attestation");
  expect(text?.replace(/\s/g, "")).toContain(sha256(issued.original));
  expect(text?.replace(/\s/g, "")).toContain(sha256(issued.stamped));
  const address = await readQrCode(issued.certificate);
  expect(address).toContain(`/verify/${issued.serialNumber}#`);

  await page.context().clearCookies();
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(issued.serialNumber).first()).toBeVisible();
  await expect(page.getByText(basename(issued.original)).first()).toBeVisible();
  await expect(page.getByText("Jane Doe").first()).toBeVisible();
  await drop(page, issued.stamped, "This is the stamped copy");
  await drop(page, issued.original, "This is the original");
  await drop(page, issued.certificate, "This is the certificate");
}

async function drop(page: Page, path: string, verdict: string): Promise<void> {
  const bytes = readFileSync(path).toString("base64");
  const transfer = await page.evaluateHandle(
    ({ base64, name }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
      return data;
    },
    { base64: bytes, name: `dropped${extname(path)}` },
  );
  await page
    .getByRole("region", { name: "Is the file you have the right one?" })
    .dispatchEvent("drop", { dataTransfer: transfer });
  await expect(page.getByText(verdict).first()).toBeVisible();
}

function sha256(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
