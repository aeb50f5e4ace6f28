import { type Browser, type BrowserContext, expect, type Page, request } from "@playwright/test";
import { TOTP } from "otpauth";
import { freePort } from "../../../src/testing/free-port.ts";
import { routeStripe } from "../../../src/testing/stripe/browser/serve-library.ts";
import { startStripeFake } from "../../../src/testing/stripe/stripe-fake.ts";
import {
  startOpenIdProvider,
  type TestProvider,
  testClient,
} from "../../../src/testing/test-openid-provider.ts";
import { addAuthenticator } from "../../support/authenticator.ts";
import { openAccount } from "../../support/calls.ts";
import { fromSource, startProduct } from "../../support/product.ts";
import { type Reader, readers, take, takeEach, type Visitor } from "./take.ts";

const admin = { username: "boss", password: "correct horse" };

/** A visitor at a site with an identity provider; `pay` pays for the monthly plan. */
type Guest = Visitor & { origin: string; provider: TestProvider; pay: () => Promise<void> };

/**
 * The ways to log in, the account page with everything set up, and an office whose plan is paid for each member: on a
 * site with an identity provider, passkeys, and a second step for administrators. Then a site where only a provider
 * opens accounts.
 */
export async function takeSignInScreens(browser: Browser): Promise<void> {
  const port = String(await freePort());
  const provider = await startOpenIdProvider(() => [
    `http://localhost:${port}/api/auth/provider-login/office/callback`,
  ]);
  const stripe = startStripeFake({ webhookRetryDelaysMs: [] });
  const settings = {
    PORT: port,
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    SIGN_IN_PROVIDERS: JSON.stringify([
      { id: "office", name: "Doe & Partners", issuer: provider.issuer, ...testClient },
    ]),
  };
  const prices = { plans: { unlimited: { perMember: true, price: 12.5 } } };
  const site = { "site.json": JSON.stringify(prices) };
  const takeOn = async (own: Record<string, string>, parts: ((guest: Guest) => Promise<void>)[]) => {
    const product = await startProduct({ ...settings, ...own }, fromSource(site));
    const { origin } = product;
    stripe.control.pointWebhooksTo({ url: `${origin}/api/stripe/webhook`, secret: stripe.webhookSecret });
    try {
      for (const reader of readers) {
        for (const part of parts) {
          const context = await openContext(browser, origin, reader);
          const page = await context.newPage();
          await routeStripe(page, stripe);
          await addAuthenticator(page);
          const pay = async () => {
            const plan = await page.request.post("/api/subscription/create", { data: { plan: "unlimited" } });
            stripe.control.pay((await plan.json()).clientSecret.split("_secret")[0]);
            await stripe.control.deliveriesSettled();
          };
          await part({ ...reader, page, origin, provider, pay });
          await context.close();
        }
      }
    } finally {
      await product.stop();
    }
  };
  try {
    await takeOn({ ...stripe.settings, REQUIRE_SECOND_FACTOR: "admins" }, [
      formScreens,
      accountScreens,
      providerScreens,
      requiredFactorScreens,
      seatScreens,
    ]);
    await takeOn({ SIGN_IN_ONLY_WITH_PROVIDERS: "on" }, [providersOnlyScreens]);
  } finally {
    await provider.stop();
    await stripe.stop();
  }
}

async function openContext(browser: Browser, baseURL: string, { locale }: Reader): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, locale, reducedMotion: "reduce" });
  context.setDefaultTimeout(60_000);
  return context;
}

const card = (page: Page, title: string) => page.locator(`[aria-labelledby=${title}]`);
const form = (page: Page) => page.locator("#account");

/** Fills the password of a proof and sends it. */
async function prove(part: ReturnType<typeof card>): Promise<void> {
  await part.locator("input[type=password]").fill(admin.password);
  await part.locator("button[type=submit]").click();
}

async function openLogin({ page, t }: Guest): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: t.accounts.login.submit, exact: true }).first().click();
  await form(page).locator("input[autocomplete=current-password]").waitFor();
}

