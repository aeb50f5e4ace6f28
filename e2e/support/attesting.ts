import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { Download, Locator, Page } from "@playwright/test";
import { pageTexts, qpdfVerdict } from "../../src/testing/inspect.ts";
import { readQrCode } from "../../src/testing/qr.ts";
import { expect, expectStamped, openMoreOptions, registerByForm, upload } from "./browser.ts";

export type Issued = { original: string; stamped: string; certificate: string; serialNumber: string };

/** Registers, uploads, processes, and downloads both files. */
export async function attest(page: Page, original: string, folder: string): Promise<Issued> {
  await registerByForm(page);
  await upload(page, original);
  await expect(page.getByText("File uploaded successfully")).toBeVisible();
  await openMoreOptions(page);
  await page.getByLabel(/^Other parties/).fill("Zoë Müller");
  await page.getByRole("button", { name: "Stamp this document" }).click();
  await expectStamped(page);
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

export async function save(page: Page, name: string, folder: string): Promise<string> {
  return saveAs(await pressed(page, page.getByRole("link", { name, exact: true })), folder);
}

/**
 * The download after a click on the link, matched by address, since a slow browser may still report an earlier
 * download.
 */
export async function pressed(page: Page, link: Locator, press = () => link.click()): Promise<Download> {
  const address = new URL((await link.getAttribute("href")) ?? "", page.url()).href;
  const isIts = (download: Download) => download.url() === address;
  const [download] = await Promise.all([page.waitForEvent("download", isIts), press()]);
  return download;
}

async function saveAs(download: Download, folder: string): Promise<string> {
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** Checks that qpdf finds no error in the stamped PDF, and that the stamp can be read on each of its pages. */
export async function expectStampOnEveryPage(
  stamped: string,
  serialNumber: string,
  pages: number,
): Promise<void> {
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

/** Checks that the QR code, read from the certificate's picture, opens a page that confirms each of the three files. */
export async function expectConfirmed(page: Page, issued: Issued): Promise<void> {
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
  await drop(page, issued.original, "This is the original document");
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
  await page.getByRole("region", { name: /^Do you have/ }).dispatchEvent("drop", { dataTransfer: transfer });
  await expect(page.getByText(verdict).first()).toBeVisible();
}

function sha256(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
