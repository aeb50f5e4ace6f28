import { expect, register, test } from "./support/browser.ts";
import { stampByCall } from "./support/calls.ts";

test.use({ settings: { TRIAL_DOCUMENTS: "unlimited" } });

test("with TRIAL_DOCUMENTS=unlimited, a fourth document is stamped, and no banner counts a trial", async ({
  page,
  folder,
}) => {
  await register(page);
  for (const name of ["one", "two", "three", "four"])
    await stampByCall(page.request, `${folder}/${name}.pdf`);
  await page.reload();
  await expect(page.getByText("four.pdf").first()).toBeVisible();
  await expect(page.getByText("Free trial")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Your plan" })).toHaveCount(0);
  await page.goto("/subscription");
  await expect(page.getByText("You can stamp as many documents as you like.")).toBeVisible();
  await expect(page.getByText("4 documents stamped")).toBeVisible();
});
