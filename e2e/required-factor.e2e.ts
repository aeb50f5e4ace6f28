import { TOTP } from "otpauth";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/browser.ts";
import { openAccount } from "./support/calls.ts";

test.use({ settings: { REQUIRE_SECOND_FACTOR: "all" } });

test("where a second step is required, a new user sets it up first, saves the codes, and goes on", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { password } = await openAccount(page.request);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One more step for your account");
  await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  await expectAccessible(page, "the setup of a required second step");
  await press("Set up two-step login");
  await page.getByLabel("Your password").fill(password);
  await page.keyboard.press("Enter");
  const secret = await page.getByLabel("Or type this key into the app").inputValue();
  await page.getByLabel("Code from the app").fill(new TOTP({ secret }).generate());
  await page.keyboard.press("Enter");
  await press("I've saved them");
  await press("Continue");
  await expect(page.getByLabel("Document to upload")).toBeAttached();
});
