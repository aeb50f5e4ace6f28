import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/browser.ts";
import { openAccount } from "./support/calls.ts";

const card = (page: Page) => page.getByRole("region", { name: "Two-step login", exact: true });
const cardPart = "[aria-labelledby=second-factor-title]";

/** An unused code: that of the coming half minute, which the server accepts early, since clocks run ahead. */
const nextCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });

test("a user connects an authenticator app, logs in with a code and with a recovery code, and turns it off", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { username, password } = await openAccount(page.request);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const prove = async (submit: string) => {
    await card(page).getByLabel("Your password").fill(password);
    await card(page).getByRole("button", { name: submit, exact: true }).click();
  };
  await page.goto("/account");
  await press("Set up two-step login");
  await prove("Continue");
  await expect(card(page).getByRole("heading", { name: "Connect your app" })).toBeFocused();
  await expect(card(page).getByRole("link", { name: "Open an app on this device" })).toHaveAttribute(
    "href",
    /^otpauth:/,
  );
  const secret = await card(page).getByLabel("Or type this key into the app").inputValue();
  await expect(card(page).getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expectAccessible(page, "an authenticator app is connected", cardPart);
  await card(page).getByLabel("Code from the app").fill("12");
  await press("Turn on");
  await expect(card(page).getByText("This code is wrong, or was used before.").first()).toBeVisible();
  await card(page).getByLabel("Code from the app").fill(new TOTP({ secret }).generate());
  await press("Turn on");
  const codes = (await card(page).getByLabel("Recovery codes").inputValue()).split("\n");
  expect(codes).toHaveLength(10);
  await expectAccessible(page, "recovery codes", cardPart);
  await press("I've saved them");
  await expect(card(page).getByText("10 recovery codes left.")).toBeVisible();

  const logInAgain = async () => {
    await page.request.post("/api/auth/logout");
    await page.goto("/");
    await press("Log In");
    const form = page.locator("#account");
    await form.getByLabel("Username").fill(username);
    await form.getByLabel("Password", { exact: true }).fill(password);
    await form.getByRole("button", { name: "Log In" }).click();
    await expect(form.getByLabel("Code from the app")).toBeFocused();
    return form;
  };
  const form = await logInAgain();
  await form.getByLabel("Code from the app").fill("000 00");
  await page.keyboard.press("Enter");
  await expect(form.getByText("This code is wrong, or was used before.").first()).toBeVisible();
  await expectAccessible(page, "the second step of a login", "#account");
  await form.getByLabel("Code from the app").fill(nextCode(secret));
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Logged in as ${username}`)).toBeVisible();

  await logInAgain();
  await form.getByLabel("Code from the app").fill("000 00");
  await page.keyboard.press("Enter");
  await expect(form.getByText("This code is wrong, or was used before.").first()).toBeVisible();
  await press("Use a recovery code");
  await expect(form.getByLabel("Recovery code")).toBeFocused();
  await expect(form.getByLabel("Recovery code")).toHaveValue("");
  await expect(form.getByLabel("Recovery code")).toHaveAccessibleDescription("");
  await expect(form.getByRole("link", { name: "Write to them" })).toHaveAttribute("href", "/contact");
  await expectAccessible(page, "a recovery code is asked for", "#account");
  await form.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Logged in as ${username}`)).toBeVisible();
  await page.goto("/account");
  await expect(card(page).getByText("9 recovery codes left.")).toBeVisible();
  await press("Turn off two-step login");
  await card(page)
    .getByLabel("Code from your authenticator app, or a recovery code")
    .fill(codes[1] ?? "");
  await expectAccessible(page, "password and code are asked for", cardPart);
  await prove("Turn off");
  await expect(card(page).getByRole("button", { name: "Set up two-step login" })).toBeVisible();
});
