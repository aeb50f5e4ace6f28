import { join } from "node:path";
import { expectAccessible } from "./support/axe.ts";
import { expect, register, test } from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

test("on a phone the camera is one tap away, with the rear camera and only for pictures", async ({
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
  await expect(row.getByText("Certificate", { exact: true })).toBeHidden();
  const more = row.getByRole("button", { name: "More for lease.pdf" });
  await expect(more).toHaveAttribute("aria-expanded", "false");
  await more.press("Enter");
  await expect(more).toHaveAttribute("aria-expanded", "true");
  for (const word of ["Certificate", "Evidence pack", "Email", "Delete"])
    await expect(row.getByText(word, { exact: true })).toBeVisible();
  await row.getByText("Email", { exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Email this document" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row.getByRole("button", { name: "Email lease.pdf" })).toBeFocused();
  await expectAccessible(page, "actions of a document on a phone", "section[aria-labelledby=history-title]");
});
