/**
 * `bun run pictures [FOLDER]`: a picture of every screen, 1280 and 360 pixels wide, light and dark, in every language,
 * as FOLDER/LANGUAGE/SCREEN-WIDTH-SCHEME.png (default folder: test-results/pictures). Also of emails, a stamped page
 * and a certificate, and of sites with an identity provider. People look at them before a release, next to the pictures
 * of an earlier checkout. Nothing passes or fails here.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type APIRequestContext, type BrowserContext, chromium, type Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { ColorSpace, Document, Matrix } from "mupdf";
import type { AdminUserView } from "../../src/features/admin/admin.output.schema.ts";
import { readQrCode } from "../../src/testing/qr.ts";
import { routeStripe } from "../../src/testing/stripe/browser/serve-library.ts";
import { startStripeFake } from "../../src/testing/stripe/stripe-fake.ts";
import { startTestDnsServer } from "../../src/testing/test-dns-server.ts";
import { startTestSmtpServer } from "../../src/testing/test-smtp-server.ts";
import {
  drawSheet,
  saveJpeg,
  seeCorners,
  takePhoto,
} from "../../web/features/photographed-pages/test-photos.ts";
import { openAccount, stampByCall, stampUploaded, uploadByCall } from "../support/calls.ts";
import { confirmByCall, linkMailedTo } from "../support/mailbox.ts";
import { startProduct } from "../support/product.ts";
import { writeTextPdf } from "../support/samples.ts";
import { browsers } from "../support/tools.ts";
import { takeSignInScreens } from "./pictures/sign-in-screens.ts";
import {
  folder,
  press,
  type Reader,
  readers,
  type Texts,
  take,
  takeDialog,
  takeEach,
  type Visitor,
} from "./pictures/take.ts";

const admin = { username: "boss", password: "correct horse" };

const files = mkdtempSync(join(tmpdir(), "attestamp-pictures-"));
const smtp = await startTestSmtpServer();
const dns = await startTestDnsServer();
const stripe = startStripeFake({ webhookRetryDelaysMs: [] });
const product = await startProduct({
  SMTP_URL: smtp.url,
  MAIL_FROM: "stamps@example.org",
  SUPPORT_EMAIL: "help@example.org",
  ADMIN_USERNAME: admin.username,
  ADMIN_PASSWORD: admin.password,
  ...stripe.settings,
  DNS_SERVER: dns.address,
});
const executablePath = browsers.map((name) => Bun.which(name)).find((path) => path !== null);
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const reader of readers) {
    mkdirSync(join(folder, reader.language), { recursive: true });
    for (const screens of [
      publicScreens,
      ownersScreens,
      projectScreens,
      officeScreens,
      administratorsScreens,
      mailScreens,
    ]) {
      const { context, visitor } = await visit(reader);
      await screens(visitor);
      await context.close();
    }
  }
  await takeSignInScreens(browser);
} finally {
  await browser.close();
  await product.stop();
  await stripe.stop();
  await smtp.stop();
  await dns.stop();
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

/** The picture of the first page of a PDF, as people print it. */
function takeSheet({ language }: Visitor, screen: string, path: string): void {
  const page = Document.openDocument(readFileSync(path), "application/pdf").loadPage(0);
  const picture = page.toPixmap(Matrix.scale(1.5, 1.5), ColorSpace.DeviceRGB, false).asPNG();
  writeFileSync(join(folder, language, `${screen}.png`), picture);
}

/** Opens a page from disk, as people do who have received it. */
async function takeFromDisk(
  visitor: Visitor,
  screen: string,
  html: string | Uint8Array,
  use?: () => Promise<void>,
): Promise<void> {
  const path = join(files, `${screen}.html`);
  writeFileSync(path, html);
  await visitor.page.goto(pathToFileURL(path).href);
  await use?.();
  await take(visitor, screen);
}

async function saveFile(calls: APIRequestContext, address: string, name: string): Promise<string> {
  const path = join(files, name);
  writeFileSync(path, await (await calls.get(address)).body());
  return path;
}

function readPart(zip: string, name: string): Uint8Array {
  return unzipSync(readFileSync(zip))[name] ?? new Uint8Array();
}

