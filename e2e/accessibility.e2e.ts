import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { mergeTests, type Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { readQrCode } from "../src/testing/qr.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, expectStamped, onePage, upload } from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";
import { writeTextPdf } from "./support/samples.ts";
import { test as withShop } from "./support/shop.ts";
import { signInAsAdmin, test as withStaff } from "./support/staff.ts";

/** A product with an administrator, a mail server and a fake Stripe; animations are disabled. */
const test = mergeTests(withShop, withStaff).extend({
  settings: [
    async ({ settings, stripe }, use) => {
      await use({ ...settings, ...stripe.settings });
    },
    { scope: "worker" },
  ],
  page: async ({ page }, use) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await use(page);
  },
});

/** Opens each address, waits for its first heading, and checks it with axe. */
async function lookAt(page: Page, screens: Record<string, string | RegExp>): Promise<void> {
  for (const [address, heading] of Object.entries(screens)) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await page.waitForLoadState("networkidle");
    await expectAccessible(page, address);
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** Opens a dialog with a button, checks only the dialog with axe, and closes it. */
async function lookAtDialog(page: Page, opener: string): Promise<void> {
  await button(page, opener).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, `dialog of "${opener}"`, "dialog");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("public pages and a visitor's forms are accessible", async ({ page }) => {
  await lookAt(page, {
    "/contact": "Contact Us",
    "/forgot-password": "Forgot your password?",
    "/reset-password#token": "Choose a new password",
    "/api/docs": "Attestamp API",
    "/confirm-email#token": "Confirm your email address",
    "/shared#token": "This link is no longer valid",
    "/api/shared/download?token=over": /./,
    "/any/other/path": "404 Page Not Found",
    "/": "Put a date on your work that anyone can check.",
  });
  await button(page, "Create Account").first().click();
  await page.locator("form").getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expectAccessible(page, "refused registration", "#account");
});

test("the record page is accessible with every verdict: on record, unknown, forged, genuine; right, wrong, changed and unclear files", async ({
  page,
  client: { calls },
  folder,
}) => {
  const original = join(folder, "lease.pdf");
  const { id, serialNumber } = await stampByCall(calls, original);
  const save = async (what: string, name: string) => {
    const path = join(folder, name);
    writeFileSync(path, await (await calls.get(`/api/documents/${id}/${what}`)).body());
    return path;
  };
  const address = await readQrCode(await save("certificate", "certificate.pdf"));
  await lookAt(page, {
    "/verify/AT-UNKNOWN": "Verification Failed",
    [`/verify/${serialNumber}`]: /on record/,
    [`/verify/${serialNumber}?forged#not-a-code`]: /./,
    [address]: "Genuine",
  });
  const pack = unzipSync(await Bun.file(await save("evidence", "evidence.zip")).bytes());
  const token = join(folder, "original.tst");
  writeFileSync(token, pack["original.tst"] ?? "");
  const stamped = await save("download", "stamped.pdf");
  const changed = join(folder, "changed.pdf");
  writeFileSync(changed, (await Bun.file(stamped).bytes()).with(2_000, 0));
  const other = join(folder, "other.pdf");
  await writeTextPdf(other, 2);
  const titles = {
    [original]: "This is the original document",
    [other]: "This is not the right file",
    [changed]: "Don't rely on this file",
    [token]: "We can't tell",
  };
  for (const [path, title] of Object.entries(titles)) {
    await page.getByLabel("Choose a file to check").last().setInputFiles(path);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await page.getByText("What we checked").click();
    await expectAccessible(page, title, "[aria-labelledby=file-title]");
  }
  await page.getByText("What is Attestamp?").click();
  await expectAccessible(page, "a record with what it explains");
});

test("the checker in an evidence pack is accessible, empty and with a report", async ({ page, folder }) => {
  await openAccount(page.request);
  const { id } = await stampByCall(page.request, join(folder, "lease.pdf"));
  const zip = join(folder, "evidence.zip");
  writeFileSync(zip, await (await page.request.get(`/api/documents/${id}/evidence`)).body());
  const checker = join(folder, "verify.html");
  writeFileSync(checker, unzipSync(await Bun.file(zip).bytes())["verify.html"] ?? "");
  await page.goto(pathToFileURL(checker).href);
  await expectAccessible(page, "the checker");
  await page.getByLabel("Choose files, or drop them here").setInputFiles(zip);
  await expect(page.getByRole("article")).toBeVisible();
  await page.getByText("What we checked").first().click();
  await expectAccessible(page, "the checker with a report");
});

test("the pages of a user are accessible", async ({ page }) => {
  await openAccount(page.request);
  await lookAt(page, {
    "/support": "Support",
    "/support?tab=contact": "Support",
    "/my-tickets": "My Tickets",
    "/faq": "Frequently asked questions",
    "/notices": "Notices",
    "/account": "Your account",
    "/account/developers": "For developers",
    "/office": "Offices",
    "/payments": "Payments",
    "/admin": "Access Denied",
    "/documents": "All documents",
    "/projects": "Projects",
    "/collections/new": /./,
    "/photographed-pages": /./,
  });
  await page.goto("/account");
  await lookAtDialog(page, "Delete my account");
});

test("a user's documents, a project, a client's view of it, and the export are accessible", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const ids: string[] = [];
  for (const name of ["Before.pdf", "After.pdf"])
    ids.push((await stampByCall(page.request, join(folder, name))).id);
  const { id } = await (await page.request.post("/api/projects", { data: { name: "12 Oak Street" } })).json();
  await page.request.post(`/api/projects/${id}/entries`, { data: { ids } });
  const share = async (data: object) => {
    const { url } = await (await page.request.post(`/api/projects/${id}/shares`, { data })).json();
    return String(url);
  };
  const open = await share({});
  const locked = await share({ password: "open sesame" });
  await lookAt(page, {
    "/projects": "Projects",
    [`/projects/${id}`]: "12 Oak Street",
    [open]: "12 Oak Street",
    [locked]: "This project has a password",
    "/documents": "All documents",
  });
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expectAccessible(page, "selected documents");

  const zip = unzipSync(await (await page.request.get("/api/account/export")).body());
  const exported = join(folder, "index.html");
  writeFileSync(exported, zip["index.html"] ?? "");
  await page.goto(pathToFileURL(exported).href);
  await expectAccessible(page, "the page of an export");
});

