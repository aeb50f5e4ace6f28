import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, register, test } from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";

const statistics = (page: Page) => page.getByRole("region", { name: "Refer a friend" });

/** Requests the code of a signed-in user on the referral card; returns it. */
async function ownCode(page: Page): Promise<string> {
  await register(page, "/subscription");
  await page.getByRole("button", { name: "Get my referral link" }).click();
  return page.getByLabel("Your referral code").inputValue();
}

async function signUp(page: Page, username: string): Promise<void> {
  const card = page.locator("form");
  await card.getByLabel("Username").fill(username);
  await card.getByLabel("Password", { exact: true }).fill("correct horse");
  await card.getByLabel("First name").fill("Ben");
  await card.getByLabel("Last name").fill("Lee");
  await card.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText(`Welcome ${username}! You're now logged in.`)).toBeVisible();
}

test("referral: a user who signs up with a link gets 3 credits at once, and so does the referrer [spec 2 ref-signup] [spec 2 referral-statistics]", async ({
  page,
  browser,
  product,
}) => {
  const code = await ownCode(page);
  await expect(page.getByLabel("Your referral link")).toHaveValue(`${product.origin}/?ref=${code}`);
  await expect(statistics(page)).toContainText("People referred0Credits earned0");

  const other = await browser.newContext({ baseURL: product.origin });
  const guest = await other.newPage();
  // The toast may come and go before all of the page is loaded.
  await guest.goto(`/?ref=${code.toLowerCase()}`, { waitUntil: "commit" });
  await expect(guest.getByText("Referral Code Detected!")).toBeVisible();
  await expect(guest.getByText(`Sign up to claim your 3 free credits with code: ${code}`)).toBeVisible();
  await signUp(guest, `guest-${crypto.randomUUID().slice(0, 8)}`);
  expect(await readCredits(guest)).toBe(3);
  await other.close();

  await page.reload();
  await expect(statistics(page)).toContainText("People referred1Credits earned3");
  expect(await readCredits(page)).toBe(3);
});

test("auth: a code refused after sign-up is only logged, and the account exists [spec 4 auth-referral]", async ({
  page,
}) => {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.goto("/?ref=NOBODY");
  await signUp(page, `guest-${crypto.randomUUID().slice(0, 8)}`);
  await expect.poll(() => logged.join("\n")).toContain("This referral code is not valid.");
  expect(await readCredits(page)).toBe(0);
});

test("copy confirmation: link and code are copied, and their buttons say so for 2 seconds [spec 2 referral-copy] [spec 9 copy]", async ({
  page,
  context,
  product,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const code = await ownCode(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const copyLink = page.getByRole("button", { name: "Copy link" });
  await copyLink.click();
  await page.clock.runFor(50);
  await expect(page.getByText("Link Copied!")).toBeVisible();
  await expect(copyLink).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${product.origin}/?ref=${code}`);
  await page.clock.runFor(1900);
  await expect(copyLink).toHaveText("Copied");
  await page.clock.runFor(200);
  await expect(copyLink).toHaveText("Copy link");

  await page.getByRole("button", { name: "Copy code" }).click();
  await page.clock.runFor(500);
  await expect(page.getByText("Copied!", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
});

test("referral apply: the code is requested, at most 20 characters, and applied once [spec 2 referral-input] [spec 8 referral-apply]", async ({
  page,
  playwright,
  product,
  folder,
}) => {
  const friend = await playwright.request.newContext({ baseURL: product.origin });
  await openAccount(friend);
  const { referralCode: code } = await (await friend.post("/api/referral/generate")).json();
  await friend.dispose();
  await register(page, "/subscription");
  const field = page.getByLabel("Referral code", { exact: true });
  const apply = page.getByRole("button", { name: "Apply code" });
  await apply.click();
  await expect(page.getByText("Please enter a referral code")).toBeVisible();
  await field.pressSequentially("x".repeat(25));
  expect(await field.inputValue()).toHaveLength(20);
  await field.fill("NOBODY");
  await apply.click();
  await expect(page.getByText("Failed to apply referral code")).toBeVisible();
  await expect(page.getByText("This referral code is not valid.").first()).toBeVisible();
  await field.fill(` ${code.toLowerCase()} `);
  await apply.click();
  await expect(page.getByText("Referral Applied!")).toBeVisible();
  await expect(
    page.getByText("You and the person who referred you got 3 free credits each.").first(),
  ).toBeVisible();
  await stampByCall(page.request, join(folder, "first.pdf"));
  await page.reload();
  await expect(page.getByText("Free credits: 3")).toBeVisible();
});

test("referral: a code that cannot be generated says 'Failed to generate referral code' [spec 8 referral-generate]", async ({
  page,
}) => {
  await register(page);
  await page.route("**/api/trpc/referrals.generate*", (route) => route.fulfill({ status: 502, body: "" }));
  await page.goto("/subscription");
  await page.getByRole("button", { name: "Get my referral link" }).click();
  await expect(page.getByText("Failed to generate referral code")).toBeVisible();
});

async function readCredits(page: Page): Promise<number> {
  return (await (await page.request.get("/api/subscription/status")).json()).freeCredits;
}
