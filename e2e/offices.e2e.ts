import { expect, register, test } from "./support/browser.ts";

test("two people work in one office, from the invitation to the removal", async ({
  page,
  browser,
  product,
}) => {
  await register(page, "/office");
  await page.getByLabel("Name of the office").fill("Doe & Partners LLP");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("link", { name: "Doe & Partners LLP" }).first().click();
  await expect(page.getByText("You are working for Doe & Partners LLP.")).toBeVisible();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await page.getByLabel("Invitation link", { exact: true }).inputValue();
  await page.getByRole("button", { name: "Done", exact: true }).click();

  const context = await browser.newContext({ baseURL: product.origin });
  const guest = await context.newPage();
  await guest.goto(link);
  await expect(guest.getByText("Please log in or create an account first")).toBeVisible();
  await register(guest);
  await guest.goto("/office");
  await guest.getByRole("link", { name: "Go on with the invitation that you opened" }).click();
  expect(guest.url()).not.toContain("#");
  await guest.getByRole("button", { name: "Accept" }).click();
  await guest.getByRole("button", { name: "Switch to Doe & Partners LLP" }).click();
  await guest.getByRole("link", { name: "Doe & Partners LLP" }).first().click();
  await expect(guest.getByRole("region", { name: "Members" }).getByRole("listitem")).toHaveCount(2);
  await expect(guest.getByRole("heading", { name: "Invite someone" })).toHaveCount(0);

  await page.reload();
  const members = page.getByRole("region", { name: "Members" });
  await expect(page.getByRole("region", { name: "What happened" }).getByText("joined")).toBeVisible();
  await members.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(members.getByRole("listitem")).toHaveCount(1);
  await guest.reload();
  await expect(guest.getByText("You don't belong to an office yet.")).toBeVisible();
  await page.goto("/");
  await expect(page.getByText("This account has no free documents")).toBeVisible();
  await expect(page.getByText("Free trial")).toHaveCount(0);
  await context.close();
});
