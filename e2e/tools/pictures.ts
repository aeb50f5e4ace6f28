/**
 * `bun run pictures [FOLDER]`: a picture of every screen, 1280 and 360 pixels wide, light and dark, in every language,
 * as FOLDER/LANGUAGE/SCREEN-WIDTH-SCHEME.png (default folder: test-results/pictures). People look at them before a
 * release, next to the pictures of an earlier checkout. Nothing passes or fails here.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import type { Language } from "../../src/formats/languages.ts";
import { routeStripe } from "../../src/testing/stripe/browser/serve-library.ts";
import { startStripeFake } from "../../src/testing/stripe/stripe-fake.ts";
import { startTestSmtpServer } from "../../src/testing/test-smtp-server.ts";
import type { Catalog } from "../../web/texts/catalog.ts";
import { accounts } from "../../web/texts/english/accounts.ts";
import { adminAudit } from "../../web/texts/english/admin-audit.ts";
import { billing } from "../../web/texts/english/billing.ts";
import { documents } from "../../web/texts/english/documents.ts";
import { verification } from "../../web/texts/english/verification.ts";
import { spanish } from "../../web/texts/spanish/translation.ts";
import { openAccount, stampByCall, uploadByCall } from "../support/calls.ts";
import { startProduct } from "../support/product.ts";
import { writeTextPdf } from "../support/samples.ts";
import { browsers } from "../support/tools.ts";

/** A language, and the texts to find buttons by. */
type Reader = { language: Language; locale: string; t: Texts };
/** A browser of a new visitor. */
type Visitor = Reader & { page: Page };
type Texts = Pick<Catalog, "accounts" | "adminAudit" | "billing" | "documents" | "verification">;

const readers: Reader[] = [
  { language: "en", locale: "en-US", t: { accounts, adminAudit, billing, documents, verification } },
  { language: "es", locale: "es-MX", t: spanish.texts },
];
const looks = [1280, 360].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);
const admin = { username: "boss", password: "correct horse" };

const folder = process.argv[2] ?? join(import.meta.dir, "../../test-results/pictures");
const files = mkdtempSync(join(tmpdir(), "attestamp-pictures-"));
const smtp = await startTestSmtpServer();
const stripe = startStripeFake({ webhookRetryDelaysMs: [] });
const product = await startProduct({
  SMTP_URL: smtp.url,
  MAIL_FROM: "stamps@example.org",
  SUPPORT_EMAIL: "help@example.org",
  ADMIN_USERNAME: admin.username,
  ADMIN_PASSWORD: admin.password,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_API_URL: stripe.url,
});
const executablePath = browsers.map((name) => Bun.which(name)).find((path) => path !== null);
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const reader of readers) {
    mkdirSync(join(folder, reader.language), { recursive: true });
    for (const screens of [publicScreens, ownersScreens, administratorsScreens]) {
      const { context, visitor } = await visit(reader);
      await screens(visitor);
      await context.close();
    }
  }
} finally {
  await browser.close();
  await product.stop();
  await stripe.stop();
  await smtp.stop();
  rmSync(files, { recursive: true });
}

async function visit(reader: Reader): Promise<{ context: BrowserContext; visitor: Visitor }> {
  const context = await browser.newContext({
    baseURL: product.origin,
    locale: reader.locale,
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await routeStripe(page, stripe);
  return { context, visitor: { ...reader, page } };
}

/** Takes the four pictures of what the page shows now. The wide light page is the last, and stays. */
async function take({ language, page }: Visitor, screen: string): Promise<void> {
  for (const { width, colorScheme } of looks.toReversed()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await page.waitForLoadState("networkidle");
    const path = join(folder, language, `${screen}-${width}-${colorScheme}.png`);
    await page.screenshot({ path, fullPage: true, animations: "disabled" });
  }
}

/** Opens each address and takes its pictures. */
async function takeEach(visitor: Visitor, addresses: Record<string, string>): Promise<void> {
  for (const [screen, address] of Object.entries(addresses)) {
    await visitor.page.goto(address);
    await visitor.page.getByRole("heading", { level: 1 }).waitFor();
    await take(visitor, screen);
  }
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name }).first().click();
}

async function takeDialog(visitor: Visitor, screen: string, opener: string | RegExp): Promise<void> {
  await press(visitor.page, opener);
  await visitor.page.getByRole("dialog").waitFor();
  await take(visitor, screen);
  await visitor.page.keyboard.press("Escape");
}

