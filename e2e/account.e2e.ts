import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expect, register } from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";
import { countClicks } from "./support/clicks.ts";
import { confirmByCall, linkMailedTo, test } from "./support/mailbox.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; rv:142.0) Gecko/20100101 Firefox/142.0";
const card = (page: Page, name: string) => page.getByRole("region", { name });
const change = (page: Page, name: string) =>
  page.getByRole("button", { name: `Change: ${name}`, exact: true });

test("a user changes the name that new stamps show, and an empty name is refused at its field", async ({
  page,
}) => {
  await register(page, "/account");
  const name = card(page, "Change your name");
  await expect(name).toBeHidden();
  await change(page, "Name").click();
  await name.getByLabel("Last name").fill("");
  await name.getByRole("button", { name: "Save name" }).click();
  await expect(name.getByText("Last name is required")).toBeVisible();
  await expect(name.getByLabel("Last name")).toBeFocused();
  await name.getByLabel("Last name").fill("O'Hara");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Name saved")).toBeVisible();
  await expect(name).toBeHidden();
  await expect(change(page, "Name")).toBeFocused();
  await page.reload();
  await expect(page.getByText("Jane O'Hara")).toBeVisible();
  await change(page, "Name").click();
  await expect(name.getByLabel("Last name")).toHaveValue("O'Hara");
  await expectAccessible(page, "the account page with an open form");
  await page.getByRole("button", { name: "Cancel: Name" }).click();
  await expect(name).toBeHidden();
});

test("a confirmed address is changed with the password and a link, or the user decides to keep it", async ({
  page,
  smtp,
}) => {
  const account = await openAccount(page.request);
  await confirmByCall(page.request, smtp, account);
  await page.goto("/account");
  const address = card(page, "Change your email address");
  const set = async (email: string) => {
    await change(page, "Email").click();
    await address.getByLabel("New email address").fill(email);
    await address.getByLabel("Your password", { exact: true }).fill(account.password);
    await address.getByRole("button", { name: "Save address" }).click();
  };
  const unwanted = `unwanted-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await set(unwanted);
  await expect(page.getByText(`Open the link that we sent to ${unwanted}.`)).toBeVisible();
  await expectAccessible(page, "the account page while a new address waits");
  await page.getByRole("button", { name: "Keep the current address" }).click();
  await expect(page.getByText(`Open the link that we sent to ${unwanted}.`)).toBeHidden();

  const wanted = `wanted-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await set(wanted);
  await expect(page.getByText(`Open the link that we sent to ${wanted}.`)).toBeVisible();
  await page.goto(await linkMailedTo(smtp, wanted, "/confirm-email"));
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByText(`${wanted} now belongs to the account “${account.username}”.`)).toBeVisible();
  await page.goto("/account");
  await expect(page.getByText(`${wanted} (confirmed)`)).toBeVisible();
});

test("a user sees every login, ends one other, and then all others", async ({ page, browser, product }) => {
  const account = await openAccount(page.request);
  const elsewhere = async () => {
    const context = await browser.newContext({ baseURL: product.origin, userAgent: firefox });
    const { username, password } = account;
    const answer = await context.request.post("/api/auth/login", { data: { username, password } });
    expect(answer.status()).toBe(200);
    return context;
  };
  const others = [await elsewhere(), await elsewhere(), await elsewhere()];
  const statuses = () =>
    Promise.all(others.map(async ({ request }) => (await request.get("/api/auth/me")).status()));
  await page.goto("/account");
  const logins = card(page, "Where you're logged in");
  await expect(logins.getByRole("listitem")).toHaveCount(4);
  await expect(logins.getByText("This device")).toHaveCount(1);
  await expect(logins.getByText(/last used just now/).first()).toBeVisible();
  await logins
    .getByRole("button", { name: /^End Firefox on Windows, logged in / })
    .first()
    .click();
  await expect(logins.getByRole("listitem")).toHaveCount(3);
  await expect(logins.getByRole("heading")).toBeFocused();
  expect((await statuses()).filter((status) => status === 401)).toHaveLength(1);
  await logins.getByRole("button", { name: "Log out everywhere else" }).click();
  await expect(logins.getByRole("listitem")).toHaveCount(1);
  await expect(logins.getByRole("button")).toHaveCount(0);
  expect(await statuses()).toEqual([401, 401, 401]);
  for (const context of others) await context.close();
});

