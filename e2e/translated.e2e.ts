import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import {
  expect,
  expectStamped,
  onePage,
  openMoreOptions,
  register,
  registerByForm,
  upload,
} from "./support/browser.ts";
import { stampByCall } from "./support/calls.ts";
import { signInAsAdmin, test } from "./support/staff.ts";
import { translatePages } from "./support/translator.ts";

/** The browser translates every page; React must not fail, and every change must be visible. */
test.beforeEach(async ({ page }) => {
  await translatePages(page);
});

/** Serial numbers, fingerprints and names that the translator got hold of. */
const mistranslated = (page: Page, ...names: string[]) =>
  page.evaluate(
    (names) =>
      [...document.querySelectorAll("#main font > font")]
        .map(({ textContent }) => textContent ?? "")
        .filter((text) => /^AT-[\dA-Z-]{20,}$|^[\da-f]{64}$/.test(text) || names.includes(text)),
    names,
  );

async function expectWorking(page: Page, ...names: string[]): Promise<void> {
  await expect(page.locator("font").first()).toBeAttached();
  await expect(page.getByText("Couldn't show this page")).toHaveCount(0);
  expect(await mistranslated(page, ...names)).toEqual([]);
}

test("translated: landing page, registration, sign-out and sign-in", async ({ page }) => {
  const username = await registerByForm(page);
  await expectWorking(page, username);
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("banner").getByRole("button", { name: "Log In" }).click();
  const form = page.locator("form");
  await form.getByLabel("Username").fill(username);
  await form.getByLabel("Password", { exact: true }).fill("wrong horse");
  await form.getByRole("button", { name: "Log In" }).click();
  await expect(form.getByRole("alert").first()).toBeVisible();
  await form.getByLabel("Password", { exact: true }).fill("correct horse");
  await form.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByText(`Welcome, ${username}`).first()).toBeVisible();
  await expectWorking(page, username);
});

test("translated: a document is stamped, listed, and verified", async ({ page, folder }) => {
  await register(page);
  const lease = await onePage(folder);
  await upload(page, lease);
  await expect(page.getByText("File uploaded successfully")).toBeVisible();
  await openMoreOptions(page);
  await page.getByLabel(/^Other parties/).fill("Zoë Müller");
  await page.getByRole("button", { name: "Stamp this document" }).click();
  await expectStamped(page);
  const recent = page.getByRole("region", { name: "Recent Documents" });
  await expect(recent.getByText("Completed")).toBeVisible();
  await expectWorking(page, "lease.pdf");
  await recent.getByRole("link", { name: /^AT-/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Jane Doe").first()).toBeVisible();
  await expectWorking(page, "lease.pdf", "Jane Doe");
  const files = page.getByRole("region", { name: /^Do you have/ });
  await page.getByLabel("Choose a file to check").last().setInputFiles(lease);
  await expect(files.getByText("This is the original document").first()).toBeVisible();
  const other = join(folder, "other.txt");
  writeFileSync(other, "something else");
  await page.getByLabel("Choose a file to check").last().setInputFiles(other);
  await expect(files).toContainText("other.txt");
  await expect(files.getByText("This is the original document")).toHaveCount(0);
  await expectWorking(page, "lease.pdf", "Jane Doe");
  await page.goto("/verify/AT-00000-00000-00000-00000");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectWorking(page);
});

test("translated: a collection is attested and checked", async ({ page, folder }) => {
  await register(page, "/collections/new");
  const paths = ["a.jpg", "b.jpg"].map((name) => join(folder, name));
  for (const path of paths) writeFileSync(path, path);
  await page.getByLabel("Files to attest").setInputFiles(paths[0] ?? "");
  await expect(page.getByRole("status").filter({ hasText: "1 file ready" })).toBeVisible();
  await page.getByLabel("Files to attest").setInputFiles(paths);
  await expect(page.getByRole("status").filter({ hasText: "2 files ready" })).toBeVisible();
  await page.getByLabel("I own these files").check();
  await page.getByRole("button", { name: "Attest 2 files" }).click();
  await expect(page.getByRole("link", { name: "Certificate", exact: true })).toBeVisible();
  await expectWorking(page);
  await page.getByRole("link", { name: "Open its public page" }).click();
  await page.getByLabel("Choose files to check").setInputFiles(paths);
  await expect(page.getByText("2 of 2 files are in this collection")).toBeVisible();
  await expectWorking(page, "a.jpg");
});

test("translated: a project is created, edited and shared, and the share is opened", async ({
  page,
  folder,
  context,
}) => {
  await register(page);
  const { id } = await stampByCall(page.request, join(folder, "Before.pdf"));
  await page.goto("/projects");
  await page.getByLabel("Name", { exact: true }).fill("12 Oak Street");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "12 Oak Street" })).toBeVisible();
  const projectId = new URL(page.url()).pathname.split("/").at(-1);
  await page.request.post(`/api/projects/${projectId}/entries`, { data: { ids: [id] } });
  await page.reload();
  await page.getByRole("button", { name: "Edit project" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("14 Oak Street");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "14 Oak Street" })).toBeVisible();
  await page.getByRole("button", { name: "Create link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Link name").fill("Mr. Smith");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = await dialog.getByLabel("Link", { exact: true }).inputValue();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("No one has opened it yet.")).toBeVisible();
  await expectWorking(page, "14 Oak Street");
  const other = await context.newPage();
  await translatePages(other);
  await other.goto(url);
  await expect(other.getByRole("heading", { level: 1, name: "14 Oak Street" })).toBeVisible();
  await expectWorking(other, "14 Oak Street", "Before.pdf");
});

test("translated: the account and the plans", async ({ page }) => {
  const username = await register(page, "/account");
  await page.getByRole("button", { name: "Change: Name" }).click();
  const name = page.getByRole("region", { name: "Change your name" });
  await name.getByLabel("Last name").fill("");
  await name.getByRole("button", { name: "Save name" }).click();
  await expect(name.getByText("Last name is required")).toBeVisible();
  await name.getByLabel("Last name").fill("O'Hara");
  await name.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Name saved")).toBeVisible();
  await expect(name.getByText("Last name is required")).toHaveCount(0);
  await expectWorking(page, username, "Jane O'Hara");
  await page.goto("/subscription");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectWorking(page, username);
});

test("translated: a ticket is sent, answered in the admin portal, and read", async ({
  page,
  browser,
  product,
}) => {
  await register(page, "/support?tab=contact");
  await page.getByLabel("Email").fill("jane@example.org");
  await page.getByLabel("Subject").fill("Charged twice");
  await page.getByLabel("Message", { exact: true }).fill("For one document, on Tuesday.");
  await page.getByRole("button", { name: "Submit ticket" }).click();
  await expect(page.getByText("Support ticket submitted")).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "My Tickets" }).click();
  const ticket = page.getByRole("region", { name: "Charged twice" });
  await expect(ticket).toContainText("Status: Open");
  await expectWorking(page);

  const staff = await browser.newPage({ baseURL: product.origin });
  await translatePages(staff);
  await signInAsAdmin(staff);
  await staff.goto("/admin");
  await staff.getByRole("region", { name: "At a glance" }).getByRole("button", { name: "90 days" }).click();
  for (const tab of await staff.getByRole("tab").all()) {
    await tab.click();
    await expect(tab).toHaveAttribute("aria-selected", "true");
    await expect(staff.getByRole("tabpanel")).toBeVisible();
  }
  await expectWorking(staff);
  await staff.close();
});