test("a collection is accessible: the choice of files, the finished collection, and its public page", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const paths = ["One.pdf", "Two.pdf"].map((name) => join(folder, name));
  for (const path of paths) await writeTextPdf(path, 1);
  await page.goto("/collections/new");
  await page.getByLabel("Files to attest").setInputFiles(paths);
  await expect(page.getByRole("status").filter({ hasText: "2 files ready" })).toBeVisible();
  await expectAccessible(page, "files of a new collection");
  await page.getByLabel("I own these files").check();
  await button(page, "Attest 2 files").click();
  await expect(page.getByRole("link", { name: "Certificate", exact: true })).toBeVisible();
  await expectAccessible(page, "a collection");
  await page.getByRole("link", { name: "Open its public page" }).click();
  await expect(page.getByRole("heading", { name: "This collection is on record" })).toBeVisible();
  await page.getByLabel("Choose files to check").setInputFiles(paths);
  await expect(page.getByText("2 of 2 files are in this collection and unchanged.")).toBeVisible();
  await expectAccessible(page, "the public page of a collection");
});

test("the plans and both payment dialogs are accessible", async ({ page, folder }) => {
  await openAccount(page.request);
  await lookAt(page, { "/subscription": "Plans" });
  await button(page, "Choose Unlimited Monthly").click();
  await expect(button(page, /^Pay \$/)).toBeEnabled();
  await expectAccessible(page, "payment of a plan", "[role=dialog]");
  for (const name of ["one.pdf", "two.pdf", "three.pdf"]) await stampByCall(page.request, join(folder, name));
  await page.goto("/");
  await upload(page, await onePage(folder));
  await button(page, "Stamp this document").click();
  await expect(button(page, /^Pay \$/)).toBeEnabled();
  await expectAccessible(page, "payment of a document", "[role=dialog]");
});

test("each tab and each dialog of the admin portal is accessible", async ({ page, client, folder }) => {
  const { serialNumber } = await stampByCall(client.calls, join(folder, "lease.pdf"));
  const subject = `Question ${client.username}`;
  const ticket = { email: client.email, subject, message: "What does it cost?", category: "billing" };
  expect((await client.calls.post("/api/support/ticket", { data: ticket })).ok()).toBe(true);
  await signInAsAdmin(page);
  await lookAt(page, { [`/admin?by=serial&term=${serialNumber}`]: "Admin Portal" });
  await lookAtDialog(page, "Email documents");
  await page.getByText("Show as a table").click();
  await page.getByRole("heading", { name: "Audit log" }).click();
  await expectAccessible(page, "figures as a table, and the audit log");
  await lookAt(page, { "/admin?tab=users": "Admin Portal" });
  await lookAtDialog(page, `Delete ${client.username}`);
  await lookAt(page, { "/admin?tab=tickets": "Admin Portal" });
  await page.getByRole("button", { name: new RegExp(subject) }).click();
  await expect(page.getByRole("region", { name: subject })).toBeVisible();
  await expectAccessible(page, "an open ticket");
  await lookAtDialog(page, "Mark as Resolved");
  await lookAtDialog(page, `Delete ${subject}`);
  await lookAt(page, { "/admin?tab=credits": "Admin Portal" });
});

test("every stage of the dashboard and a toast are accessible", async ({ page, folder }) => {
  await openAccount(page.request);
  await lookAt(page, { "/": "Your documents" });
  await upload(page, await onePage(folder));
  await expect(page.getByText("File uploaded successfully")).toBeVisible();
  await page.locator("[data-sonner-toast]").hover();
  await expectAccessible(page, "setting up, with a toast");
  const answer = Promise.withResolvers<void>();
  await page.route(/documents\.start/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await button(page, "Stamp this document").click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expectAccessible(page, "processing", "main");
  answer.resolve();
  await expectStamped(page);
  await expectAccessible(page, "stamped", "main");
  await lookAtDialog(page, "Email lease.pdf");
  await page.route(/documents\.start/, (route) => route.abort());
  await button(page, "Process Another Document").click();
  await upload(page, await onePage(folder, "second.pdf"));
  await button(page, "Stamp this document").click();
  await expect(page.getByRole("heading", { name: "Processing Error" })).toBeVisible();
  await expectAccessible(page, "error, with a toast");
});
