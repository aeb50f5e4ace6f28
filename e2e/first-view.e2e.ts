import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";

const answersLateMs = 300;
const maxShift = 0.05;

test.use({ viewport: { width: 360, height: 740 } });

/** Loads the page with delayed answers, the first few one after the other; returns its layout shift. */
async function measureShift(page: Page, address: string): Promise<number> {
  let calls = 0;
  await page.route(/\/api\/|\/evidence\//, async (route) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, answersLateMs * Math.min(calls, 4)));
    await route.continue();
  });
  await page.goto(address, { waitUntil: "networkidle" });
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const shifts = list.getEntries().map((entry) => ("value" in entry ? Number(entry.value) : 0));
          resolve(shifts.reduce((sum, shift) => sum + shift, 0));
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // If there is no shift, the observer is never called.
        setTimeout(() => resolve(0), 500);
      }),
  );
}

test("the landing page has no layout shift, however late answers arrive", async ({ page }) => {
  expect(await measureShift(page, "/")).toBeLessThanOrEqual(maxShift);
});

test("the verification page has no layout shift, however late the record arrives", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const { serialNumber } = await stampByCall(page.request, join(folder, "lease.pdf"));
  await page.context().clearCookies();
  expect(await measureShift(page, `/verify/${serialNumber}`)).toBeLessThanOrEqual(maxShift);
});

test("the dashboard of a user with a document has no layout shift, however late answers arrive", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  await stampByCall(page.request, join(folder, "lease.pdf"));
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const atFirst = await measureShift(page, "/");
    const again = await measureShift(page, "/");
    expect(Math.max(atFirst, again)).toBeLessThanOrEqual(maxShift);
  }
});

/** Holds back the page's scripts, as a slow connection does, until the returned function is called. */
async function holdBackScripts(page: Page): Promise<() => void> {
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  return scripts.resolve;
}

test("a serial number that is entered before any script has loaded is looked up as soon as it has", async ({
  page,
}) => {
  const release = await holdBackScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("textbox", { name: "Serial number" }).fill("AT-00000-00000-00000-00000");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  release();
  await expect(page.getByRole("heading", { name: "Verification Failed" })).toBeVisible();
});

test("a visitor sees the landing page before any script has loaded, and a form sent there is kept and sent once", async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  const release = await holdBackScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("Put a date on your work that anyone can check.");
  await expect(title).toHaveCSS("font-weight", "600");
  await title.evaluate((element) => element.setAttribute("data-drawn", ""));
  await expect(page.locator("#opening")).toBeHidden();
  const card = page.locator("form");
  await card.getByLabel("Username").fill("nobody");
  await card.getByLabel("Password", { exact: true }).fill("short");
  await card.getByLabel("Password", { exact: true }).press("Enter");
  release();
  await expect(page.getByText("First name is required")).toBeVisible();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await expect(card.getByLabel("Username")).toHaveValue("nobody");
  await expect(title).toHaveAttribute("data-drawn");
  expect([new URL(page.url()).search, complaints]).toEqual(["", []]);
});

test("keys and taps before any script has loaded are not lost: the menu, a theme, the other form", async ({
  page,
}) => {
  const release = await holdBackScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  const menu = page.locator("summary").filter({ hasText: "Language and theme" });
  await menu.press("Enter");
  const dark = page.getByRole("button", { name: "Dark" });
  await dark.press("Enter");
  await expect(dark).toBeFocused();
  await page.getByRole("banner").getByRole("button", { name: "Log In" }).press("Enter");
  release();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("heading", { name: "Log in", exact: true })).toBeFocused();
});

test("a visitor who presses Log In early and then types keeps the form and what was typed", async ({
  page,
}) => {
  const release = await holdBackScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("banner").getByRole("button", { name: "Log In" }).click();
  const username = page.locator("form").getByLabel("Username");
  await username.pressSequentially("nobody");
  release();
  await expect(page.locator("[data-asleep]")).toHaveCount(0);
  await expect(username).toHaveValue("nobody");
  await expect(page.getByRole("heading", { name: "Create your account", exact: true })).toBeVisible();
});

test("a returning visitor who presses Log In early sees the login", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("had-account", "yes"));
  const release = await holdBackScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.locator("#account").getByRole("button", { name: "Log In" }).click();
  release();
  await expect(page.locator("[data-asleep]")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Log in", exact: true })).toBeVisible();
});

test("a browser without scripts never puts a password in the address", async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  const card = page.locator("form");
  await card.getByLabel("Password", { exact: true }).fill("correct horse");
  await card.getByLabel("Password", { exact: true }).press("Enter");
  await card.getByRole("button", { name: "Create Account" }).click();
  await expect(card.getByLabel("Password", { exact: true })).toHaveValue("correct horse");
  expect(page.url()).toBe(`${product.origin}/`);
  await context.close();
});

test("a visitor sees the record before any script has loaded, and it is never requested again", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  const { serialNumber } = await stampByCall(page.request, join(folder, "lease.pdf"));
  await page.context().clearCookies();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const release = await holdBackScripts(page);
  await page.goto(`/verify/${serialNumber}`, { waitUntil: "commit" });
  const title = page.getByRole("heading", { level: 1, name: "This document is on record" });
  await title.evaluate((element) => element.setAttribute("data-drawn", ""));
  await expect(page.locator("#opening")).toBeHidden();
  for (const fact of [serialNumber, "lease.pdf", "Jane Doe"])
    await expect(page.getByText(fact)).toBeVisible();
  const time = page.locator("time");
  await expect(time).toHaveText(/^\w+ \d{1,2}, \d{4}, \d{1,2}:\d\d:\d\d [AP]M C[SD]T$/);
  const drawnTime = await time.textContent();
  release();
  await expect(page.getByRole("heading", { name: "Do you have the right file?" })).toBeVisible();
  await expect(time).toHaveText(drawnTime ?? "");
  await expect(title).toHaveAttribute("data-drawn");
  expect([asked.filter((address) => address.includes("verification.verify")), complaints]).toEqual([[], []]);
});

test("a record that the server did not render is requested once", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/verify/AT-00000-00000-00000-00000", { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { name: "Verification Failed" })).toBeVisible();
  expect(asked.filter((address) => address.includes("verification.verify"))).toHaveLength(1);
});

test("a reader who chose a language that the server does not know never sees the other language", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("language", "es"));
  const release = await holdBackScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  const title = page.locator("h1");
  await expect(title).toBeAttached();
  await expect(title).toBeHidden();
  release();
  await expect(title).toHaveText(/^Ponga a su trabajo/);
  await expect(title).toBeVisible();
});
