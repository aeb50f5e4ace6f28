import { expect, type Page, test } from "@playwright/test";
import type Stripe from "stripe";
import { routeStripe } from "../src/testing/stripe/browser/serve-library.ts";
import { CARDS } from "../src/testing/stripe/payment-methods.ts";
import { type StripeFake, startStripeFake } from "../src/testing/stripe/stripe-fake.ts";
import { createStripeClient, oneDocument } from "../src/testing/stripe/test-client.ts";

const SHOP = "https://shop.example";

/** Pays as described in Stripe's documentation, and writes the outcome where a test can read it. */
const SCRIPT = `
  const query = new URLSearchParams(location.search);
  const stripe = Stripe(query.get("key"));
  const elements = stripe.elements({ clientSecret: query.get("secret") });
  const element = elements.create("payment");
  const output = document.querySelector("output");
  element.on("loaderror", ({ error }) => { output.textContent = error.message; });
  element.mount("#element");
  document.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const confirmParams = { return_url: location.origin + "/done" };
    const redirect = query.get("redirect") ?? "if_required";
    const { error, paymentIntent } = await stripe.confirmPayment({ elements, redirect, confirmParams });
    output.textContent = error ? [error.type, error.code, error.message].join(" | ") : paymentIntent.status;
  });`;

const htmlWith = (library: string) => `<!doctype html><script src="${library}/endive/stripe.js"></script>
  <form><div id="element"></div><button>Pay</button></form><output></output><script src="pay.js"></script>`;

let fake: StripeFake;
let stripe: Stripe;
test.beforeEach(() => {
  fake = startStripeFake();
  stripe = createStripeClient(fake);
});
test.afterEach(async ({ page }) => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await fake.stop();
});

const stripes = { shop: SHOP, library: "https://js.stripe.com", api: "https://api.stripe.com" };

type Shop = { hosts?: typeof stripes; frames?: string; query?: string };

/** Opens the shop's page under a content security policy that allows only these hosts, and frames of that origin. */
async function openShop(
  page: Page,
  { hosts: { shop, library, api } = stripes, frames = library, query = "" }: Shop = {},
) {
  const intent = await stripe.paymentIntents.create(oneDocument);
  const policy = `default-src 'self'; script-src 'self' ${library}; connect-src ${api}; frame-src ${frames}`;
  await routeStripe(page, fake);
  await page.route(`${shop}/**`, (route) => {
    const isScript = route.request().url().endsWith("/pay.js");
    return route.fulfill({
      contentType: isScript ? "text/javascript" : "text/html",
      headers: { "content-security-policy": policy },
      body: isScript ? SCRIPT : htmlWith(library),
    });
  });
  const secret = encodeURIComponent(String(intent.client_secret));
  await page.goto(`${shop}/?key=${fake.publishableKey}&secret=${secret}${query}`);
  return intent.id;
}

async function payByCard(page: Page, number: string) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
}

test("a good card pays without leaving the page", async ({ page }) => {
  const id = await openShop(page);
  await payByCard(page, CARDS.works);
  await expect(page.getByRole("status")).toHaveText("succeeded");
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe("succeeded");
});

test("the fake's own library, as in the demo, needs no Stripe host", async ({ page }) => {
  const { url } = fake;
  await openShop(page, { hosts: { shop: `${url}/shop`, library: url, api: url } });
  await payByCard(page, CARDS.works);
  await expect(page.getByRole("status")).toHaveText("succeeded");
});

test("refused cards say why, and the next card pays the same intent", async ({ page }) => {
  await openShop(page);
  await payByCard(page, CARDS.declined);
  await expect(page.getByRole("status")).toHaveText("card_error | card_declined | Your card was declined.");
  await payByCard(page, CARDS.insufficientFunds);
  await expect(page.getByRole("status")).toContainText("Your card has insufficient funds.");
  await payByCard(page, CARDS.works);
  await expect(page.getByRole("status")).toHaveText("succeeded");
});

test("an incomplete form is not sent", async ({ page }) => {
  const id = await openShop(page);
  await payByCard(page, "4242");
  await expect(page.getByRole("alert")).toHaveText("Your card number is incomplete.");
  await expect(page.getByRole("status")).toContainText("validation_error | incomplete_number");
  expect((await stripe.paymentIntents.retrieve(id)).latest_charge).toBeNull();
});

test("a bank's question is answered in its dialog", async ({ page }) => {
  await openShop(page);
  await payByCard(page, CARDS.needsAuthentication);
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await expect(page.getByRole("status")).toContainText("payment_intent_authentication_failure");
  await payByCard(page, CARDS.needsAuthentication);
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page.getByRole("status")).toHaveText("succeeded");
});

test("Cash App Pay is authorized on the phone", async ({ page }) => {
  await openShop(page);
  await page.getByLabel("Cash App Pay").check();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByRole("button", { name: "Authorize test payment" }).click();
  await expect(page.getByRole("status")).toHaveText("succeeded");
});

test("a page that requests a redirect is sent to its return URL", async ({ page }) => {
  const id = await openShop(page, { query: "&redirect=always" });
  await payByCard(page, CARDS.works);
  await page.waitForURL(`${SHOP}/done?payment_intent=${id}&*redirect_status=succeeded`);
});

test("an unreachable API is a connection error", async ({ page }) => {
  await openShop(page);
  await expect(page.getByLabel("Card number")).toBeVisible();
  await page.route("https://api.stripe.com/**", (route) => route.abort());
  await payByCard(page, CARDS.works);
  await expect(page.getByRole("status")).toContainText("api_connection_error");
});

test("a page whose policy forbids Stripe's frame cannot load the form", async ({ page }) => {
  await openShop(page, { frames: "'none'" });
  await expect(page.getByRole("status")).toContainText("does not let frames of js.stripe.com in");
});
