import { join } from "node:path";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/browser.ts";
import { openAccount, stampByCall } from "./support/calls.ts";

const admin = { username: "boss", password: "correct horse" };
test.use({
  settings: {
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    // Nothing answers at this address.
    ANCHORS: "calendar http://127.0.0.1:9, authority http://127.0.0.1:9/tsa",
  },
});

test("the portal says who confirms the head of the log, and that no one has answered yet", async ({
  page,
}) => {
  await page.request.post("/api/auth/login", { data: admin });
  await page.goto("/admin");
  await page.getByRole("heading", { name: "Who confirms the times" }).click();
  await expect(page.getByText("Nothing was sent yet.")).toBeVisible();
  const rows = page.getByRole("listitem").filter({ hasText: "Last answer: never" });
  await expect(rows).toHaveText([/^127\.0\.0\.1:9.*Time-stamp authority/, /^127\.0\.0\.1:9.*calendar/]);
  await expectAccessible(page, "the portal with those who confirm the times");
});

test("for an hour, the page says when to download an evidence pack again", async ({ page, folder }) => {
  await openAccount(page.request);
  await stampByCall(page.request, join(folder, "lease.pdf"));
  const hint = page.getByText(
    /External witnesses look at our public log every hour.*download it again after/,
  );
  const open = async () => {
    await page.goto("/documents");
    await page.getByRole("button", { name: "More for lease.pdf" }).click();
  };
  await open();
  await expect(hint).toBeVisible();
  await page.clock.setFixedTime(Date.now() + 2 * 3_600_000);
  await open();
  await expect(page.getByRole("link", { name: /evidence pack/i })).toBeVisible();
  await expect(hint).toBeHidden();
});
