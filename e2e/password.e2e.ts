import type { Page } from "@playwright/test";
import type { TestSmtpServer } from "../src/testing/test-smtp-server.ts";
import { expect, test as withoutMail } from "./support/browser.ts";
import { openAccount } from "./support/calls.ts";
import { test } from "./support/mailbox.ts";

type Person = Awaited<ReturnType<typeof openAccount>>;

async function login(page: Page, { username }: Person, password: string): Promise<void> {
  await page.goto("/subscription");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.locator("form").getByRole("button", { name: "Log In" }).click();
}

async function mailTo(smtp: TestSmtpServer, { email }: Person, subject: RegExp): Promise<string> {
  const find = () =>
    smtp.received.find(
      ({ recipients, mail }) => recipients.includes(email) && subject.test(mail.subject ?? ""),
    );
  await expect.poll(() => find() !== undefined).toBe(true);
  return find()?.mail.text ?? "";
}

test("a forgotten password: from the login card through the email to a new login", async ({ page, smtp }) => {
  const person = await openAccount(page.request);
  await page.context().clearCookies();
  await page.goto("/");
  await page.getByRole("banner").getByRole("button", { name: "Log In" }).click();
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Username or email").fill(person.email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();

  const address = /http\S+\/reset-password#\S+/.exec(
    await mailTo(smtp, person, /choose a new password/),
  )?.[0];
  await page.goto(address ?? "");
  await page.getByLabel("New password", { exact: true }).fill("12345");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("new horse");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByRole("heading", { name: "Your password is set" })).toBeFocused();
  await mailTo(smtp, person, /your password was changed/);

  await page.getByRole("main").getByRole("link", { name: "Log In" }).click();
  await login(page, person, person.password);
  await expect(page.getByRole("alert").getByText("Invalid username or password")).toBeVisible();
  await login(page, person, "new horse");
  await expect(page.getByText(`Logged in as ${person.username}`)).toBeVisible();

  await page.goto("/");
  await page.goto(address ?? "");
  await page.getByLabel("New password", { exact: true }).fill("third horse");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByRole("alert").getByText(/^This link was used before/)).toBeVisible();
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page.getByLabel("Username or email")).toBeVisible();
});

test("a link without its token says so", async ({ page }) => {
  await page.goto("/reset-password");
  await expect(page.getByText(/^Part of this link is missing/)).toBeVisible();
});

test("the password is changed on the account page, and other browsers are logged out", async ({
  page,
  browser,
}) => {
  const person = await openAccount(page.request);
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await page.goto("/");
  await login(elsewhere, person, person.password);
  await expect(elsewhere.getByText(`Logged in as ${person.username}`)).toBeVisible();
  await page.getByRole("link", { name: "Your account" }).click();
  await expect(page.getByRole("heading", { name: "Your account", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Change: Password" }).click();
  await page.getByLabel("Current password").fill("wrong horse");
  await page.getByLabel("New password", { exact: true }).fill("new horse");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("This is not your current password.").first()).toBeVisible();
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await expect(page.getByLabel("Current password")).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your account", exact: true })).toBeVisible();
  await elsewhere.goto("/account");
  await expect(elsewhere.getByRole("heading", { name: "Log in" })).toBeVisible();
  await other.close();
});

withoutMail("without a mail server a forgotten password leads to the operator", async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Username or email").fill("jane");
  await expect(page.getByText(/^This site can't send email yet. We'll save a link/)).toBeVisible();
  await page.getByRole("button", { name: "Save a link" }).click();
  await expect(page.getByRole("heading", { name: "Ask for your link" })).toBeFocused();
  await expect(page.getByText(/^This site can't send email yet/)).toBeVisible();
});
