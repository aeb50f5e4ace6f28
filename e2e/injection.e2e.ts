import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect } from "./support/browser.ts";
import { stampByCall } from "./support/calls.ts";
import { type Client, signInAsAdmin, test } from "./support/staff.ts";

declare global {
  interface Window {
    /** Set if any of the input ran as a script. */
    ran?: unknown;
  }
}

/** Input by users, and what each would do if a page did not treat it as text. */
const typed = {
  username: () => `<svg/onload=ran=1>${crypto.randomUUID().slice(0, 8)}`,
  firstName: "<img src=x onerror=ran=1>",
  lastName: "</script><script>ran=1</script>",
  file: `"><img src=x onerror=ran=1>{{ran=1}}\${ran=1}javascript:ran=1.pdf`,
  otherParties: `</textarea><script>window.ran=1</script><b onmouseover="ran=1">`,
  subject: "<iframe srcdoc='<script>top.ran=1</script>'></iframe>",
  message: "<a href='javascript:ran=1'>click</a><details open ontoggle=ran=1>",
};

/** A client with hostile input in every field, with a stamped document and a ticket. */
async function hostileDocument(
  { calls }: Client,
  folder: string,
): Promise<{ username: string; serialNumber: string }> {
  const { firstName, lastName } = typed;
  const username = typed.username();
  const account = { username, password: "correct horse", email: "mallory@example.org", firstName, lastName };
  expect((await calls.post("/api/auth/register", { data: account })).status()).toBe(200);
  const { serialNumber } = await stampByCall(calls, join(folder, typed.file), {
    otherParties: typed.otherParties,
  });
  const { subject, message } = typed;
  const ticket = { email: "mallory@example.org", subject, message };
  expect((await calls.post("/api/support/ticket", { data: ticket })).status()).toBe(200);
  const contact = { ...ticket, name: firstName };
  expect((await calls.post("/api/contact", { data: contact })).status()).toBe(200);
  return { username, serialNumber };
}

/** Checks that the screen shows these words as typed, and that none of them ran. */
async function expectText(page: Page, ...words: string[]): Promise<void> {
  for (const word of words)
    await expect(page.getByText(word).filter({ visible: true }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
}

test("user input is shown as text on every screen, to its author, to admins and to the public [threat D1]", async ({
  page,
  client,
  folder,
}) => {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const { username, serialNumber } = await hostileDocument(client, folder);
  const { firstName, lastName, file, subject, message } = typed;

  await page.goto(`/verify/${serialNumber}`);
  await expectText(page, file, `${firstName} ${lastName}`);

  await page.request.post("/api/auth/login", { data: { username, password: "correct horse" } });
  await page.goto("/");
  await expectText(page, file, username);
  await page.goto("/my-tickets");
  await expectText(page, subject, message);

  await signInAsAdmin(page);
  await page.goto("/admin");
  await page.getByLabel("Search by").selectOption("Serial number");
  await page.getByLabel("Search term").fill(serialNumber);
  await page.getByLabel("Search term").press("Enter");
  await expectText(page, file, username, `${firstName} ${lastName}`);
  await page.getByRole("tab", { name: "Users" }).click();
  await expectText(page, username, firstName, lastName);
  await page.getByRole("tab", { name: "Support Tickets" }).click();
  await expectText(page, subject);
  await page.getByRole("listitem").filter({ hasText: subject }).first().getByRole("button").click();
  await expectText(page, subject, message);
  expect(dialogs).toEqual([]);
});

test("text in an address is shown as text: a referral code, a serial number, a path [threat B9]", async ({
  page,
}) => {
  // The toast may come and go before all of the page is loaded.
  await page.goto(`/?ref=${encodeURIComponent("<img src=x onerror=ran=1>")}`, { waitUntil: "commit" });
  const toast = page.getByRole("listitem").filter({ hasText: "Referral Code Detected!" });
  await expect(toast).toContainText("with code: <IMG SRC=X ONERROR=R");
  await expectText(page);
  expect(await page.locator("img[onerror]").count()).toBe(0);
  const serial = "<svg onload=ran=1>";
  await page.goto(`/verify/${encodeURIComponent(serial)}`);
  await expect(page.getByRole("heading", { name: "Verification Failed" })).toBeVisible();
  await expectText(page, serial);
  await page.goto(`/${encodeURIComponent("<script>ran=1</script>")}`);
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await expectText(page);
});

test("a script injected into a page does not run, wherever it comes from [threat B5]", async ({ page }) => {
  for (const path of ["/", "/verify/AT-UNKNOWN", "/contact"]) {
    await page.goto(path);
    const refused = await page.evaluate(async () => {
      const violations: string[] = [];
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        violations.push(effectiveDirective);
      });
      const inline = document.createElement("script");
      inline.textContent = "window.ran = 1";
      const foreign = document.createElement("script");
      foreign.src = "https://evil.test/run.js";
      const data = document.createElement("script");
      data.src = "data:text/javascript,window.ran=1";
      const attribute = document.createElement("div");
      attribute.innerHTML = "<img src=x onerror='window.ran=1'>";
      const frame = document.createElement("iframe");
      frame.src = "https://evil.test/";
      document.body.append(inline, foreign, data, attribute, frame);
      await fetch("https://evil.test/").catch(() => "refused");
      const inTime = performance.now() + 300_000;
      while (new Set(violations).size < 4 && performance.now() < inTime)
        await new Promise((resolve) => setTimeout(resolve, 50));
      return violations;
    });
    expect(await page.evaluate(() => window.ran)).toBeUndefined();
    expect(new Set(refused)).toEqual(
      new Set(["script-src-elem", "script-src-attr", "frame-src", "connect-src"]),
    );
  }
});
