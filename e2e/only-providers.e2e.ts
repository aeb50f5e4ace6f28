import { expectAccessible } from "./support/axe.ts";
import { expect } from "./support/browser.ts";
import { test as withProvider } from "./support/provider.ts";

const test = withProvider.extend({
  settings: [
    async ({ settings }, use) => use({ ...settings, SIGN_IN_ONLY_WITH_PROVIDERS: "on" }),
    { scope: "worker" },
  ],
});

test("where only a provider signs in, no page speaks of passwords as a way in", async ({
  page,
  place: { office },
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const name = `grace-${crypto.randomUUID().slice(0, 8)}`;
  office.person = { sub: name, given_name: "Grace", family_name: "Hopper", preferred_username: name };
  await page.goto("/forgot-password");
  await expect(page.getByText("This site has no passwords: you log in with Office")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Username or email" })).toHaveCount(0);
  await expectAccessible(page, "a forgotten password where there are none");
  await page.goto("/reset-password#an-earlier-link");
  await expect(page.getByText("This site has no passwords: you log in with Office")).toBeVisible();
  await expect(page.locator("input")).toHaveCount(0);
  await page.getByRole("link", { name: "Back to login" }).click();
  await page.getByRole("button", { name: "Log In", exact: true }).first().click();
  await page.locator("#account").getByRole("button", { name: "Continue with Office" }).click();
  await expect(page.getByLabel("Username")).toHaveValue(name);
  await page.getByRole("button", { name: "Create Account", exact: true }).click();
  await expect(page.getByText(`Welcome ${name}! You're now logged in.`)).toBeVisible();

  await page.goto("/account");
  const providers = page.getByRole("region", { name: "Log in with a provider" });
  await expect(providers.getByText("Your account has no password.")).toBeVisible();
  await expect(page.getByRole("button", { name: /password/ })).toHaveCount(0);
  await expect(page.getByText(/without a username or password/)).toHaveCount(0);
  await expect(page.getByText(/logging in with your password/)).toHaveCount(0);
  await expect(page.getByText(/change your password/)).toHaveCount(0);
});

const strict = test.extend({
  settings: [
    async ({ settings }, use) => {
      const [provider] = JSON.parse(settings.SIGN_IN_PROVIDERS ?? "[]");
      await use({
        ...settings,
        SIGN_IN_PROVIDERS: JSON.stringify([{ ...provider, secondStep: true }]),
        REQUIRE_SECOND_FACTOR: "all",
      });
    },
    { scope: "worker" },
  ],
});

strict(
  "where only a provider signs in and more is required, an app is set up, and no passkey, which would not count",
  async ({ page, place: { office } }) => {
    const name = `mary-${crypto.randomUUID().slice(0, 8)}`;
    office.person = { sub: name, given_name: "Mary", family_name: "Jackson", preferred_username: name };
    await page.goto("/");
    await page.getByRole("button", { name: "Log In", exact: true }).first().click();
    await page.locator("#account").getByRole("button", { name: "Continue with Office" }).click();
    // The front page has a button of that name, too.
    await expect(page.getByLabel("Username")).toHaveValue(name);
    await page.getByRole("button", { name: "Create Account", exact: true }).click();
    await expect(page.getByRole("heading", { name: "One more step for your account" })).toBeVisible();
    await expect(page.getByText("Set up an authenticator app; then go on.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Two-step login" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Passkeys" })).toHaveCount(0);
  },
);
