import { addAuthenticator } from "./support/authenticator.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/browser.ts";
import { openAccount } from "./support/calls.ts";

test("a user adds and names a passkey, logs in with it without a username, and removes it", async ({
  page,
}) => {
  await addAuthenticator(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { username, password } = await openAccount(page.request);
  const card = page.getByRole("region", { name: "Passkeys", exact: true });
  const press = (name: string) => card.getByRole("button", { name, exact: true }).click();
  await page.goto("/account");
  await press("Add a passkey");
  await card.getByLabel("Your password").fill(password);
  await expectAccessible(page, "a passkey is to be added", "[aria-labelledby=passkeys-title]");
  await press("Continue");
  await expect(card.getByRole("heading", { name: "Name your passkey" })).toBeFocused();
  await card.getByRole("textbox", { name: "Name" }).fill("Jane's laptop");
  await press("Save name");
  await expect(card.getByText("Jane's laptop")).toBeVisible();
  await expectAccessible(page, "the list of passkeys", "[aria-labelledby=passkeys-title]");
  await press("Add a passkey");
  await press("Continue");
  await expect(card.getByRole("alert")).toContainText("This device already has a passkey for your account.");
  await press("Cancel");

  await page.request.post("/api/auth/logout");
  await page.goto("/");
  await page.getByRole("button", { name: "Log In", exact: true }).first().click();
  await expect(page.locator("#account").getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await expectAccessible(page, "the login with a passkey", "#account");
  await page.locator("#account").getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText(`Logged in as ${username}`)).toBeVisible();

  await page.goto("/account");
  await press("Remove: Jane's laptop");
  await expectAccessible(page, "a passkey is asked for", "[aria-labelledby=passkeys-title]");
  await press("Remove passkey");
  await expect(card.getByText("You don't have any passkeys yet.")).toBeVisible();
  await page.request.post("/api/auth/logout");
  await page.goto("/");
  await page.getByRole("button", { name: "Log In", exact: true }).first().click();
  await page.locator("#account").getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.locator("#account").getByRole("alert")).toHaveText(
    "This passkey was not accepted. Please try again, or use another way.",
  );
});
