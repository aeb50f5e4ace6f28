import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { pageTexts } from "../src/testing/inspect.ts";
import type { TestSmtpServer } from "../src/testing/test-smtp-server.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, onePage, register, upload, test as withoutMail } from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";
import { confirmByCall, linkMailedTo, test } from "./support/mailbox.ts";

/** An account with a stamped PDF with that name; its row in the history offers to email it. */
async function openStamped(page: Page, folder: string, name: string, smtp?: TestSmtpServer): Promise<void> {
  const account = await openAccount(page.request);
  if (smtp) await confirmByCall(page.request, smtp, account);
  await stampByCall(page.request, join(folder, name));
  await page.goto("/");
}

const openDialog = (page: Page, name: string) => page.getByRole("button", { name: `Email ${name}` }).click();

test("a document is emailed from the history, and both attachments arrive and can be opened [spec 1 email]", async ({
  page,
  folder,
  smtp,
}) => {
  const friend = `ann-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await openStamped(page, folder, "Lease of the house.pdf", smtp);
  await openDialog(page, "Lease of the house.pdf");
  const dialog = page.getByRole("dialog", { name: "Email this document" });
  const send = dialog.getByRole("button", { name: "Send email" });
  await expect(dialog.getByLabel("Recipient email")).toBeFocused();
  await expect(send).toBeDisabled();
  await dialog.getByLabel("Recipient email").fill(friend);
  await expect(send).toBeEnabled();
  await dialog.getByLabel("Recipient name").fill("Ann Lee");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Email sent", { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Email Lease of the house.pdf" })).toBeFocused();

  await expect.poll(() => smtp.received.map(({ recipients }) => recipients)).toContainEqual([friend]);
  const got = smtp.received.find(({ recipients }) => recipients.includes(friend));
  const files = got?.files ?? [];
  expect(files.map(({ filename }) => filename)).toEqual([
    "Stamped_Lease of the house.pdf",
    "Certificate_of_Affidavit_Lease of the house.pdf",
  ]);
  const serialNumber = /AT-[0-9A-Z-]{23}/.exec(got?.mail.text ?? "")?.[0] ?? "";
  for (const [part, { content }] of files.entries()) {
    const path = join(folder, `attached-${part}.pdf`);
    writeFileSync(path, content);
    expect((await pageTexts(path)).join(" ")).toContain(serialNumber);
  }
  const reader = await page.context().newPage();
  await reader.setContent(String(got?.mail.html));
  await expectAccessible(reader, "an email", ".card");
  await reader.close();
  await page.goto(/http\S+\/verify\/\S+/.exec(got?.mail.text ?? "")?.[0] ?? "");
  await expect(page.getByText(serialNumber).first()).toBeVisible();
});

test("Escape closes the dialog and the focus returns; an invalid address is reported at its field", async ({
  page,
  folder,
  smtp,
}) => {
  await openStamped(page, folder, "Quote.pdf", smtp);
  await openDialog(page, "Quote.pdf");
  await page.getByLabel("Recipient email").fill("bea@example.org, eve@example.org");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Invalid email address")).toBeVisible();
  await expect(page.getByLabel("Recipient email")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Email Quote.pdf" })).toBeFocused();
  expect(smtp.received.flatMap(({ recipients }) => recipients)).not.toContain("bea@example.org");
});

test("a dialog stays in view when the window gets narrower than the list from which it was opened", async ({
  page,
  folder,
}) => {
  await openStamped(page, folder, "Turned.pdf");
  await page.setViewportSize({ width: 1180, height: 820 });
  await openDialog(page, "Turned.pdf");
  const dialog = page.getByRole("dialog", { name: "Email this document" });
  await dialog.getByLabel("Recipient email").fill("bea@example.org");
  await page.setViewportSize({ width: 820, height: 1180 });
  await expect(dialog.getByLabel("Recipient email")).toBeVisible();
  await expect(dialog.getByLabel("Recipient email")).toHaveValue("bea@example.org");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "More for Turned.pdf" }).click();
  await page.getByRole("button", { name: "Email Turned.pdf" }).click();
  await page.setViewportSize({ width: 1180, height: 820 });
  await expect(dialog.getByLabel("Recipient email")).toBeVisible();
});

test("email document: a failure is reported as 'Failed to send email', and the input stays [spec 8 email-document]", async ({
  page,
  folder,
}) => {
  await openStamped(page, folder, "Deed.pdf");
  await page.route("**/api/trpc/documents.email*", (route) => route.abort());
  await openDialog(page, "Deed.pdf");
  await page.getByLabel("Recipient email").fill("ann@example.org");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Failed to send email")).toBeVisible();
  await expect(page.getByRole("dialog").getByText("Could not send the document.")).toBeVisible();
  await expect(page.getByLabel("Recipient email")).toHaveValue("ann@example.org");
});

test("unavailable: an unstamped document says 'Email not available' [spec 2 history-email] [spec 8 unavailable-email]", async ({
  page,
  folder,
}) => {
  await register(page);
  await upload(page, await onePage(folder, "Draft.pdf"));
  await expect(page.getByText("File uploaded successfully")).toBeVisible();
  await page.getByRole("button", { name: "More for Draft.pdf" }).press("Enter");
  await page.getByRole("button", { name: "Email Draft.pdf" }).press("Enter");
  await expect(page.getByText("Email not available")).toBeVisible();
  await expect(page.getByText("This document hasn't been processed yet.")).toBeVisible();
});

test("an address is confirmed from the dashboard, and documents are emailed only after that [threat A21]", async ({
  page,
  folder,
  smtp,
}) => {
  const account = await openAccount(page.request);
  await stampByCall(page.request, join(folder, "Offer.pdf"));
  await page.goto("/");
  const notice = page.getByText(`Please confirm your email address ${account.email}`);
  await expect(notice).toBeVisible();
  await openDialog(page, "Offer.pdf");
  const dialog = page.getByRole("dialog", { name: "Email this document" });
  await expect(dialog.getByText("Please confirm your own email address first")).toBeVisible();
  await dialog.getByLabel("Recipient email").fill("ann@example.org");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(/^Please confirm your email address first/)).toBeVisible();
  await expect(dialog.getByLabel("Recipient email")).toHaveValue("ann@example.org");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Send a link" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();
  await page.goto(await linkMailedTo(smtp, account.email, "/confirm-email"));
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeFocused();
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page.getByRole("button", { name: "Email Offer.pdf" })).toBeVisible();
  await expect(notice).toBeHidden();
  await openDialog(page, "Offer.pdf");
  await page.getByLabel("Recipient email").fill("ann@example.org");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Email sent", { exact: true })).toBeVisible();
});

test("who confirms an address while logged in to another account reads which account it belongs to now", async ({
  page,
  smtp,
}) => {
  const first = await openAccount(page.request);
  const confirm = async () => {
    await page.goto(await linkMailedTo(smtp, first.email, "/confirm-email"));
    await page.getByRole("button", { name: "Confirm this address" }).click();
    await expect(
      page.getByText(`${first.email} now belongs to the account “${first.username}”.`),
    ).toBeVisible();
  };
  await confirm();
  await expect(page.getByText("logged in to another account")).toHaveCount(0);
  await page.context().clearCookies();
  const second = await openAccount(page.request);
  await page.goto("/");
  await confirm();
  const other = `In this browser, you are logged in to another account, “${second.username}”.`;
  await expect(page.getByText(other)).toBeVisible();
});

test("an address is added and corrected on the account page until it is confirmed", async ({
  page,
  smtp,
}) => {
  const username = `client-${crypto.randomUUID().slice(0, 8)}`;
  const person = { username, password: "correct horse", firstName: "Jane", lastName: "Doe" };
  expect((await page.request.post("/api/auth/register", { data: person })).status()).toBe(200);
  await page.goto("/account");
  const open = () => page.getByRole("button", { name: "Change: Email", exact: true }).click();
  const set = async (email: string, password: string) => {
    await page.getByRole("textbox", { name: "Email address" }).fill(email);
    await page.getByLabel("Your password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Save address" }).click();
  };
  await open();
  await expect(page.getByRole("heading", { name: "Add your email address" })).toBeVisible();
  const typo = `typo-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await set(typo, "wrong horse");
  await expect(page.getByText("This is not your current password.").first()).toBeVisible();
  await set(typo, "correct horse");
  await expect(page.getByText("Address saved")).toBeVisible();
  await expect(page.getByText(`${typo} (not confirmed)`)).toBeVisible();
  await open();
  const right = `right-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await set(right, "correct horse");
  await expect(page.getByText(`${right} (not confirmed)`)).toBeVisible();
  await page.goto(await linkMailedTo(smtp, typo, "/confirm-email"));
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByRole("alert").getByText(/^This link is no longer valid/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Confirm this address" })).toBeHidden();
  await page.goto("/");
  await page.goto(await linkMailedTo(smtp, right, "/confirm-email"));
  await page.route(/email\.confirm/, (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByText(`${right} now belongs to the account “${username}”.`)).toBeVisible();
  await page.goto("/account");
  await expect(page.getByText(`${right} (confirmed)`)).toBeVisible();
});

withoutMail(
  "without a mail server the page says that the message was saved",
  async ({ page, folder, product }) => {
    await openStamped(page, folder, "Will.pdf");
    await openDialog(page, "Will.pdf");
    await page.getByLabel("Recipient email").fill("ann@example.org");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Not sent: this site can't send email yet")).toBeVisible();
    await expect(
      page.getByText("This site can't send email yet. We saved the message for the people who run it."),
    ).toBeVisible();
    const names = new Bun.Glob("*.eml").scanSync(join(product.dataDir, "outbox"));
    const texts = [...names].map((name) => readFileSync(join(product.dataDir, "outbox", name), "utf8"));
    expect(texts.some((text) => text.includes("Stamped_Will.pdf"))).toBe(true);
  },
);

test("a recipient without an account downloads the files from the page behind the link in the email [threat E7]", async ({
  page,
  browser,
  folder,
  smtp,
}) => {
  const friend = `eve-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await openStamped(page, folder, "Plan.pdf", smtp);
  await openDialog(page, "Plan.pdf");
  await page.getByLabel("Recipient email").fill(friend);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Email sent", { exact: true })).toBeVisible();
  const mailTo = () => smtp.received.find(({ recipients }) => recipients.includes(friend))?.mail.text ?? "";
  await expect.poll(mailTo).toContain("/shared#");
  const stranger = await browser.newPage();
  const asked: string[] = [];
  stranger.on("request", (request) => asked.push(request.url()));
  const badGateway = { status: 502, contentType: "text/html", body: "<p>Bad gateway</p>" };
  await stranger.route(/documents\.openShared/, (route) => route.fulfill(badGateway), { times: 1 });
  // The period of a sentence that the link ended, as people copy it.
  await stranger.goto(`${/http\S+\/shared#\S+/.exec(mailTo())?.[0] ?? ""}.`);
  await expect(stranger.getByRole("alert")).toContainText("You can still download the files.");
  await stranger.getByRole("button", { name: "Try again" }).click();
  await expect(stranger.getByText("Plan.pdf", { exact: true })).toBeVisible();
  await expect(stranger.getByRole("link", { name: "Verify this document" })).toHaveAttribute(
    "href",
    /^\/verify\/[\w-]+$/,
  );
  await expect(stranger.getByRole("main").locator("img")).toHaveJSProperty("naturalHeight", 192);
  await expectAccessible(stranger, "files behind an emailed link");
  await stranger.getByText("Serial number and evidence pack").click();
  const names: string[] = [];
  for (const label of ["the stamped copy", "the certificate", "the evidence pack"]) {
    const download = stranger.waitForEvent("download");
    await stranger.getByRole("button", { name: `Download ${label}` }).click();
    names.push((await download).suggestedFilename());
  }
  expect(names.slice(0, 2)).toEqual(["Stamped_Plan.pdf", "Certificate_of_Affidavit_Plan.pdf"]);
  expect(names[2]).toMatch(/^Evidence_/);
  expect(asked.filter((address) => new URL(address).search.includes("token"))).toEqual([]);
  await stranger.close();
});

