import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expect, register, test } from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";

const admin = { username: "boss", password: "correct horse" };
test.use({ settings: { ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password } });

async function openPortal(page: Page, address = "/admin"): Promise<void> {
  await page.context().clearCookies();
  await page.request.post("/api/auth/login", { data: admin });
  await page.goto(address);
}

test("a visitor reads what happens instead of an email before writing, and promises follow it", async ({
  page,
}) => {
  await page.goto("/contact");
  await expect(page.getByText(/This site can't send email yet: to reply, we have to write/)).toBeVisible();
  await page.getByLabel("Name").fill("Vera");
  await page.getByLabel("Email").fill("vera@example.org");
  await page.getByLabel("Subject").fill("Maps");
  await page.getByLabel("Message", { exact: true }).fill("Do you stamp maps?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText(/They'll have to write to vera@example.org from a mailbox/)).toBeVisible();
  await expect(page.getByText("We'll email you")).toHaveCount(0);
  await page.goto("/");
  await page.getByRole("button", { name: "Create Account" }).first().click();
  await expect(page.getByText("The people who run this site use it to reach you")).toBeVisible();
  await register(page, "/account");
  await expect(
    page.getByText("This site can't send email yet: for now, only the bell tells you."),
  ).toBeVisible();
  await page.goto("/support?tab=contact");
  await expect(page.getByText("You'll find our reply in My Tickets. This site can't")).toBeVisible();
});

test("the email dialog says before one types that nothing is sent, and a request for an acknowledgment gives a link to copy, again on its row", async ({
  page,
  folder,
  browser,
  product,
}) => {
  await register(page);
  const { id } = await stampByCall(page.request, join(folder, "Roof.pdf"));
  await page.goto("/");
  await page.getByRole("button", { name: "Email Roof.pdf" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^This site can't send email yet. We keep your message/)).toBeVisible();
  await expect(dialog.getByText("We'll send")).toHaveCount(0);
  await expectAccessible(page, "email dialog without mail", "dialog");
  await page.keyboard.press("Escape");

  const project = await page.request.post("/api/projects", { data: { name: "12 Oak Street" } });
  const { id: projectId } = await project.json();
  await page.request.post(`/api/projects/${projectId}/entries`, { data: { ids: [id] } });
  await page.goto(`/projects/${projectId}`);
  await page.getByRole("button", { name: "Ask for “I have seen this”" }).click();
  await expect(dialog.getByText(/so you get a link to this project to copy/)).toBeVisible();
  await dialog.getByLabel("Recipient email").fill("smith@example.org");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const first = await dialog.getByLabel("Link", { exact: true }).inputValue();
  await expectAccessible(page, "a link to copy", "dialog");
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Link for smith@example.org" });
  await expect(row).toContainText("Not emailed: this site can't send email yet.");
  await row.getByRole("button", { name: "Copy link: Link for smith@example.org" }).click();
  const second = await dialog.getByLabel("Link", { exact: true }).inputValue();
  await dialog.getByRole("button", { name: "Done" }).click();
  expect(second).not.toBe(first);
  const context = await browser.newContext({ baseURL: product.origin });
  const client = await context.newPage();
  for (const url of [first, second]) {
    await client.goto(url);
    await client.reload();
    await expect(client.getByRole("heading", { name: "Have you seen this?" })).toBeVisible();
  }
  await context.close();
});

test("the portal says what is not set up and which emails wait, and makes a link with which a user gets back in", async ({
  page,
}) => {
  await page.addInitScript(() => Object.assign(navigator, { share: async () => undefined }));
  const person = await openAccount(page.request);
  await page.request.post("/api/auth/forgot-password", { data: { account: person.username } });
  await openPortal(page);
  const steps = page.getByRole("region", { name: "First steps" });
  for (const sentence of ["Links and QR codes lead to", "No mail server is set", "Nothing is backed up"])
    await expect(steps).toContainText(sentence);
  await page.getByText("Emails that were not sent").click();
  const waiting = page.getByRole("listitem").filter({ hasText: person.email });
  await expect(waiting).toContainText("choose a new password");
  await expect(waiting).toContainText("In the outbox");
  await expect(page.getByText("reset-password#")).toHaveCount(0);
  await expectAccessible(page, "the portal with emails that wait");

  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByRole("link", { name: `Open the account ${person.username}` }).click();
  await expect(page.getByRole("heading", { name: person.username })).toBeFocused();
  await expectAccessible(page, "a user's page");
  await page.getByRole("button", { name: "Make a link for a new password" }).click();
  const url = await page.getByLabel("Link for a new password").inputValue();
  await expect(page.getByRole("button", { name: "Share", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Done" }).click();
  await page.context().clearCookies();
  await page.goto(url);
  await page.getByLabel("New password", { exact: true }).fill("a new horse");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText(`Your username is ${person.username}.`)).toBeVisible();
});
