import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { run } from "../../src/testing/inspect.ts";

/** Documents made by users' programs: printed by a browser, written by a word processor, photographed. */

const lease = `<!doctype html><meta charset="utf-8"><title>Lease</title>
<style>body { font: 12pt serif } h2 { page-break-before: always }</style>
<h1>Lease of the house at 12 Elm Street</h1><p>Between Jane Doe and Zoë Müller, for one year.</p>
<h2>Rent</h2><p>The rent is due on the first day of each month.</p>
<h2>Signatures</h2><p>Signed by both parties.</p>`;

export async function printedPdf(browser: Browser, folder: string): Promise<string> {
  const page = await browser.newPage();
  await page.setContent(lease);
  const path = join(folder, "Lease of the house at 12 Elm Street.pdf");
  await page.pdf({ path, format: "Letter" });
  await page.close();
  return path;
}

export async function photograph(browser: Browser, folder: string): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
  await page.setContent(
    `<body style="margin:0;height:100vh;background:conic-gradient(#345,#9ab,#fc6,#345)"><h1 style="padding:2em">Front door</h1>`,
  );
  const path = join(folder, "Front door.jpg");
  await page.screenshot({ path, type: "jpeg", quality: 90 });
  await page.close();
  return path;
}

/** Written by LibreOffice from the same text. */
export async function wordDocument(folder: string): Promise<string> {
  const source = join(folder, "Quote for the kitchen.html");
  mkdirSync(folder, { recursive: true });
  writeFileSync(source, lease);
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  const filter = "docx:MS Word 2007 XML";
  const { exitCode, stderr } = await run(
    ["soffice", profile, "--headless", "--writer", "--convert-to", filter, "--outdir", folder, source],
    120_000,
  );
  if (exitCode !== 0) throw new Error(`soffice could not write a .docx: ${stderr}`);
  return join(folder, "Quote for the kitchen.docx");
}
