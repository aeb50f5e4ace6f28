import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expect, expectStamped, onePage, openMenu, register, uploadAndStart } from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";
import { countClicks } from "./support/clicks.ts";
import { linkMailedTo, test } from "./support/mailbox.ts";

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

test("on a phone the header and the clock take one line each above the upload, the plan two with what the trial includes, and the menu has the rest [spec 4 banner-trial]", async ({
  page,
}) => {
  const username = await register(page);
  // The first page may be drawn in the system's font, which is wider, if ours arrives too late for it.
  await page.reload();
  const choose = page.getByText("Choose file", { exact: true });
  await expect(choose).toBeInViewport({ ratio: 1 });
  const header = page.getByRole("banner");
  await expect(header.getByText(`Welcome, ${username}`)).toBeVisible();
  expect((await header.boundingBox())?.height).toBeLessThan(110);
  const plan = page.getByRole("region", { name: "Your plan" });
  const offer = "Free trial · 3 documents with an affidavit certificate · 0 used";
  await expect(plan.locator("summary")).toHaveText(offer, { useInnerText: true });
  expect((await plan.boundingBox())?.height).toBeLessThan(56);
  await openMenu(page);
  for (const name of ["Home", "Documents", "Projects", "Plans", "FAQ", "Contact", "Support", "Your account"])
    await expect(header.getByRole("link", { name, exact: true })).toBeVisible();
  for (const name of ["Log out", "Español", "Dark"])
    await expect(header.getByRole("button", { name, exact: true })).toBeVisible();
  await expectAccessible(page, "the menu on a phone", "header");
  await page.setViewportSize({ width: 360, height: 740 });
  await header.getByRole("link", { name: "Documents", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "All documents" })).toBeVisible();
  await expect(header.getByRole("link", { name: "Documents", exact: true })).toBeHidden();
});

test("on a phone the camera is one tap away: that tap opens the rear camera, which takes only pictures", async ({
  page,
}) => {
  await register(page);
  const camera = page.getByRole("button", { name: "Take a photo" });
  await camera.click();
  await expect(page.getByRole("alert")).toHaveText("Please confirm ownership validation before uploading.");
  await page.getByRole("checkbox", { name: /legal owner/ }).check();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), camera.click()]);
  const input = chooser.element();
  expect(await input.getAttribute("capture")).toBe("environment");
  expect(await input.getAttribute("accept")).toBe("image/*");
});

test("on a phone each document has one labeled button, and a menu with the others", async ({
  page,
  folder,
}) => {
  await openAccount(page.request);
  await stampByCall(page.request, join(folder, "lease.pdf"));
  await page.goto("/");
  const row = page.getByRole("listitem").filter({ hasText: "lease.pdf" });
  await expect(row.getByText("Download", { exact: true })).toBeVisible();
  // Most documents are stamped: that is announced, but takes no room.
  expect((await row.getByText("Completed", { exact: true }).boundingBox())?.width).toBeLessThan(2);
  expect((await row.boundingBox())?.height).toBeLessThan(160);
  await expect(row.getByText("Certificate", { exact: true }).filter({ visible: true })).toHaveCount(0);
  const more = row.getByRole("button", { name: "More for lease.pdf" });
  await expect(more).toHaveAttribute("aria-expanded", "false");
  await more.press("Enter");
  await expect(more).toHaveAttribute("aria-expanded", "true");
  for (const word of ["Certificate", "Evidence pack", "Email", "Delete"])
    await expect(row.getByText(word, { exact: true }).filter({ visible: true })).toHaveCount(1);
  await row.getByText("Email", { exact: true }).filter({ visible: true }).click();
  await expect(page.getByRole("dialog", { name: "Email this document" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row.getByRole("button", { name: "Email lease.pdf" })).toBeFocused();
  await expectAccessible(page, "actions of a document on a phone", "section[aria-labelledby=history-title]");
});

/** Types into the field that has the focus, and moves on with the phone keyboard's Next key. */
async function typeAndGoOn(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press("Tab");
}

test("a student on a phone opens an account, stamps an essay and emails the stamped copy in at most eight taps", async ({
  page,
  folder,
  smtp,
}) => {
  const username = `mia-${crypto.randomUUID().slice(0, 8)}`;
  const own = `${username}@example.org`;
  const teacher = `teacher-${username}@example.org`;
  const essay = await onePage(folder, "Essay.pdf");
  // Counts from the opened site: a student who got its address from a teacher has no account yet.
  const taps = await countClicks(page);
  await page.goto("/");
  await page.getByLabel("First name").tap();
  for (const text of ["Mia", "Lopez", username, own]) await typeAndGoOn(page, text);
  await page.keyboard.type("correct horse");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Welcome ${username}! You're now logged in.`)).toBeVisible();

  // The tap on the link in the mail program is one more than the page counts.
  await page.goto(await linkMailedTo(smtp, own, "/confirm-email"));
  await page.getByRole("button", { name: "Confirm this address" }).tap();
  await page.getByRole("link", { name: "Go to the home page" }).tap();

  await page.getByRole("checkbox", { name: /legal owner/ }).tap();
  const chooser = page.waitForEvent("filechooser");
  await page.getByText("Choose file", { exact: true }).tap();
  await (await chooser).setFiles(essay);
  await page.getByRole("button", { name: "Stamp this document" }).tap();
  await expectStamped(page);
  await page.getByRole("button", { name: "Email", exact: true }).tap();
  await expect(page.getByLabel("Recipient email")).toBeFocused();
  await page.keyboard.type(teacher);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Email sent", { exact: true })).toBeVisible();
  expect(taps() + 1).toBeLessThanOrEqual(8);
  const sent = () => smtp.received.find(({ recipients }) => recipients.includes(teacher))?.files;
  await expect.poll(sent).toContainEqual(expect.objectContaining({ filename: "Stamped_Essay.pdf" }));
});

test("the share sheet gets the stamped copy with its certificate, and links, but no secret", async ({
  page,
  folder,
}) => {
  // As in the browsers of phones, whose share sheet belongs to the system.
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files, url }: ShareData) => {
        shared.push(
          ...(files ?? []).map(({ name, type, size }) => `${name} ${type} ${size > 500}`),
          url ?? "",
        );
      },
    });
    Object.assign(window, { shared });
  });
  const sheet = () => page.evaluate(() => Reflect.get(window, "shared"));
  await register(page);
  await uploadAndStart(page, await onePage(folder));
  await expectStamped(page);
  await page.getByRole("button", { name: "Share both" }).click();
  const names = ["Stamped_lease.pdf", "Certificate_of_Affidavit_lease.pdf"];
  await expect.poll(sheet).toEqual([...names.map((name) => `${name} application/pdf true`), ""]);
  await expectAccessible(page, "a stamped document that can be shared");

  await page.goto("/subscription");
  await page.getByRole("button", { name: "Get my referral link" }).click();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect.poll(sheet).toEqual([expect.stringContaining("/?ref=")]);
  await page.goto("/account/developers");
  const card = page.getByRole("region", { name: "Access tokens" });
  await card.getByLabel("Name").fill("scanner");
  await card.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByRole("button", { name: "Copy token" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Share", exact: true })).toHaveCount(0);
});
