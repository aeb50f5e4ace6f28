import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect } from "./support/browser.ts";
import { stampByCall } from "./support/calls.ts";
import { type Client, signInAsAdmin, test } from "./support/staff.ts";

const roles = ["visitor", "user", "admin"] as const;
type Role = (typeof roles)[number];

const landing = "Put a date on your work that anyone can check.";

/** The route table: the first heading at each path. `{serial}` is that of a stamped document. */
const routes: Record<string, Record<Role, string>> = {
  "/": { visitor: landing, user: "Your documents", admin: "Your documents" },
  "/subscription": { visitor: landing, user: "Plans", admin: "Plans" },
  "/payments": { visitor: landing, user: "Payments", admin: "Payments" },
  "/support": { visitor: landing, user: "Support", admin: "Support" },
  "/my-tickets": { visitor: landing, user: "My Tickets", admin: "My Tickets" },
  "/notices": { visitor: landing, user: "Notices", admin: "Notices" },
  "/faq": {
    visitor: landing,
    user: "Frequently asked questions",
    admin: "Frequently asked questions",
  },
  "/contact": { visitor: "Contact Us", user: "Contact Us", admin: "Contact Us" },
  "/admin": { visitor: landing, user: "Access Denied", admin: "Admin Portal" },
  "/verify/{serial}": {
    visitor: "This document is on record",
    user: "This document is on record",
    admin: "This document is on record",
  },
  "/verify/AT-UNKNOWN": {
    visitor: "Verification Failed",
    user: "Verification Failed",
    admin: "Verification Failed",
  },
  "/any/other/path": {
    visitor: "404 Page Not Found",
    user: "404 Page Not Found",
    admin: "404 Page Not Found",
  },
};

/** Expected answers that the browser logs as errors: no one is signed in, nothing is found. */
const expectedRefusals = /accounts\.me|verification\.verify|\/any\/other\/path/;

for (const role of roles) {
  test(`the ${role} sees the right screen at each address [spec 2 routes] [threat B5]`, async ({
    page,
    client,
    folder,
  }) => {
    const complaints = noteComplaints(page);
    const calls = noteCalls(page);
    await signIn(page, role, client);
    const { serialNumber } = await stampByCall(client.calls, join(folder, "lease.pdf"));
    for (const [route, headings] of Object.entries(routes)) {
      await test.step(route, async () => {
        // A late call of the page before is none of this one's.
        await page.goto("about:blank");
        calls.clear();
        await page.goto(route.replace("{serial}", serialNumber));
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(headings[role]);
        await expect(page.getByRole("button", { name: "Log out" })).toHaveCount(role === "visitor" ? 0 : 1);
        await expectNoOverflow(page, 360);
        await expectNoOverflow(page, 1280);
        if (role === "user") await expectOneRound(page, calls);
        expect(complaints).toEqual([]);
      });
    }
  });
}

async function signIn(page: Page, role: Role, { username }: Client): Promise<void> {
  if (role === "admin") await signInAsAdmin(page);
  if (role === "user") {
    await page.request.post("/api/auth/login", { data: { username, password: "correct horse" } });
  }
}

/** Collects the errors in the browser's console. */
function noteComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    const isExpected = expectedRefusals.test(message.location().url);
    if (message.type() === "error" && !isExpected) complaints.push(message.text());
  });
  return complaints;
}

/** Checks that the loaded page has no horizontal overflow. */
async function expectNoOverflow(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.waitForLoadState("networkidle");
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(width);
}

/** The page's requests for data, except the one for the session, which may come late. */
const namesIn = (address: string) =>
  (/^\/api\/trpc\/(.*)/.exec(new URL(address).pathname)?.[1] ?? "")
    .split(",")
    .filter((name) => name !== "" && name !== "accounts.me");

/** Collects the page's calls. */
function noteCalls(page: Page): Set<string> {
  const names = new Set<string>();
  page.on("request", (request) => {
    for (const name of namesIn(request.url())) names.add(name);
  });
  return names;
}

/**
 * Checks that a returning user waits for one round trip: no call depends on the answer to another. All calls must
 * therefore be sent even if none is answered.
 */
async function expectOneRound(page: Page, calls: ReadonlySet<string>): Promise<void> {
  const missing = new Set(calls);
  const allAsked = Promise.withResolvers<void>();
  await page.route(/\/api\/trpc\//, async (route) => {
    const names = namesIn(route.request().url());
    for (const name of names) missing.delete(name);
    if (missing.size === 0) allAsked.resolve();
    if (names.length > 0) await allAsked.promise;
    await route.continue();
  });
  await page.reload();
  await expect.poll(() => [...missing]).toEqual([]);
  await page.unrouteAll({ behavior: "wait" });
}
