import { join } from "node:path";
import { type Locator, type Page, request } from "@playwright/test";
import sharp from "sharp";
import { routeStripe } from "../src/testing/stripe/browser/serve-library.ts";
import { CARDS } from "../src/testing/stripe/payment-methods.ts";
import type { StripeFake } from "../src/testing/stripe/stripe-fake.ts";
import { createStripeClient } from "../src/testing/stripe/test-client.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, expectStamped, onePage, register, upload, uploadAndStart } from "./support/browser.ts";
import { openAccount, stampByCall, stampUploaded, uploadByCall } from "./support/calls.ts";
import { countClicks } from "./support/clicks.ts";
import { type Product, startProduct } from "./support/product.ts";
import { test as withStripe } from "./support/shop.ts";
import { admin, signInAsAdmin } from "./support/staff.ts";

/** A separate server whose payments go to a fake Stripe, which sends it events. */
const test = withStripe.extend<{ documents: (count: number) => Promise<void> }, { product: Product }>({
  product: [
    async ({ stripe }, use) => {
      const product = await startProduct({
        ...stripe.settings,
        CREDITS: "redeem",
        ADMIN_USERNAME: admin.username,
        ADMIN_PASSWORD: admin.password,
      });
      const url = `${product.origin}/api/stripe/webhook`;
      stripe.control.pointWebhooksTo({ url, secret: stripe.webhookSecret });
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  page: async ({ page, stripe }, use) => {
    stripe.control.clearFailures();
    stripe.control.setDelivery({ hold: false, copies: 1, drop: [] });
    await use(page);
  },
  /**
   * Stamps this many documents without the page, which is loaded only after all are done: otherwise it would wait for
   * one of them.
   */
  documents: async ({ page, folder }, use) => {
    await use(async (count) => {
      for (let number = 1; number <= count; number += 1)
        await stampByCall(page.request, join(folder, "letter.pdf"));
      await page.goto("/");
    });
  },
});

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
}

const payButton = (page: Page) => page.getByRole("button", { name: /^Pay \$/ });
const banner = (page: Page) => page.getByRole("region", { name: "Your plan" });

async function reachPayment(page: Page, folder: string, documents: (count: number) => Promise<void>) {
  await openAccount(page.request);
  await documents(3);
  await uploadAndStart(page, await onePage(folder, "Fourth.pdf"));
  await expect(page.getByRole("dialog", { name: "Pay for “Fourth.pdf”" })).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
}

test("with the plan used up, the setup screen says what the document costs; before that, nothing", async ({
  page,
  folder,
  documents,
}) => {
  await openAccount(page.request);
  await documents(2);
  await upload(page, await onePage(folder, "Third.pdf"));
  await expect(page.getByRole("button", { name: "Stamp this document" })).toBeVisible();
  await expect(banner(page)).toContainText("2 of 3 documents used");
  await expect(page.getByText("This one costs")).toHaveCount(0);
  await documents(1);
  await upload(page, await onePage(folder, "Fourth.pdf"));
  await expect(page.getByText("This one costs $2.99; you pay before we stamp it.")).toBeVisible();
});

test("pay-per-document: the fourth document is paid by card and then processed automatically [spec 2 payment-dialog] [spec 4 pay-per-document-screen]", async ({
  page,
  folder,
  documents,
}) => {
  await reachPayment(page, folder, documents);
  await expect(page.getByText("$2.99").first()).toBeVisible();
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await expectStamped(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(banner(page)).toContainText("You've used your 3 free documents");
  await expect(banner(page)).not.toContainText("of 3 documents used");
  expect((await (await page.request.get("/api/subscription/status")).json()).documentCount).toBe(3);
});

test("payment: a declined card says why, and the next card pays [spec 8 payment]", async ({
  page,
  folder,
  documents,
}) => {
  await reachPayment(page, folder, documents);
  await fillCard(page, CARDS.declined);
  await payButton(page).click();
  await expect(page.getByText("Payment failed", { exact: true })).toBeVisible();
  await expect(page.getByRole("dialog").getByText("Your card was declined.")).toBeVisible();
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await expectStamped(page);
});

test("a bank's question can be answered in front of the open payment", async ({
  page,
  folder,
  documents,
}) => {
  await reachPayment(page, folder, documents);
  await fillCard(page, CARDS.needsAuthentication);
  await payButton(page).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expectStamped(page);
});

test("Cash App Pay pays a document", async ({ page, folder, documents }) => {
  await reachPayment(page, folder, documents);
  await page.getByLabel("Cash App Pay").check();
  await payButton(page).click();
  await page.getByRole("button", { name: "Authorize test payment" }).click();
  await expectStamped(page);
});

test("after a redirect back from the phone the paid document continues automatically", async ({
  page,
  folder,
  documents,
  stripe,
}) => {
  stripe.control.setDelivery({ hold: true });
  await reachPayment(page, folder, documents);
  const created = stripe.control.events().findLast(({ type }) => type === "payment_intent.created");
  const intent = String(created?.data.object && "id" in created.data.object && created.data.object.id);
  stripe.control.pay(intent, { cashApp: true });
  await page.goto(`/?payment_intent=${intent}&payment_intent_client_secret=x&redirect_status=succeeded`);
  await expectStamped(page);
  await expect(page).toHaveURL("/");
});

test("the event before the browser's call, and twice: one payment, one stamp", async ({
  page,
  folder,
  documents,
  stripe,
}) => {
  stripe.control.setDelivery({ copies: 2 });
  await page.route("**/api/trpc/billing.completeDocumentPayment*", async (route) => {
    await stripe.control.deliveriesSettled();
    await route.continue();
  });
  await reachPayment(page, folder, documents);
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await expectStamped(page);
  await page.getByRole("button", { name: "Process Another Document" }).click();
  await uploadAndStart(page, await onePage(folder, "Fifth.pdf"));
  await expect(page.getByRole("dialog", { name: "Pay for “Fifth.pdf”" })).toBeVisible();
});

test("the event after the browser's call, and twice: one payment, one stamp", async ({
  page,
  folder,
  documents,
  stripe,
}) => {
  stripe.control.setDelivery({ hold: true });
  await reachPayment(page, folder, documents);
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await expectStamped(page);
  await stripe.control.releaseEvents({ copies: 2 });
  expect(stripe.control.deliveries().every(({ status }) => status === 200)).toBe(true);
  await page.getByRole("button", { name: "Process Another Document" }).click();
  await uploadAndStart(page, await onePage(folder, "Fifth.pdf"));
  await expect(page.getByRole("dialog", { name: "Pay for “Fifth.pdf”" })).toBeVisible();
});

test("a closed payment stays unpaid, and the document waits in the list", async ({
  page,
  folder,
  documents,
}) => {
  await reachPayment(page, folder, documents);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Stamp this document" }).click();
  await expect(payButton(page)).toBeEnabled();
});

test("subscription page: unlimited is paid by card, and documents have no limit [spec 2 card-form]", async ({
  page,
  documents,
}) => {
  await openAccount(page.request);
  await documents(3);
  await page.getByRole("link", { name: "See plans" }).click();
  await expect(page.getByRole("heading", { name: "Plans" })).toBeVisible();
  const unlimited = page.getByRole("region", { name: "Unlimited Monthly" });
  await expect(unlimited).toContainText("$9.99/month");
  await expect(unlimited).toContainText("+ applicable taxes");
  const bundle = page.getByRole("region", { name: "Bundle", exact: true });
  await expect(bundle).toContainText("Save $150");
  await expect(bundle).toContainText("Compared with 24 months of Unlimited Monthly ($239.76).");
  await expect(bundle).toContainText("Recommended");
  await expect(bundle).toContainText("$1.71 per document");
  await expect(page.getByRole("button", { name: /^Choose/ })).toHaveText([
    "Choose Pay Per Document",
    "Choose Small Bundle",
    "Choose Bundle",
    "Choose Unlimited Monthly",
  ]);
  const names = await page.getByRole("heading", { level: 2, name: /Free|Pay Per|Bundle|Unlimited/ }).all();
  const tops = await Promise.all(names.map(async (name) => (await name.boundingBox())?.y));
  expect([names.length, new Set(tops).size]).toEqual([5, 1]);
  await page.getByRole("button", { name: "Choose Unlimited Monthly" }).click();
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByRole("dialog")).toContainText("Charged today$9.99");
  await expect(page.getByRole("dialog")).toContainText("Then $9.99 every month until you cancel.");
  await fillCard(page, CARDS.declined);
  await payButton(page).click();
  await expect(page.getByText("Payment Failed", { exact: true })).toBeVisible();
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await expect(page.getByText("Payment successful")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(banner(page)).toContainText("Unlimited Monthly");
  await documents(2);
  await page.goto("/subscription");
  await expect(page.getByRole("button", { name: "Choose Free Trial" })).toBeDisabled();
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await expect(page.getByText(/Canceled; active until/)).toBeVisible();
});

test("landing page: the server and the browser write the same prices in every Spanish-speaking country", async ({
  browser,
  product,
}) => {
  for (const locale of ["es-MX", "es-ES"]) {
    const context = await browser.newContext({ baseURL: product.origin, locale });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto("/");
    await expect(page.locator("[data-asleep]")).toHaveCount(0);
    await expect(page.getByText(/USD\s2\.99/)).toBeVisible();
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test("opening the monthly plan and leaving it leaves no trace, by Escape or by closing the page", async ({
  page,
}) => {
  await register(page, "/subscription");
  const openPlan = async () => {
    await page.getByRole("button", { name: "Choose Unlimited Monthly" }).click();
    await expect(payButton(page)).toBeEnabled();
  };
  await openPlan();
  const left = page.waitForResponse((response) => response.url().includes("billing.abandon"));
  await page.keyboard.press("Escape");
  await left;
  await expect(page.getByRole("region", { name: "Free Trial" })).toContainText("Your plan");
  await expect(page.getByText("Payment incomplete")).toHaveCount(0);
  await openPlan();
  await payButton(page).click();
  await expect(page.getByText("Your card number is incomplete.")).toBeVisible();
  const leftAgain = page.waitForResponse((response) => response.url().includes("billing.abandon"));
  await page.keyboard.press("Escape");
  await leftAgain;
  await expect(page.getByText("Payment incomplete")).toHaveCount(0);
  await openPlan();
  const leaving = page.waitForRequest("**/api/subscription/abandon");
  await page.evaluate(() => void dispatchEvent(new PageTransitionEvent("pagehide")));
  const { username } = await (await page.request.get("/api/auth/me")).json();
  expect((await leaving).headers()["x-account"]).toBe(encodeURIComponent(username));
  await page.reload();
  await openPlan();
  await page.goto("/contact");
  const status = async () => (await (await page.request.get("/api/subscription/status")).json()).status;
  await expect.poll(status).toBe("none");
  await page.goto("/");
  await expect(banner(page)).toContainText("3 documents with an affidavit certificate");
});

test("leaving the page while the payment of the monthly plan is prepared leaves no trace either", async ({
  page,
}) => {
  await register(page, "/subscription");
  const { promise: isElsewhere, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/billing\.create/, async (route) => {
    const response = await route.fetch();
    await isElsewhere;
    await route.fulfill({ response });
  });
  const begun = page.waitForRequest(/billing\.create/);
  await page.getByRole("button", { name: "Choose Unlimited Monthly" }).click();
  await begun;
  await page.getByRole("link", { name: "Home", exact: true }).first().click();
  await expect(page).toHaveURL("/");
  const left = page.waitForResponse(/billing\.abandon/);
  arrive();
  await left;
  await expect(banner(page)).toContainText("3 documents with an affidavit certificate");
});

test("banner: a subscription whose payment was declined says so, and Fix Now pays it [spec 4 banner-incomplete]", async ({
  page,
}) => {
  await register(page, "/subscription");
  await page.getByRole("button", { name: "Choose Unlimited Monthly" }).click();
  await expect(payButton(page)).toBeEnabled();
  await fillCard(page, CARDS.declined);
  await payButton(page).click();
  await expect(page.getByText(/^Nothing was charged. Check the card's number/)).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(banner(page)).toContainText("Your plan: Unlimited MonthlyPayment incomplete");
  await page.goto("/");
  await expect(banner(page)).toContainText("Payment incomplete");
  await expect(banner(page)).toContainText("Your last payment wasn't completed.");
  await expect(banner(page)).toContainText("You can stamp 3 documents without it.");
  await expect(banner(page).getByRole("link", { name: "See plans" })).toBeVisible();
  await page.getByRole("button", { name: "Fix Now" }).click();
  await expect(payButton(page)).toBeEnabled();
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await expect(banner(page)).toContainText("Unlimited Monthly");
});

test("subscription page: the trial starts immediately and leads home after 1.5 seconds [spec 2 plan-success]", async ({
  page,
}) => {
  await register(page);
  await expect(banner(page)).toContainText("3 documents with an affidavit certificate");
  await page.goto("/subscription");
  await expect(page.getByRole("region", { name: "Free Trial" })).toContainText("Your plan");
  await expect(page.getByRole("button", { name: "Choose Free Trial" })).toHaveCount(0);
  await page.getByRole("button", { name: "Choose Unlimited Monthly" }).click();
  await expect(payButton(page)).toBeEnabled();
  await fillCard(page, CARDS.declined);
  await payButton(page).click();
  await expect(page.getByText(/^Nothing was charged/)).toBeVisible();
  await page.clock.install();
  await page.goto("/subscription");
  const choose = page.getByRole("button", { name: "Choose Free Trial" });
  await expect(choose).toBeEnabled();
  await page.clock.pauseAt(Date.now() + 60_000);
  const answered = page.waitForResponse((response) => response.url().includes("billing.create"));
  await choose.click();
  // The call itself is sent by a timer.
  await page.clock.runFor(10);
  await answered;
  // And so is the toast shown.
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return page.locator("[data-sonner-toast]").count();
    })
    .toBe(1);
  await page.clock.runFor(1_400);
  expect(new URL(page.url()).pathname).toBe("/subscription");
  await page.clock.runFor(100);
  await page.waitForURL("/");
  await page.clock.resume();
  await expect(banner(page)).toContainText("0 of 3 documents used");
});

test("banner: the warning color appears when 80 % of a bundle are used [spec 4 banner-warning-screen]", async ({
  page,
  folder,
  documents,
}) => {
  await register(page, "/subscription");
  await page.getByRole("button", { name: "Choose Small Bundle" }).click();
  await expect(payButton(page)).toBeEnabled();
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await page.waitForURL("/");
  await documents(7);
  await expect(banner(page)).toContainText("7 of 10 documents used");
  await expect(banner(page)).toHaveAttribute("data-tone", "calm");
  await uploadAndStart(page, await onePage(folder, "Eighth.pdf"));
  await expect(banner(page)).toContainText("8 of 10 documents used");
  await expect(banner(page)).toHaveAttribute("data-tone", "warn");
});

test("a free credit pays for a document if the operator allows it, and only on request", async ({
  page,
  folder,
  documents,
  product,
}) => {
  await openAccount(page.request);
  await earnCredits(page, product, folder);
  await documents(3);
  await expect(banner(page)).toContainText("Free credits: 3");
  await uploadAndStart(page, await onePage(folder, "Fourth.pdf"));
  const useCredit = page.getByRole("button", { name: "Use 1 of your 3 free credits" });
  const fillOf = (button: Locator) => button.evaluate((one) => getComputedStyle(one).backgroundColor);
  expect(await fillOf(payButton(page))).not.toBe(await fillOf(useCredit));
  expect(await fillOf(payButton(page))).toBe(await fillOf(page.getByRole("dialog")));
  await useCredit.click();
  await expectStamped(page);
  await expect(banner(page)).toContainText("Free credits: 2");
});

/** Buys a bundle in another tab, and stamps the document that waits in this one. */
async function stampElsewhere(page: Page, stripe: StripeFake): Promise<void> {
  await buyElsewhere(page, stripe);
  const id = await findWaiting(page);
  expect((await page.request.post(`/api/documents/${id}/process`)).status()).toBe(200);
  await expect
    .poll(async () => (await (await page.request.get(`/api/documents/${id}`)).json()).status)
    .toBe("completed");
}

async function buyElsewhere(page: Page, stripe: StripeFake): Promise<void> {
  const answer = await page.request.post("/api/subscription/create", { data: { plan: "smallbundle" } });
  stripe.control.pay(String((await answer.json()).clientSecret).replace(/_secret_.*$/, ""));
  await stripe.control.deliveriesSettled();
}

async function findWaiting(page: Page): Promise<string> {
  const documents: { id: string; status: string }[] = await (await page.request.get("/api/documents")).json();
  return String(documents.find(({ status }) => status === "uploaded")?.id);
}

const newestIntent = (stripe: StripeFake): string => {
  const created = stripe.control.events().findLast(({ type }) => type === "payment_intent.created");
  return String(Object(created?.data.object).id);
};

async function expectCanceled(stripe: StripeFake, intent: string): Promise<void> {
  const status = async () => (await createStripeClient(stripe).paymentIntents.retrieve(intent)).status;
  await expect.poll(status).toBe("canceled");
}

const succeeded = (stripe: StripeFake): string[] =>
  stripe.control
    .events()
    .filter(({ type }) => type === "payment_intent.succeeded")
    .map(({ data }) => String(Object(data.object).id));

test("paying in one tab for a document that was stamped in another charges nothing, and shows the stamped document", async ({
  page,
  folder,
  documents,
  product,
  stripe,
}) => {
  await reachPaymentWithCredit(page, folder, { documents, product });
  const intent = newestIntent(stripe);
  const documentId = await findWaiting(page);
  const redeemed = await page.request.post("/api/payment/redeem-credit", { data: { documentId } });
  expect(redeemed.status()).toBe(200);
  await stampUploaded(page.request, documentId);
  await expectCanceled(stripe, intent);
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await expect(page.getByText("This document has already been stamped. No payment is due.")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectStamped(page);
  expect(succeeded(stripe)).not.toContain(intent);
});

test("a plan that was bought in another tab stamps the document whose payment was open, and nothing is charged for it", async ({
  page,
  folder,
  documents,
  stripe,
}) => {
  await reachPayment(page, folder, documents);
  const intent = newestIntent(stripe);
  await buyElsewhere(page, stripe);
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Your plan has documents left now, so nothing was charged.");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog).toHaveCount(0);
  await expectStamped(page);
  expect(succeeded(stripe)).not.toContain(intent);
});

test("Escape closes a payment after the button that was pressed is gone", async ({
  page,
  folder,
  documents,
  stripe,
}) => {
  await reachPayment(page, folder, documents);
  const intent = newestIntent(stripe);
  await page.request.delete(`/api/documents/${await findWaiting(page)}`);
  await expectCanceled(stripe, intent);
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await expect(page.getByRole("dialog").getByText("This document does not exist.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a payment that is refused because the document was stamped in another tab closes, and shows the stamped document", async ({
  page,
  folder,
  documents,
  stripe,
}) => {
  await openAccount(page.request);
  await documents(3);
  stripe.control.fail({ mode: "not done", times: 1_000, path: "/v1/payment_intents" });
  await uploadAndStart(page, await onePage(folder, "Fourth.pdf"));
  await expect(page.getByText("Payment setup failed")).toBeVisible();
  stripe.control.clearFailures();
  await stampElsewhere(page, stripe);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("This document has already been stamped. No payment is due.")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectStamped(page);
});

test("a payment that was made although a free credit paid in another tab says that it pays for another document", async ({
  page,
  folder,
  documents,
  product,
  stripe,
}) => {
  await reachPaymentWithCredit(page, folder, { documents, product });
  const path = `/v1/payment_intents/${newestIntent(stripe)}/cancel`;
  stripe.control.fail({ mode: "not done", times: 1_000, path });
  const documentId = await findWaiting(page);
  const redeemed = await page.request.post("/api/payment/redeem-credit", { data: { documentId } });
  expect(redeemed.status()).toBe(200);
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("You can stamp another document with it.");
  await expectAccessible(page, "a payment that is left over", "[role=dialog]");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expectStamped(page);
});

test("a subscription that was paid in one tab says so in another, which shows the plan", async ({
  page,
  context,
  stripe,
}) => {
  await register(page, "/subscription");
  const other = await context.newPage();
  await routeStripe(other, stripe);
  await other.goto("/subscription");
  for (const tab of [page, other]) {
    await tab.getByRole("button", { name: "Choose Unlimited Monthly" }).click();
    await expect(payButton(tab)).toBeEnabled();
    await fillCard(tab, CARDS.works);
  }
  await payButton(page).click();
  await expect(page.getByText("Payment successful")).toBeVisible();
  await payButton(other).click();
  await expect(other.getByText("You have already paid.")).toBeVisible();
  await expect(other.getByRole("dialog")).toHaveCount(0);
  await expect(other.getByText(/PaymentIntent/)).toHaveCount(0);
  await expect(banner(other)).toContainText("Unlimited Monthly");
  await expect(other.getByText("Payment incomplete")).toHaveCount(0);
});

/** The same for a user with free credits, which pay only on request. */
async function reachPaymentWithCredit(
  page: Page,
  folder: string,
  { documents, product }: { documents: (count: number) => Promise<void>; product: Product },
): Promise<void> {
  await openAccount(page.request);
  await earnCredits(page, product, folder);
  await documents(3);
  await uploadAndStart(page, await onePage(folder, "Fourth.pdf"));
  await expect(payButton(page)).toBeEnabled();
}

/** Another user registers with this user's referral code and stamps a first document. */
async function earnCredits(page: Page, { origin }: Product, folder: string): Promise<void> {
  const { referralCode } = await (await page.request.post("/api/referral/generate")).json();
  const friend = await request.newContext({ baseURL: origin });
  await openAccount(friend);
  expect((await friend.post("/api/referral/apply", { data: { referralCode } })).status()).toBe(200);
  await stampByCall(friend, join(folder, "Friend.pdf"));
  await friend.dispose();
}

test("if the payment service is unreachable the page says so, and the payment can be tried again [spec 8 payment-setup]", async ({
  page,
  folder,
  documents,
  stripe,
}) => {
  await openAccount(page.request);
  await documents(3);
  stripe.control.fail({ mode: "not done", times: 1_000, path: "/v1/payment_intents" });
  await uploadAndStart(page, await onePage(folder, "Fourth.pdf"));
  await expect(page.getByText("Payment setup failed")).toBeVisible();
  stripe.control.clearFailures();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(payButton(page)).toBeEnabled();
});

test("payment: a failed completion can be tried again without paying again [spec 8 payment-completion]", async ({
  page,
  folder,
  documents,
  stripe,
}) => {
  stripe.control.setDelivery({ hold: true });
  await reachPayment(page, folder, documents);
  await fillCard(page, CARDS.works);
  await page.route("**/api/trpc/billing.completeDocumentPayment*", (route) => route.abort(), { times: 1 });
  await payButton(page).click();
  await expect(page.getByText("Payment completion failed")).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Try again" }).click();
  await expectStamped(page);
});

test("subscription: a plan that cannot be started says so [spec 8 subscription]", async ({
  page,
  stripe,
}) => {
  await register(page, "/subscription");
  stripe.control.fail({ mode: "not done", times: 1_000, path: "/v1/payment_intents" });
  await page.getByRole("button", { name: "Choose Bundle" }).click();
  await expect(page.getByText("Failed to create subscription")).toBeVisible();
});

test("banner: an ended subscription says so, and Fix Now starts a new one [spec 4 banner-canceled]", async ({
  page,
  stripe,
}) => {
  await openAccount(page.request);
  const begun = await page.request.post("/api/subscription/create", { data: { plan: "unlimited" } });
  const { clientSecret } = await begun.json();
  stripe.control.pay(String(clientSecret).replace(/_secret_.*/, ""));
  const [subscription] = (await createStripeClient(stripe).subscriptions.list({ status: "active", limit: 1 }))
    .data;
  await createStripeClient(stripe).subscriptions.cancel(String(subscription?.id));
  await stripe.control.deliveriesSettled();
  await page.goto("/");
  await expect(banner(page)).toContainText("Subscription canceled");
  await page.getByRole("button", { name: "Fix Now" }).click();
  await expect(payButton(page)).toBeEnabled();
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await expect(banner(page)).toContainText("Unlimited Monthly");
});

/** A small picture, different for each name. */
async function writePicture(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const background = { r: name.length * 9, g: name.charCodeAt(8), b: 90 };
  await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .jpeg()
    .toFile(path);
  return path;
}

/** Uploads files through the file dialog, as a person does. */
async function chooseFiles(page: Page, paths: string[]): Promise<void> {
  await page.getByRole("checkbox", { name: /legal owner/ }).click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByText("Choose file", { exact: true }).click();
  await (await chooser).setFiles(paths);
}

test("photographer: twelve pictures become twelve certificates with one payment and at most 6 clicks", async ({
  page,
  folder,
  stripe,
}) => {
  const { username } = await openAccount(page.request);
  // Counts from the first page after signing in. The card's other fields are reached with Tab.
  const clicks = await countClicks(page);
  await page.goto("/");
  const names = Array.from({ length: 12 }, (_, at) => `Picture ${String.fromCharCode(65 + at)}.jpg`);
  await chooseFiles(page, await Promise.all(names.map((name) => writePicture(folder, name))));
  await expect(page.getByText("After that, you can pay for the other 9 ($26.91).")).toBeVisible();
  await page.getByRole("button", { name: "Stamp all 12 documents" }).click();
  await page.getByRole("button", { name: "Pay for all 9 ($26.91)" }).click();
  await expect(page.getByRole("dialog", { name: "Pay for all 9 documents" })).toContainText(
    "Charged today$26.91",
  );
  await expect(payButton(page)).toBeEnabled();
  await page.getByLabel("Card number").click();
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await expect(page.getByRole("region", { name: "Your files" })).toContainText("12 stamped");
  expect(clicks()).toBeLessThanOrEqual(6);
  const documents: { status: string }[] = await (await page.request.get("/api/documents")).json();
  expect(documents.filter(({ status }) => status === "completed")).toHaveLength(12);
  const payments = stripe.control.events().filter(({ type }) => type === "payment_intent.succeeded");
  const amounts = payments.map(({ data }) => Object(data.object).amount);
  expect([username, amounts.filter((amount) => amount === 2691)]).toEqual([username, [2691]]);
});

test("several uploads with the plan used up: a cheaper plan is offered, and after the purchase all of them are stamped", async ({
  page,
  folder,
  documents,
}) => {
  await openAccount(page.request);
  await documents(3);
  await expect(banner(page)).toContainText(
    "You've used your 3 free documents with an affidavit certificate.",
  );
  await chooseFiles(page, await Promise.all([1, 2, 3, 4].map((at) => onePage(folder, `Contract ${at}.pdf`))));
  await expect(page.getByRole("button", { name: "Pay for all 4 ($11.96)" })).toBeVisible();
  const queue = page.getByRole("region", { name: "Your files" });
  await expect(queue).toContainText("Unlimited Monthly, $9.99/month");
  await expectAccessible(page, "cheaper plans", "section[aria-labelledby=queue-title]");
  await queue.getByRole("button", { name: "Choose Unlimited Monthly" }).click();
  await expect(payButton(page)).toBeEnabled();
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await expect(queue).toContainText("4 stamped");
});

test("documents that are waiting for a plan continue with one click after the plan is bought on the plans page", async ({
  page,
  folder,
  documents,
}) => {
  await openAccount(page.request);
  await documents(3);
  await chooseFiles(page, await Promise.all([1, 2].map((at) => onePage(folder, `Draft ${at}.pdf`))));
  await expect(page.getByRole("button", { name: "Pay for all 2 ($5.98)" })).toBeVisible();
  await page.goto("/subscription");
  await page.getByRole("button", { name: "Choose Small Bundle" }).click();
  await expect(payButton(page)).toBeEnabled();
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await page.waitForURL("/");
  await expect(page.getByText("2 of your documents are uploaded but not stamped yet.")).toBeVisible();
  await page.getByRole("button", { name: "Stamp all 2 documents" }).click();
  await expect(page.getByRole("region", { name: "Your files" })).toContainText("2 stamped");
});

/** The card for documents that were uploaded but not stamped. */
const waitingCard = (page: Page) => page.getByRole("region", { name: "Documents that are not stamped yet" });

test("documents that wait while the plan is used up show the price of all, more than the list of the newest has, before the first click, and one payment stamps them", async ({
  page,
  folder,
  documents,
}) => {
  await openAccount(page.request);
  await documents(3);
  for (let number = 1; number <= 13; number += 1)
    await uploadByCall(page.request, join(folder, `Draft ${number}.pdf`));
  await page.goto("/");
  const card = waitingCard(page);
  await expect(card).toContainText("Your plan has no documents left.");
  await expect(card).toContainText("Unlimited Monthly, $9.99/month");
  await expect(card.getByRole("button", { name: /^Stamp/ })).toHaveCount(0);
  await expectAccessible(page, "waiting documents", "section[aria-label^=Documents]");
  await card.getByRole("button", { name: "Pay for all 13 ($38.87)" }).click();
  const bought = page.getByRole("dialog").getByRole("list", { name: "Documents" });
  await expect(bought.getByText(/^Draft \d+\.pdf$/)).toHaveCount(13);
  await expect(payButton(page)).toBeEnabled();
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await expect(page.locator("[data-sonner-toast]").getByRole("button", { name: "Receipt" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Your files" })).toContainText("13 stamped");
});

test("among documents that wait, one that was paid for before its tab was closed costs nothing again", async ({
  page,
  folder,
  documents,
  stripe,
}) => {
  await reachPayment(page, folder, documents);
  const created = stripe.control.events().findLast(({ type }) => type === "payment_intent.created");
  await page.goto("about:blank");
  stripe.control.pay(String(Object(created?.data.object).id));
  await stripe.control.deliveriesSettled();
  for (const number of [1, 2]) await uploadByCall(page.request, join(folder, `Draft ${number}.pdf`));
  await page.goto("/");
  const card = waitingCard(page);
  await expect(card).toContainText("3 of your documents");
  await expect(card.getByRole("button", { name: "Pay for all 2 ($5.98)" })).toBeVisible();
  await card.getByRole("button", { name: "Stamp 1 document" }).click();
  await expect(page.getByRole("region", { name: "Your files" })).toContainText("1 stamped");
});

test("documents that wait while the plan has too few left show what the others cost", async ({
  page,
  folder,
  documents,
}) => {
  await openAccount(page.request);
  await documents(2);
  for (const number of [1, 2, 3]) await uploadByCall(page.request, join(folder, `Draft ${number}.pdf`));
  await page.goto("/");
  const card = waitingCard(page);
  await expect(card).toContainText("Your plan has 1 left. After that, you can pay for the other 2 ($5.98).");
  await card.getByRole("button", { name: "Stamp all 3 documents" }).click();
  await expect(page.getByRole("button", { name: "Pay for all 2 ($5.98)" })).toBeVisible();
});

test("with an unpaid subscription and the free documents used up, the price of several documents is shown immediately", async ({
  page,
  folder,
  documents,
}) => {
  await openAccount(page.request);
  await documents(3);
  await page.goto("/subscription");
  await page.getByRole("button", { name: "Choose Unlimited Monthly" }).click();
  await expect(payButton(page)).toBeEnabled();
  await page.getByRole("button", { name: "Close" }).click();
  await page.goto("/");
  await chooseFiles(page, await Promise.all([1, 2].map((at) => onePage(folder, `Deed ${at}.pdf`))));
  await expect(page.getByRole("button", { name: "Pay for all 2 ($5.98)" })).toBeVisible();
  const queue = page.getByRole("region", { name: "Your files" });
  await expect(queue.getByRole("button", { name: "Stamp all 2 documents" })).toHaveCount(0);
});

test("documents beyond the plan say once why they are not stamped", async ({ page, folder, documents }) => {
  await openAccount(page.request);
  await documents(1);
  await page.goto("/");
  await chooseFiles(page, await Promise.all([1, 2, 3, 4].map((at) => onePage(folder, `Plan ${at}.pdf`))));
  await page.getByRole("button", { name: "Stamp all 4 documents" }).click();
  const queue = page.getByRole("region", { name: "Your files" });
  await expect(queue.getByText("Payment due")).toHaveCount(2);
  await expect(queue.getByText("Your plan has no documents left.")).toHaveCount(1);
  await expect(queue.getByText("You have used all the documents in your plan.")).toHaveCount(0);
});

test("a payment for several documents that ends after the tab was closed stamps all of them", async ({
  page,
  folder,
  documents,
  stripe,
}) => {
  await openAccount(page.request);
  await documents(3);
  await chooseFiles(page, await Promise.all([1, 2].map((at) => onePage(folder, `Photo ${at}.pdf`))));
  await page.getByRole("button", { name: "Pay for all 2 ($5.98)" }).click();
  await expect(payButton(page)).toBeEnabled();
  const created = stripe.control.events().findLast(({ type }) => type === "payment_intent.created");
  await page.goto("about:blank");
  stripe.control.pay(String(Object(created?.data.object).id));
  await stripe.control.deliveriesSettled();
  await page.goto("/");
  const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  for (const name of ["Photo 1.pdf", "Photo 2.pdf"]) await expect(row(name)).toContainText("Completed");
});

test("if one of several documents is deleted while they are being paid for, the other ones are offered again", async ({
  page,
  folder,
  documents,
  stripe,
}) => {
  await openAccount(page.request);
  await documents(3);
  await chooseFiles(page, await Promise.all([1, 2].map((at) => onePage(folder, `Photo ${at}.pdf`))));
  await page.getByRole("button", { name: "Pay for all 2 ($5.98)" }).click();
  await expect(payButton(page)).toBeEnabled();
  const intent = newestIntent(stripe);
  const [newest] = await (await page.request.get("/api/documents?limit=1")).json();
  await page.request.delete(`/api/documents/${newest.id}`);
  await expectCanceled(stripe, intent);
  await fillCard(page, CARDS.works);
  await payButton(page).click();
  await expect(page.getByText("One of these documents was stamped, paid for or deleted")).toBeVisible();
  const queue = page.getByRole("region", { name: "Your files" });
  await expect(queue.getByText("Payment due")).toHaveCount(1);
});

test("the ownership tick survives a file that the server refuses", async ({ page, folder }) => {
  await register(page);
  await page.getByRole("checkbox", { name: /legal owner/ }).check();
  const refusal = { status: 415, json: { message: "This file is damaged.", code: "file-damaged" } };
  await page.route("**/api/documents/upload", (route) => route.fulfill(refusal), { times: 1 });
  await page.getByLabel("Document to upload").setInputFiles(await onePage(folder));
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("checkbox", { name: /legal owner/ })).toBeChecked();
});

test("payments: from the plans page, a client finds each payment with its receipt, and the date when the plan renews", async ({
  page,
  stripe,
}) => {
  await openAccount(page.request);
  const buy = async (plan: string) => {
    const answer = await page.request.post("/api/subscription/create", { data: { plan } });
    const intent = String((await answer.json()).clientSecret).replace(/_secret_.*$/, "");
    stripe.control.pay(intent);
    await stripe.control.deliveriesSettled();
    return intent;
  };
  await page.goto("/payments");
  await expect(page.getByText("You haven't paid for anything yet.")).toBeVisible();
  stripe.control.refund(await buy("smallbundle"), 500);
  await buy("unlimited");
  await page.goto("/subscription");
  await expect(banner(page)).toContainText(/Renews on .+ for \$9\.99/);
  await page.getByRole("link", { name: "Payments and receipts" }).click();
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row("Unlimited Monthly")).toContainText("$9.99");
  await expect(row("Unlimited Monthly").getByRole("link", { name: /^Receipt for/ })).toHaveAttribute(
    "href",
    /^https:\/\/invoice\.stripe\.com\//,
  );
  await expect(row("Small Bundle")).toContainText(/\$19\.99.*Paid\$5\.00 refunded/);
  await expect(row("Small Bundle").getByRole("link", { name: /^Receipt for/ })).toHaveAttribute(
    "href",
    /^https:\/\/pay\.stripe\.com\/receipts\//,
  );
  await expectAccessible(page, "the payments");
  stripe.control.fail({ mode: "not done", times: 100 });
  await page.reload();
  await expect(page.getByText(/^Stripe isn't responding right now/)).toBeVisible();
  await expect(row("Small Bundle")).toContainText("$5.00 refunded");
  await expectAccessible(page, "the payments while Stripe does not answer");
});

test("a ticket shows the administrator who wrote it: account, plan, payments with refund, documents; one click leads to their page", async ({
  page,
  folder,
  stripe,
}) => {
  const { username } = await openAccount(page.request, { firstName: "Zoë", lastName: "Quill" });
  const answer = await page.request.post("/api/subscription/create", { data: { plan: "smallbundle" } });
  const intent = String((await answer.json()).clientSecret).replace(/_secret_.*$/, "");
  stripe.control.pay(intent);
  stripe.control.refund(intent, 500);
  await stripe.control.deliveriesSettled();
  await stampByCall(page.request, join(folder, "letter.pdf"));
  const ticket = {
    email: "zoe@example.org",
    category: "billing",
    subject: "Half back",
    message: "Why only half?",
  };
  await page.request.post("/api/support/ticket", { data: ticket });

  await signInAsAdmin(page);
  await page.goto("/admin?tab=tickets");
  await page.getByRole("button", { name: /Half back/ }).click();
  const shown = page.getByRole("region", { name: "Half back" });
  await expect(shown).toContainText(`Zoë Quill, ${username}`);
  await expect(shown).toContainText(/Small Bundle.*\$5\.00 refunded/);
  await expect(shown).toContainText(/\.pdf: Completed \(AT-/);
  await shown.getByRole("link", { name: "Open the account" }).click();
  await expect(page.getByRole("heading", { name: new RegExp(username) })).toBeFocused();
  await expect(page.getByRole("row").filter({ hasText: "Small Bundle" })).toContainText("$5.00 refunded");
  await expectAccessible(page, "the page of a user");
});

test("FAQ: filters All, General, Technical, Billing, and questions that open [spec 2 faq-filters]", async ({
  page,
}) => {
  await register(page, "/faq");
  for (const name of ["All", "General", "Technical", "Billing"]) {
    await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
  }
  await page.getByRole("button", { name: "Billing", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Which files can I upload/ })).toHaveCount(0);
  const answer = page.getByText("$2.99 for one document");
  await expect(answer).toBeHidden();
  await page.getByText("What is free, and what does it cost after that?").click();
  await expect(answer).toBeVisible();
});

test("subscription page: header links, username, and the catalog with its prices, taxes and badge [spec 2 subscription-page]", async ({
  page,
}) => {
  const username = await register(page, "/subscription");
  const header = page.getByRole("banner");
  for (const name of ["Home", "FAQ", "Contact", "Support"]) {
    await expect(header.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await expect(header.getByText(username)).toBeVisible();
  const plan = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(plan("Free Trial")).toContainText("3 documents");
  await expect(plan("Pay Per Document")).toContainText("$2.99");
  await expect(plan("Pay Per Document")).not.toContainText("/month");
  await expect(plan("Bundle")).toContainText("Save $150");
  await expect(plan("Bundle")).toContainText("35 documents");
  await expect(plan("Unlimited Monthly")).toContainText("$9.99/month");
  await expect(plan("Unlimited Monthly")).toContainText("+ applicable taxes");
  await expect(page.getByText("+ applicable taxes")).toHaveCount(1);
});