test("a user asks for the deletion of the account with the password, is reminded, and keeps it", async ({
  page,
}) => {
  await register(page, "/account");
  const open = page.getByRole("button", { name: "Delete my account" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog.getByText("Anyone who has a certificate can still check it.")).toBeVisible();
  await expect(dialog.getByText("log in during that week and press “Keep my account”")).toBeVisible();
  await expectAccessible(page, "the dialog that deletes an account");
  await dialog.getByRole("button", { name: "Delete in a week" }).click();
  await expect(dialog.getByText("Current password is required")).toBeVisible();
  await dialog.getByLabel("Your password", { exact: true }).fill("correct horse");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Your account will be deleted on /)).toBeVisible();
  await expect(open).toBeHidden();
  await page.goto("/");
  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect(page.getByText("Your account stays", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Your account will be deleted on /)).toBeHidden();
});

test("an office manager exports everything in a ZIP file whose page opens without the internet, and deletes the account in five clicks", async ({
  page,
  folder,
  browser,
}) => {
  const { password } = await openAccount(page.request);
  for (const name of ["lease.pdf", "invoice.pdf"]) await stampByCall(page.request, join(folder, name));
  // Counts from the first page after signing in.
  const clicks = await countClicks(page);
  await page.goto("/");
  await page.getByRole("link", { name: "Your account" }).click();
  const saved = page.waitForEvent("download");
  await card(page, "Download your data").getByRole("link", { name: "Download everything" }).click();
  const path = join(folder, "everything.zip");
  await (await saved).saveAs(path);
  await expectExport(browser, path, join(folder, "all"), ["lease.pdf", "invoice.pdf"]);

  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel("Your password", { exact: true }).click();
  await page.keyboard.type(password);
  await dialog.getByRole("button", { name: "Delete in a week" }).click();
  await expect(page.getByText(/^Your account will be deleted on /)).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(5);
  const inDays = Number(await deletionTime(page)) - Date.now();
  expect(Math.round(inDays / 86_400_000)).toBe(7);
});

const deletionTime = async (page: Page) =>
  new Date((await (await page.request.get("/api/auth/me")).json()).deletionAt);

/** Opens the page in the ZIP file without the internet; each document's links must lead to a file. */
async function expectExport(browser: Browser, zip: string, into: string, documents: string[]): Promise<void> {
  expect(Bun.spawnSync(["unzip", "-q", zip, "-d", into]).exitCode).toBe(0);
  const context = await browser.newContext({ offline: true });
  const opened = await context.newPage();
  await opened.goto(`file://${join(into, "index.html")}`);
  await expect(opened.getByRole("heading", { name: /^Everything in your .+ account$/ })).toBeVisible();
  await expectAccessible(opened, "the page of an export");
  for (const document of documents) {
    const row = opened.getByRole("row").filter({ hasText: document });
    for (const name of ["Original", "Stamped copy", "Certificate"]) {
      const address = await row.getByRole("link", { name }).evaluate((link: HTMLAnchorElement) => link.href);
      expect(await Bun.file(new URL(address)).exists()).toBe(true);
    }
  }
  await context.close();
}

test("a user chooses the language of our emails, and the choice stays", async ({ page }) => {
  await register(page, "/account");
  await change(page, "Email language").click();
  const form = card(page, "Language of our emails");
  await expect(form.getByLabel("Language")).toHaveValue("en");
  await form.getByLabel("Language").selectOption("Español");
  await form.getByRole("button", { name: "Save language" }).click();
  await expect(page.getByText("We'll write to you in Español")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("definition").filter({ hasText: "Español" })).toBeVisible();
});
