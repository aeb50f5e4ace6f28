import type { Page } from "@playwright/test";
import { expect, register, test } from "./support/browser.ts";

test.use({
  settings: {
    PRODUCT_NAME: "Prüfwerk",
    PRIVACY_URL: "https://example.org/privacy",
    MAX_UPLOAD_MB: "3",
    CONVERTER: "off",
  },
});

test("unavailable features say so where they would be used: Word documents, payments, a plan that does not load", async ({
  page,
}) => {
  await register(page);
  await expect(
    page.getByText(
      "Word documents are turned off on this server. Please save the document as PDF and upload that.",
    ),
  ).toBeVisible();
  await page.route(/billing\.status/, (route) => route.abort());
  const fault = page.getByRole("alert").filter({ hasText: "Couldn't load your plan." });
  await page.reload();
  await expect(fault).toHaveCount(1);
  await page.goto("/subscription");
  await expect(fault).toHaveCount(1);
  await page.unroute(/billing\.status/);
  await fault.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("0 of 3 documents used")).toBeVisible();
  await expect(fault).toHaveCount(0);
  await expect(page.getByText("If you need more documents, ask its administrator.")).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Choose/ })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Free Trial" })).toContainText("Your plan");
});

test("where Word documents are turned off, the questions promise none and say what to do", async ({
  page,
}) => {
  await register(page, "/faq");
  await page.getByText(/^Which files can I upload/).click();
  await expect(
    page.getByText(
      "PDF, PNG, JPG and JPEG; on the home screen also TIFF. This server doesn't convert Word documents: save yours as a PDF and upload that.",
    ),
  ).toBeVisible();
  await expect(page.getByText("What happens to a TIFF?", { exact: true })).toBeVisible();
  await expect(page.getByText(/docx|a Word document uses/)).toHaveCount(0);
});

test("the footer links to the operator's legal texts, if there are any", async ({ page }) => {
  const footer = page.getByRole("contentinfo");
  for (const open of [() => page.goto("/"), () => register(page)]) {
    await open();
    const link = footer.getByRole("link", { name: "Privacy Policy" });
    await expect(link).toHaveAttribute("href", "https://example.org/privacy");
    await expect(footer.getByText("Terms of Service")).toBeVisible();
    await expect(footer.getByRole("link", { name: "Terms of Service" })).toHaveCount(0);
  }
});

test("the page shows the operator's product name and upload limit", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/Prüfwerk/);
  await expect(page.getByText("Prüfwerk is a timestamping and validation service").first()).toBeVisible();
  await register(page);
  await expect(page.getByText(/up to 3 MB/)).toBeVisible();
});

/** Serves pages as if sign-up was closed. */
async function closeSignUp(page: Page): Promise<void> {
  await page.route(/localhost:\d+\/(subscription|faq)?$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      "&quot;signupOpen&quot;:true",
      "&quot;signupOpen&quot;:false",
    );
    await route.fulfill({ response, body });
  });
}

test("if sign-up is closed, no one is asked to refer a friend", async ({ page }) => {
  await register(page, "/subscription");
  const referrals = page.getByRole("heading", { name: "Refer a friend" });
  const question = page.getByText("How does the referral program work?");
  await expect(referrals).toBeVisible();
  await page.goto("/faq");
  await expect(question).toBeVisible();
  await closeSignUp(page);
  await page.goto("/subscription");
  await expect(page.getByRole("region", { name: "Free Trial" })).toBeVisible();
  await expect(referrals).toHaveCount(0);
  await page.goto("/faq");
  await expect(page.getByText("What happens to a TIFF?")).toBeVisible();
  await expect(question).toHaveCount(0);
});

test("if sign-up is closed, no button offers an account, and the card says so instead of asking for a name and a password", async ({
  page,
}) => {
  await closeSignUp(page);
  await page.goto("/");
  // The changed answer differs from what the server has drawn, so the page draws its buttons again.
  await expect(page.locator("[data-asleep]")).toHaveCount(0);
  await page.getByRole("button", { name: "Create an account" }).click();
  await expect(page.getByRole("button", { name: "Create Account" })).toHaveCount(0);
  await expect(page.getByText(/^Sign-up is closed on this site\./)).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveCount(0);
});