test("who pastes a second emailed link into the same tab sees and downloads its document", async ({
  page,
  folder,
  smtp,
}) => {
  const account = await openAccount(page.request);
  await confirmByCall(page.request, smtp, account);
  const links: string[] = [];
  for (const name of ["First.pdf", "Second.pdf"]) {
    const { id } = await stampByCall(page.request, join(folder, name));
    const friend = `guy-${crypto.randomUUID().slice(0, 8)}@example.org`;
    const sent = await page.request.post(`/api/documents/${id}/email`, { data: { email: friend } });
    expect(sent.status()).toBe(200);
    links.push(await linkMailedTo(smtp, friend, "/shared"));
  }
  await page.goto(links[0] ?? "");
  await expect(page.getByText("First.pdf", { exact: true })).toBeVisible();
  await page.goto(links[1] ?? "");
  await expect(page.getByText("Second.pdf", { exact: true })).toBeVisible();
  await expect(page.getByText("First.pdf", { exact: true })).toHaveCount(0);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the stamped copy" }).click();
  expect((await download).suggestedFilename()).toBe("Stamped_Second.pdf");
});

test("who pastes a second link into the same tab confirms its address, sets its password and joins its office", async ({
  page,
  smtp,
}) => {
  const first = await openAccount(page.request);
  const office = await page.request.post("/api/offices", { data: { name: "Roe & Roe" } });
  expect(office.status()).toBe(200);
  const switched = await page.request.post("/api/offices/switch", { data: { id: (await office.json()).id } });
  expect(switched.status()).toBe(200);
  const made = await page.request.post("/api/office/invitations", { data: { role: "viewer" } });
  const { url } = await made.json();
  await page.context().clearCookies();
  const second = await openAccount(page.request);
  await page.context().clearCookies();

  for (const { email } of [first, second]) {
    await page.goto(await linkMailedTo(smtp, email, "/confirm-email"));
    await page.getByRole("button", { name: "Confirm this address" }).click();
    await expect(page.getByText(email)).toBeVisible();
  }
  await page.goto("/reset-password#half-a-link");
  await page.getByLabel("New password", { exact: true }).fill("new horse");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  const { email } = second;
  expect((await page.request.post("/api/auth/forgot-password", { data: { account: email } })).status()).toBe(
    200,
  );
  await page.goto(await linkMailedTo(smtp, email, "/reset-password"));
  await page.getByLabel("New password", { exact: true }).fill("new horse");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByRole("heading", { name: "Your password is set" })).toBeVisible();

  await page.goto("/invitation#half-a-link");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.goto(url);
  await expect(page.getByText("Roe & Roe")).toBeVisible();
  expect(page.url()).not.toContain("#");
});

withoutMail("who opens a link of a mail that is over reads what to do", async ({ page }) => {
  for (const file of ["download", "certificate"]) {
    const answer = await page.goto(`/api/shared/${file}?token=over`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is no longer valid");
    await expect(page.getByText("Please ask the sender for a new one.")).toBeVisible();
  }
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Put a date on your work");
});