async function publicScreens(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  const { context, visitor: client } = await visit(visitor);
  await openAccount(client.page.request);
  const { id, serialNumber } = await stampByCall(client.page.request, join(files, "lease.pdf"), {
    language: visitor.language,
  });
  const save = (what: string, name: string) =>
    saveFile(client.page.request, `/api/documents/${id}/${what}`, name);
  const stamped = await save("download", "stamped.pdf");
  const certificate = await save("certificate", "certificate.pdf");
  const pack = await save("evidence", "pack.zip");
  const [, code = ""] = (await readQrCode(certificate)).split("#");
  takeSheet(visitor, "paper-stamped", stamped);
  takeSheet(visitor, "paper-certificate", certificate);
  await context.close();
  await takeEach(visitor, {
    landing: "/",
    contact: "/contact",
    "forgot-password": "/forgot-password",
    "reset-password": "/reset-password#token",
    "confirm-email": "/confirm-email#token",
    "shared-files-over": "/shared#token",
    "not-found": "/any/other/path",
    "record-unknown": "/verify/AT-UNKNOWN",
    record: `/verify/${serialNumber}`,
    "record-genuine": `/verify/${serialNumber}#${code}`,
    "record-forged-code": `/verify/${serialNumber}#${code.slice(0, -9)}${code.at(-9) === "A" ? "B" : "A"}${code.slice(-8)}`,
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
  await takeFromDisk(visitor, "offline-verifier", readPart(pack, "verify.html"), async () => {
    await page.locator("input[type=file]").first().setInputFiles([pack, stamped]);
    await page.getByRole("heading", { level: 2 }).nth(1).waitFor();
  });
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
    notices: "/notices",
    faq: "/faq",
    account: "/account",
    developers: "/account/developers",
    office: "/office",
    payments: "/payments",
    "collection-new": "/collections/new",
    "photographed-pages-none": "/photographed-pages",
    "projects-none": "/projects",
  });
  await page.goto("/photographed-pages");
  await page.locator("input[multiple]").setInputFiles(await photographPage());
  await page.getByRole("listitem").locator("img").waitFor();
  await take(visitor, "photographed-pages");
  await page.goto("/");
  await choose(page, t, [join(files, "thesis.pdf")]);
  await page.getByRole("button", { name: t.documents.configure.start }).waitFor();
  await take(visitor, "setup");
  await press(page, t.documents.configure.start);
  await page.getByRole("heading", { name: t.documents.completed.title }).waitFor();
  await take(visitor, "stamped");
  for (const name of ["one.pdf", "two.pdf"]) await stampByCall(page.request, join(files, name));
  await uploadByCall(page.request, join(files, "contract.pdf"));
  await takeEach(visitor, {
    "dashboard-used-up": "/",
    "notices-used-up": "/notices",
    documents: "/documents",
  });
  await press(page, t.documents.history.more);
  await take(visitor, "documents-more");
  const everything = await saveFile(page.request, "/api/account/export", "everything.zip");
  await takeFromDisk(visitor, "export-page", readPart(everything, "index.html"));
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

/** A sheet with lines on a table, photographed at an angle. */
async function photographPage(): Promise<string> {
  const lines = Array.from({ length: 24 }, (_, line) => ({
    x: 0.12,
    y: 0.12 + line / 32,
    width: 0.7,
    height: 0.008,
  }));
  const size = { width: 900, height: 1200 };
  const view = { tilt: 0.4, yaw: 0.25, roll: 0.1, distance: 13.5, sheet: { width: 8.5, height: 11 } };
  const sheet = drawSheet({ width: 680, height: 880 }, lines);
  const path = join(files, "Lease.jpg");
  writeFileSync(path, await saveJpeg(takePhoto({ sheet, corners: seeCorners(view, size), size })));
  return path;
}

async function choose(page: Page, t: Texts, paths: string[]): Promise<void> {
  for (const path of paths) await writeTextPdf(path, 2);
  await page.getByRole("checkbox").first().check();
  await page.getByLabel(t.documents.upload.fileInput).setInputFiles(paths);
}

async function projectScreens(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await openAccount(page.request);
  const post = async (address: string, data: object) => (await page.request.post(address, { data })).json();
  const ids: string[] = [];
  for (const name of ["Before.pdf", "After.pdf"])
    ids.push((await stampByCall(page.request, join(files, name))).id);
  const { id } = await post("/api/projects", { name: "12 Oak Street" });
  await post(`/api/projects/${id}/entries`, { ids });
  const { url } = await post(`/api/projects/${id}/shares`, {});
  const locked = await post(`/api/projects/${id}/shares`, { name: "Mr. Smith", password: "open sesame" });
  await takeEach(visitor, {
    projects: "/projects",
    project: `/projects/${id}`,
    "shared-project": url,
    "shared-project-password": locked.url,
    "shared-project-unknown": "/share/unknown",
  });
}

/** An office with a long name, as an owner, a visitor with an invitation and a manager see it. */
async function officeScreens(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await openAccount(page.request);
  const post = async (address: string, data: object) => (await page.request.post(address, { data })).json();
  const { id } = await post("/api/offices", { name: "Pérez, Domínguez y Asociados, Sociedad Limitada" });
  await post("/api/offices/switch", { id });
  const { url } = await post("/api/office/invitations", { role: "manager" });
  await post("/api/office/invitations", { role: "viewer" });
  const { context, visitor: guest } = await visit(visitor);
  await takeEach(guest, { "invitation-visitor": url });
  await openAccount(guest.page.request, { firstName: "María Guadalupe", lastName: "Hernández de la Cruz" });
  await takeEach(guest, { invitation: "/invitation" });
  await guest.page.request.post("/api/invitations/accept", { data: { token: new URL(url).hash.slice(1) } });
  await guest.page.request.post("/api/offices/switch", { data: { id } });
  await takeEach(guest, {
    "office-dashboard": "/",
    "office-plans": "/subscription",
    "office-manager": "/office",
  });
  await context.close();
  const proven = await post("/api/office/domains", { name: "dominguez.example.com" });
  await post("/api/office/domains", { name: "peña.example.com" });
  dns.answers.set(proven.record.name, { txt: [proven.record.value] });
  await post(`/api/office/domains/${proven.id}/check`, {});
  await takeEach(visitor, { "office-owner": "/office" });
  await page.locator("[aria-labelledby=members-title] select").last().selectOption("owner");
  await page.locator("[aria-labelledby=members-title] input[type=password]").waitFor();
  await take(visitor, "office-owner-proof");
  await page.goto("/");
  await choose(page, visitor.t, [join(files, "poder.pdf")]);
  await page.locator("summary").filter({ hasText: visitor.t.documents.configure.more }).click();
  await take(visitor, "office-setup");
  const [{ id: documentId }] = await (await page.request.get("/api/documents")).json();
  const { clientSecret } = await post("/api/payment/pay-per-document", { documentId });
  stripe.control.pay(clientSecret.split("_secret")[0]);
  await post("/api/payment/complete-document-payment", { documentId });
  const { serialNumber } = await stampUploaded(page.request, documentId, { showName: true });
  const certificate = await saveFile(page.request, `/api/documents/${documentId}/certificate`, "office.pdf");
  takeSheet(visitor, "paper-office-certificate", certificate);
  await takeEach(visitor, { "office-record": `/verify/${serialNumber}` });
  await post("/api/webhooks", { url: `${product.origin}/hook`, events: ["document.completed"] });
  await post("/api/tokens", { name: "Backup script", scopes: ["documents:read"] });
  await page.goto("/account/developers");
  await page.getByRole("region", { name: "Webhooks" }).getByRole("button").first().click();
  await take(visitor, "office-developers");
}

/** The emails that an account gets, the one that its recipient gets, and the page behind the link in it. */
async function mailScreens(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const { email } = await openAccount(page.request);
  const { id } = await stampByCall(page.request, join(files, "Essay.pdf"));
  await page.request.post("/api/auth/language", { data: { language: visitor.language } });
  await page.request.post("/api/auth/forgot-password", { data: { account: email } });
  await confirmByCall(page.request, smtp, { email });
  const to = {
    email: `recipient-${visitor.language}@example.org`,
    name: "Ann Smith",
    note: "Here is the essay.",
    language: visitor.language,
  };
  await page.request.post(`/api/documents/${id}/email`, { data: to });
  const link = await linkMailedTo(smtp, to.email, "/shared");
  const { context, visitor: recipient } = await visit(visitor);
  await takeEach(recipient, { "shared-files": link });
  await context.close();
  const mine = smtp.received.filter(({ recipients }) =>
    recipients.some((one) => [email, to.email].includes(one)),
  );
  for (const [index, { mail }] of mine.entries()) {
    if (!mail.html) continue;
    await page.setContent(mail.html);
    await take(visitor, `mail-${index + 1}`);
  }
}

async function administratorsScreens(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const { context, visitor: client } = await visit(visitor);
  const { email, username } = await openAccount(client.page.request);
  await stampByCall(client.page.request, join(files, "deed.pdf"));
  const opened = await client.page.request.post("/api/offices", { data: { name: "Domínguez y Asociados" } });
  const { id: officeId } = await opened.json();
  const subject = `Question of ${username}`;
  const ticket = { email, subject, message: "What does it cost for forty files?", category: "billing" };
  await client.page.request.post("/api/support/ticket", { data: ticket });
  await context.close();
  await page.request.post("/api/auth/login", { data: admin });
  const users: AdminUserView[] = await (await page.request.get("/api/admin/users")).json();
  const account = users.find((user) => user.username === username);
  await takeEach(visitor, {
    "admin-figures": "/admin",
    "admin-documents": `/admin?tab=documents&by=username&term=${username}`,
    "admin-users": "/admin?tab=users",
    "admin-account": `/admin?tab=users&user=${account?.id}`,
    "admin-office": `/admin?tab=users&user=${officeId}`,
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
