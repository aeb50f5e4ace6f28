import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/browser.ts";

const admin = { username: "boss", password: "correct horse" };
test.use({ settings: { ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password } });

test("the portal says which trusted lists the server has, and with which commands they are changed", async ({
  page,
}) => {
  await page.request.post("/api/auth/login", { data: admin });
  await page.goto("/admin");
  await page.getByRole("heading", { name: "Qualified timestamps" }).click();
  await expect(page.getByText("This server has no trusted list")).toBeVisible();
  await expect(page.getByText("attestamp trusted-list remove ES")).toBeVisible();
  await expectAccessible(page, "the portal with the trusted lists");
});