async function publicScreens(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  const { context, visitor: client } = await visit(visitor);
  await openAccount(client.page.request);
  const { id, serialNumber } = await stampByCall(client.page.request, join(files, "lease.pdf"));
  const stamped = join(files, "stamped.pdf");
  await Bun.write(stamped, await (await client.page.request.get(`/api/documents/${id}/download`)).body());
  await context.close();
  await takeEach(visitor, {
    landing: "/",
    contact: "/contact",
    "forgot-password": "/forgot-password",
    "reset-password": "/reset-password#token",
    "confirm-email": "/confirm-email#token",
    "shared-files": "/shared#token",
    "not-found": "/any/other/path",
    "record-unknown": "/verify/AT-UNKNOWN",
    record: `/verify/${serialNumber}`,
  });
  const check = async (screen: string, path: string) => {
    await page.goto(`/verify/${serialNumber}`);
    await page.getByLabel(t.verification.file.choose).last().setInputFiles(path);
    await page.locator("[aria-labelledby=file-title]").waitFor();
    await take(visitor, screen);
  };
  await check("record-original", join(files, "lease.pdf"));
  await check("record-stamped", stamped);
  await writeTextPdf(join(files, "other.pdf"), 2);
  await check("record-other-file", join(files, "other.pdf"));
  await page.goto("/");
  await press(page, t.accounts.register.submit);
  await page.locator("form").getByRole("button", { name: t.accounts.register.submit }).click();
  await page.getByRole("alert").first().waitFor();
  await take(visitor, "account-refused");
}

async function ownersScreens(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await openAccount(page.request);
  await takeEach(visitor, {
    "dashboard-new": "/",
    "documents-none": "/documents",
    plans: "/subscription",
    support: "/support",
    "support-contact": "/support?tab=contact",
    tickets: "/my-tickets",
    faq: "/faq",
    account: "/account",
  });
  await page.goto("/");
  await choose(page, t, [join(files, "thesis.pdf")]);
  await page.getByRole("button", { name: t.documents.configure.start }).waitFor();
  await take(visitor, "setup");
  await press(page, t.documents.configure.start);
  await page.getByRole("heading", { name: t.documents.completed.title }).waitFor();
  await take(visitor, "stamped");
  for (const name of ["one.pdf", "two.pdf"]) await stampByCall(page.request, join(files, name));
  await uploadByCall(page.request, join(files, "contract.pdf"));
  await takeEach(visitor, { "dashboard-used-up": "/", documents: "/documents" });
  await page.goto("/");
  await choose(page, t, [join(files, "four.pdf")]);
  await press(page, t.documents.configure.start);
  await page.getByRole("dialog").waitFor();
  await take(visitor, "payment-of-a-document");
  await page.goto("/subscription");
  await takeDialog(visitor, "payment-of-a-plan", new RegExp(`^${t.billing.page.choose("")}`));
  await page.goto("/");
  await choose(page, t, [join(files, "five.pdf"), join(files, "six.pdf"), join(files, "seven.pdf")]);
  await take(visitor, "several");
}

async function choose(page: Page, t: Texts, paths: string[]): Promise<void> {
  for (const path of paths) await writeTextPdf(path, 2);
  await page.getByRole("checkbox").first().check();
  await page.getByLabel(t.documents.upload.fileInput).setInputFiles(paths);
}

async function administratorsScreens(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const { context, visitor: client } = await visit(visitor);
  const { email, username } = await openAccount(client.page.request);
  await stampByCall(client.page.request, join(files, "deed.pdf"));
  const subject = `Question of ${username}`;
  const ticket = { email, subject, message: "What does it cost for forty files?", category: "billing" };
  await client.page.request.post("/api/support/ticket", { data: ticket });
  await context.close();
  await page.request.post("/api/auth/login", { data: admin });
  await takeEach(visitor, {
    "admin-figures": "/admin",
    "admin-documents": `/admin?tab=documents&by=username&term=${username}`,
    "admin-users": "/admin?tab=users",
    "admin-tickets": "/admin?tab=tickets",
    "admin-credits": "/admin?tab=credits",
  });
  await page.goto("/admin?tab=tickets");
  await press(page, new RegExp(subject));
  await page.getByRole("region", { name: subject }).waitFor();
  await take(visitor, "admin-ticket");
  await page.goto("/admin");
  await page.getByRole("heading", { name: visitor.t.adminAudit.title }).click();
  await take(visitor, "admin-audit");
}
