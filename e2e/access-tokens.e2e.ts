import { expect, register, test } from "./support/browser.ts";

test("a token is created on the page for developers, copied, used by a program and revoked", async ({
  page,
  context,
  product,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await register(page, "/account");
  await page.getByRole("link", { name: "Access tokens and webhooks" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "For developers" })).toBeFocused();
  const card = page.getByRole("region", { name: "Access tokens" });
  await expect(card.getByText("You don't have any tokens yet.")).toBeVisible();
  await card.getByRole("button", { name: "Create token" }).click();
  await expect(card.getByText("Please enter a name")).toBeVisible();
  await card.getByLabel("Name").fill("nightly script");
  await card.getByLabel("Documents", { exact: true }).selectOption("Read");
  await card.getByRole("button", { name: "Create token" }).click();
  await expect(card.getByRole("heading", { name: "Copy your new token now" })).toBeFocused();
  const token = await card.getByLabel("Access token", { exact: true }).inputValue();
  expect(token).toMatch(/^atp_/);
  await card.getByRole("button", { name: "Copy token" }).click();
  await expect(card.getByText("Copied", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await card.getByRole("button", { name: "I've copied it" }).click();
  await expect(page.getByText(token)).toBeHidden();

  const ask = () =>
    fetch(`${product.origin}/api/documents`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask()).status).toBe(200);
  const webhooks = await fetch(`${product.origin}/api/webhooks`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(webhooks.status).toBe(403);
  await page.reload();
  await expect(card.getByText("Documents: read · Collections: everything")).toBeVisible();
  await expect(card.getByText(/last used just now/)).toBeVisible();
  await card.getByRole("button", { name: "Revoke nightly script" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(card.getByText("You don't have any tokens yet.")).toBeVisible();
  expect((await ask()).status).toBe(401);
});
