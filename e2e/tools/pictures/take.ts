import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import type { Language } from "../../../src/formats/languages.ts";
import { accountsTexts } from "../../../web/texts/accounts.ts";
import { auditTexts } from "../../../web/texts/admin-audit.ts";
import { billingTexts } from "../../../web/texts/billing.ts";
import { documentsTexts } from "../../../web/texts/documents.ts";
import { inLanguage } from "../../../web/texts/localize.ts";
import { verificationTexts } from "../../../web/texts/verification.ts";

/** A language, and the texts to find buttons by. */
export type Reader = { language: Language; locale: string; t: Texts };
/** A new visitor's browser. */
export type Visitor = Reader & { page: Page };
export type Texts = ReturnType<typeof inLanguage<typeof texts>>;

const texts = {
  accounts: accountsTexts,
  adminAudit: auditTexts,
  billing: billingTexts,
  documents: documentsTexts,
  verification: verificationTexts,
};
export const readers: Reader[] = [
  { language: "en", locale: "en-US", t: inLanguage(texts, "en") },
  { language: "es", locale: "es-MX", t: inLanguage(texts, "es") },
];
const looks = [1280, 360].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);
/** Where the pictures go. */
export const folder = process.argv[2] ?? join(import.meta.dir, "../../../test-results/pictures");

/**
 * Takes the four pictures of what the page shows now, or only of that part. The wide light page comes last and stays
 * open.
 */
export async function take({ language, page }: Visitor, screen: string, part?: Locator): Promise<void> {
  for (const { width, colorScheme } of looks.toReversed()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await page.waitForLoadState("networkidle");
    const path = join(folder, language, `${screen}-${width}-${colorScheme}.png`);
    if (part) await part.screenshot({ path, animations: "disabled" });
    else await page.screenshot({ path, fullPage: true, animations: "disabled" });
  }
}

/** Opens each address and takes its pictures. */
export async function takeEach(visitor: Visitor, addresses: Record<string, string>): Promise<void> {
  for (const [screen, address] of Object.entries(addresses)) {
    await visitor.page.goto(address);
    await visitor.page.getByRole("heading", { level: 1 }).waitFor();
    await take(visitor, screen);
  }
}

export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name }).first().click();
}

export async function takeDialog(visitor: Visitor, screen: string, opener: string | RegExp): Promise<void> {
  await press(visitor.page, opener);
  await visitor.page.getByRole("dialog").waitFor();
  await take(visitor, screen);
  await visitor.page.keyboard.press("Escape");
}
