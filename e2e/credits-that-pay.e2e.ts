import { expect, test } from "./support/browser.ts";

const admin = { username: "boss", password: "correct horse" };
test.use({ settings: { CREDITS: "redeem", ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password } });

test("if free credits pay for documents, the guidance for admins says so", async ({ page }) => {
  await page.request.post("/api/auth/login", { data: admin });
  await page.goto("/admin?tab=credits");
  await expect(page.getByText("can use one to pay for a document")).toBeVisible();
  await expect(page.getByText("bypass limits")).toBeHidden();
});
