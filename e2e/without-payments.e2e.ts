import { expect, onePage, register, test, uploadAndStart } from "./support/browser.ts";
import { stampByCall } from "./support/calls.ts";

const admin = { username: "boss", password: "correct horse" };
test.use({ settings: { ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password } });

test("where nobody can pay, the fourth document names whom to ask, and no payment and no plan is offered", async ({
  page,
  folder,
}) => {
  await register(page);
  for (const name of ["one", "two", "three"]) await stampByCall(page.request, `${folder}/${name}.pdf`);
  await page.reload();
  await expect(
    page.getByText("This site doesn't take payments: to stamp more, ask its administrator."),
  ).toBeVisible();
  await uploadAndStart(page, await onePage(folder, "Fourth.pdf"));
  const dialog = page.getByRole("dialog", { name: "No documents left" });
  await expect(dialog).toContainText("To stamp more, ask its administrator.");
  await expect(page.getByText("Pay for")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("button", { name: "Stamp this document" })).toBeVisible();
  await page.goto("/subscription");
  await expect(page.getByText("If you need more documents, ask its administrator.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Choose/ })).toHaveCount(0);
});

test("the admin portal says after how many documents accounts stop, and which setting changes it", async ({
  page,
}) => {
  await page.request.post("/api/auth/login", { data: admin });
  await page.goto("/admin");
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps).toContainText("Every account, yours included, stamps 3 documents and then stops");
  await expect(steps).toContainText("TRIAL_DOCUMENTS=unlimited");
});
