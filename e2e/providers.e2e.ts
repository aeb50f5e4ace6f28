import { expectAccessible } from "./support/axe.ts";
import { expect } from "./support/browser.ts";
import { openAccount } from "./support/calls.ts";
import { test } from "./support/provider.ts";

test("someone opens an account with a provider, signs out at both, comes back, and deletes it after the provider asked again", async ({
  page,
  place: { office },
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const name = `ada-${crypto.randomUUID().slice(0, 8)}`;
  office.person = { sub: name, given_name: "Ada", family_name: "Byron", preferred_username: name };
  const press = (label: string) => page.getByRole("button", { name: label, exact: true }).click();
  const comeIn = async () => {
    await page.goto("/");
    await page.getByRole("button", { name: "Log In", exact: true }).first().click();
    await page.locator("#account").getByRole("button", { name: "Continue with Office" }).click();
  };
  const asked: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin === office.issuer && url.pathname === "/auth") asked.push(url);
  });
  await comeIn();
  await expect(page.getByRole("heading", { name: "Create your account", level: 1 })).toBeFocused();
  await expect(page.getByLabel("Username")).toHaveValue(name);
  await expectAccessible(page, "the account of someone whom a provider has confirmed");
  await press("Create Account");
  await expect(page.getByText(`Welcome ${name}! You're now logged in.`)).toBeVisible();
  const [first] = asked;
  expect(first?.searchParams.get("code_challenge_method")).toBe("S256");
  for (const secret of ["state", "nonce", "code_challenge"])
    expect(first?.searchParams.get(secret)).toMatch(/^[\w-]{43}$/);

  await page.getByRole("button", { name: "Log out" }).first().click();
  await expect(page).toHaveURL(new RegExp(`^${office.issuer}/session/end`));
  await page.getByRole("button", { name: /yes/i }).click();
  await expect(page.getByRole("button", { name: "Log In", exact: true }).first()).toBeVisible();
  expect((await page.request.get("/api/auth/me")).status()).toBe(401);

  await comeIn();
  await expect(page.getByText(`Logged in as ${name}`)).toBeVisible();
  await page.goto("/account");
  await expect(page.getByText("To confirm a change, you log in with your provider again.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change: Email", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Change: Password", exact: true })).toHaveCount(0);
  await press("Delete my account");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Please confirm that it's you.")).toBeVisible();
  await expectAccessible(page, "a provider is asked before an account is deleted");
  await dialog.getByRole("button", { name: "Confirm with Office" }).click();
  await expect(page.getByText("Now continue with what you wanted to change.")).toBeVisible();
  expect(asked.at(-1)?.searchParams.get("prompt")).toBe("login");
  await press("Delete my account");
  await expect(dialog.getByText("Your provider has confirmed that it's you.")).toBeVisible();
  await expectAccessible(page, "a provider has confirmed the owner");
  await dialog.getByRole("button", { name: "Delete in a week" }).click();
  await expect(page.getByRole("button", { name: "Keep my account" })).toBeVisible();
});

test("an account is linked to a provider after proof of both, and the same address at the provider links nothing", async ({
  page,
  browser,
  place: { office },
  product,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { username, password } = await openAccount(page.request);
  office.person = { sub: `${username}-there`, given_name: "Jane", family_name: "Doe" };
  const stranger = await browser.newContext({ baseURL: product.origin, reducedMotion: "reduce" });
  const other = await stranger.newPage();
  const comeIn = async () => {
    await other.goto("/");
    await other.getByRole("button", { name: "Log In", exact: true }).first().click();
    await other.locator("#account").getByRole("button", { name: "Continue with Office" }).click();
  };
  await comeIn();
  await expect(other.getByRole("heading", { name: "Create your account" })).toBeVisible();

  await page.goto("/account");
  const card = page.getByRole("region", { name: "Log in with a provider" });
  await card.getByRole("button", { name: "Link to Office" }).click();
  await card.getByLabel("Your password").fill("wrong horse");
  await page.keyboard.press("Enter");
  await expect(card.getByText("This is not your current password.").first()).toBeVisible();
  await card.getByLabel("Your password").fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your account is linked to Office")).toBeVisible();
  await expect(card.getByText("Office", { exact: true })).toBeVisible();
  await comeIn();
  await expect(other.getByText(`Logged in as ${username}`)).toBeVisible();
  await stranger.close();
});