async function logIn(guest: Guest, username: string, password: string): Promise<void> {
  await form(guest.page).locator("input[name=username]").fill(username);
  await form(guest.page).locator("input[autocomplete=current-password]").fill(password);
  await form(guest.page).locator("button[type=submit]").click();
}

async function addApp(page: Page): Promise<void> {
  const proof = { currentPassword: admin.password };
  const { secret } = await (await page.request.post("/api/auth/authenticator-app", { data: proof })).json();
  const code = new TOTP({ secret }).generate();
  await page.request.post("/api/auth/authenticator-app/confirm", { data: { code } });
}

async function formScreens(guest: Guest): Promise<void> {
  const { page, origin, t } = guest;
  const { username, password } = await openAccount(page.request);
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const elsewhere = await request.newContext({ baseURL: origin, userAgent });
  await elsewhere.post("/api/auth/login", { data: { username, password } });
  await elsewhere.dispose();
  await takeEach(guest, { "notices-sign-in": "/notices" });
  await addApp(page);
  await page.request.post("/api/auth/logout");
  await page.goto("/");
  await page.getByRole("button", { name: t.accounts.register.submit }).first().click();
  await form(page).locator("input[autocomplete=new-password]").waitFor();
  await take(guest, "form-register", form(page));
  await openLogin(guest);
  await take(guest, "form-login", form(page));
  await logIn(guest, username, "wrong horse");
  await form(page).getByRole("alert").first().waitFor();
  await take(guest, "form-login-refused", form(page));
  await logIn(guest, username, password);
  await form(page).locator("input[autocomplete=one-time-code]").fill("000000");
  await form(page).locator("button[type=submit]").click();
  await form(page).getByRole("alert").first().waitFor();
  await take(guest, "form-code", form(page));
  await form(page).locator("button.link").first().click();
  await take(guest, "form-recovery-code", form(page));
}

async function accountScreens(guest: Guest): Promise<void> {
  const { page } = guest;
  await openAccount(page.request, { firstName: "María Guadalupe", lastName: "Hernández de la Cruz" });
  await page.goto("/account");
  const passkeys = card(page, "passkeys-title");
  await passkeys.getByRole("button").first().click();
  await passkeys.locator("input[type=password]").waitFor();
  await take(guest, "passkey-to-add", passkeys);
  await prove(passkeys);
  await passkeys.locator("input[name=name]").fill("The laptop in the office at 12 Oak Street");
  await take(guest, "passkey-to-name", passkeys);
  await passkeys.locator("button[type=submit]").click();
  await passkeys.getByRole("listitem").waitFor();
  await passkeys.getByRole("button").nth(1).click();
  await passkeys.locator("button[type=submit]").waitFor();
  await take(guest, "passkey-to-remove", passkeys);
  await passkeys.getByRole("button").last().click();
  const app = card(page, "second-factor-title");
  await app.getByRole("button").first().click();
  await app.locator("button[type=submit]").click();
  const secret = await app.locator("[readonly]").inputValue();
  await take(guest, "app-to-connect", app);
  await app.locator("input[name=code]").fill(new TOTP({ secret }).generate());
  await app.locator("button[type=submit]").click();
  await app.getByRole("heading", { level: 3 }).waitFor();
  await take(guest, "app-recovery-codes", app);
  await app.getByRole("button").last().click();
  await app.getByRole("button").first().click();
  await app.locator("button[type=submit]").waitFor();
  await app.locator("button.link").click();
  await take(guest, "app-codes-to-renew", app);
  const scopes = ["documents:read", "documents:write", "projects:read", "webhooks:read", "webhooks:write"];
  await page.request.post("/api/tokens", { data: { name: "Nightly scans", scopes, expiresInDays: 90 } });
  await page.goto("/account/developers");
  await page.locator("input[name=name]").fill("Backup script");
  await page.locator("button[type=submit]").first().click();
  await page.getByRole("heading", { level: 3 }).first().waitFor();
  await take(guest, "developers-token-made");
  await takeEach(guest, { "account-all": "/account" });
}

