import { join } from "node:path";
import type { Page } from "@playwright/test";
import { routeStripe } from "../src/testing/stripe/browser/serve-library.ts";
import { type StripeFake, startStripeFake } from "../src/testing/stripe/stripe-fake.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, expectStamped, onePage, upload } from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";
import { admin, signInAsAdmin, test as withStaff } from "./support/staff.ts";

/** A product with an administrator, a mail server and a fake of Stripe; animations are disabled. */
const test = withStaff.extend<object, { stripe: StripeFake }>({
  stripe: [
    async ({ browserName: _browser }, use) => {
      const stripeFake = startStripeFake({ webhookRetryDelaysMs: [] });
      await use(stripeFake);
      await stripeFake.stop();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ smtp, stripe }, use) => {
      await use({
        SMTP_URL: smtp.url,
        ADMIN_USERNAME: admin.username,
        ADMIN_PASSWORD: admin.password,
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_API_URL: stripe.url,
      });
    },
    { scope: "worker" },
  ],
  page: async ({ page, stripe }, use) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await routeStripe(page, stripe);
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
    "/confirm-email#token": "Confirm your email address",
    "/shared#token": "Download the files",
    "/api/shared/download?token=over": /./,
    "/any/other/path": "404 Page Not Found",
    "/": "Put a date on your work that anyone can check.",
  });
  await button(page, "Create Account").first().click();
  await page.locator("form").getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expectAccessible(page, "refused registration", "#account");
});

test("the verification page is accessible, with and without a record, and so is the report of a file", async ({
  page,
  client,
  folder,
}) => {
  const original = join(folder, "lease.pdf");
  const { serialNumber } = await stampByCall(client.calls, original);
  await lookAt(page, {
    "/verify/AT-UNKNOWN": "Verification Failed",
    [`/verify/${serialNumber}`]: /on record/,
  });
  await page.getByLabel("Choose a file to check").last().setInputFiles(original);
  await expect(page.getByRole("heading", { name: "This is the original document" })).toBeVisible();
  await page.getByText("What we checked").click();
  await page.getByText("What is Attestamp?").click();
  await expectAccessible(page, "checked file", "[aria-labelledby=file-title]");
});

test("the pages of a user are accessible", async ({ page }) => {
  await openAccount(page.request);
  await lookAt(page, {
    "/support": "Support",
    "/support?tab=contact": "Support",
    "/my-tickets": "My Tickets",
    "/faq": "Frequently asked questions",
    "/account": "Your account",
    "/payments": "Payments",
    "/admin": "Access Denied",
  });
});

test("the plans are accessible, and both dialogs of payment", async ({ page, folder }) => {
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

test("the admin portal is accessible, each tab and each dialog", async ({ page, client, folder }) => {
  const { serialNumber } = await stampByCall(client.calls, join(folder, "lease.pdf"));
  const subject = `Question ${client.username}`;
  const ticket = { email: client.email, subject, message: "What does it cost?", category: "billing" };
  expect((await client.calls.post("/api/support/ticket", { data: ticket })).ok()).toBe(true);
  await signInAsAdmin(page);
  await lookAt(page, { [`/admin?by=serial&term=${serialNumber}`]: "Admin Portal" });
  await lookAtDialog(page, "Email documents");
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

test("every stage of the dashboard is accessible, and a toast", async ({ page, folder }) => {
  await openAccount(page.request);
  await lookAt(page, { "/": "Your documents" });
  await upload(page, await onePage(folder));
  await expect(page.getByText("File uploaded successfully")).toBeVisible();
  await page.locator("[data-toast]").hover();
  await expectAccessible(page, "setting up, with a toast");
  const answer = Promise.withResolvers<void>();
  await page.route(/documents\.process/, async (route) => {
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
  await page.route(/documents\.process/, (route) => route.abort());
  await button(page, "Process Another Document").click();
  await upload(page, await onePage(folder, "second.pdf"));
  await button(page, "Stamp this document").click();
  await expect(page.getByRole("heading", { name: "Processing Error" })).toBeVisible();
  await expectAccessible(page, "error, with a toast");
});