/** Someone opens an account with a provider, and is asked by it again. */
async function providerScreens(guest: Guest): Promise<void> {
  const { page, provider } = guest;
  const name = `ada-${crypto.randomUUID().slice(0, 8)}`;
  provider.person = { sub: name, given_name: "Ada", family_name: "Byron", preferred_username: name };
  await openLogin(guest);
  await form(page).getByRole("button", { name: "Doe & Partners" }).click();
  await page.locator("input[name=username]").waitFor();
  await take(guest, "provider-account");
  await page.locator("button[type=submit]").click();
  await page.waitForURL("/");
  await takeEach(guest, { "account-of-provider": "/account" });
  const linked = card(page, "providers-title");
  await linked.getByRole("button").first().click();
  await linked.getByRole("heading", { level: 3 }).waitFor();
  await take(guest, "provider-to-remove", linked);
  await linked.getByRole("button").last().click();
  await linked.getByRole("button").last().click();
  await linked.locator("button[type=submit]").click();
  await page.locator("input[autocomplete=new-password]").waitFor();
  await take(guest, "provider-first-password");
  await page.context().clearCookies();
  await page.goto("/signing-in");
  await page.getByRole("alert").waitFor();
  await take(guest, "provider-failed");
}

async function requiredFactorScreens(guest: Guest): Promise<void> {
  await guest.page.request.post("/api/auth/login", { data: admin });
  await takeEach(guest, { "required-factor": "/" });
}

/** An office whose plan is paid for each member: before it is paid, after it, and canceled. */
async function seatScreens(guest: Guest): Promise<void> {
  const { page, origin, pay, t } = guest;
  await openAccount(page.request);
  await takeEach(guest, { "seats-own-account": "/subscription" });
  const { id } = await (
    await page.request.post("/api/offices", { data: { name: "Pérez, Domínguez y Asociados" } })
  ).json();
  await page.request.post("/api/offices/switch", { data: { id } });
  await takeEach(guest, { "seats-plans": "/subscription", "seats-faq": "/faq" });
  await page.goto("/subscription");
  await page
    .getByRole("button", { name: new RegExp(`^${t.billing.page.choose("")}`) })
    .last()
    .click();
  await page.getByRole("dialog").waitFor();
  await take(guest, "seats-payment");
  await page.goto("/");
  await pay();
  const invitation = await page.request.post("/api/office/invitations", { data: { role: "member" } });
  const token = new URL((await invitation.json()).url).hash.slice(1);
  const member = await request.newContext({ baseURL: origin });
  await openAccount(member, { firstName: "María Guadalupe", lastName: "Hernández de la Cruz" });
  await member.post("/api/invitations/accept", { data: { token } });
  await member.dispose();
  const unread = async () => (await (await page.request.get("/api/notices/unread")).json()).unread;
  await expect.poll(unread).toBe(1);
  await takeEach(guest, {
    "seats-paid": "/subscription",
    "seats-office": "/office",
    "seats-notices": "/notices",
  });
  await page.request.post("/api/subscription/cancel");
  await takeEach(guest, { "seats-canceled": "/subscription", "seats-office-canceled": "/office" });
}

async function providersOnlyScreens(guest: Guest): Promise<void> {
  const { page, provider, t } = guest;
  const name = `grace-${crypto.randomUUID().slice(0, 8)}`;
  provider.person = { sub: name, given_name: "Grace", family_name: "Hopper", preferred_username: name };
  await takeEach(guest, { "only-providers-landing": "/", "only-providers-forgot": "/forgot-password" });
  await page.goto("/");
  await page.getByRole("button", { name: t.accounts.login.submit, exact: true }).first().click();
  await form(page).getByRole("button", { name: "Doe & Partners" }).waitFor();
  await take(guest, "only-providers-form", form(page));
  await form(page).getByRole("button", { name: "Doe & Partners" }).click();
  await page.locator("button[type=submit]").click();
  await page.waitForURL("/");
  await takeEach(guest, { "only-providers-account": "/account" });
}
