import { readFile } from "node:fs/promises";
import { expect, register, test } from "./support/browser.ts";

test("two people work in one office, from the invitation to the removal", async ({
  page,
  browser,
  product,
}) => {
  await register(page, "/office");
  await expect(page.getByText("An office has a plan of its own and no free documents.")).toBeVisible();
  await page.getByLabel("Name of the office").fill("Doe & Partners LLP");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("link", { name: "Doe & Partners LLP" }).first().click();
  await expect(page.getByText("You are working for Doe & Partners LLP.")).toBeVisible();
  await expect(page.getByText("You get a link to pass on.")).toBeVisible();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await page.getByLabel("Invitation link", { exact: true }).inputValue();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  const invite = page.getByRole("region", { name: "Invite someone" });
  await page.request.post("/api/office/invitations", { data: { role: "viewer" } });
  await page.reload();
  await invite
    .getByRole("button", { name: /^Withdraw/ })
    .last()
    .click();
  await expect(invite.getByRole("listitem")).toHaveCount(1);
  await expect(invite.getByRole("heading", { name: "Invite someone" })).toBeFocused();

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
  await guest.goto(link);
  await expect(guest.getByText("This invitation has ended")).toBeVisible();
  await guest.goto("/office");
  await expect(guest.getByText("You are working for Doe & Partners LLP.")).toBeVisible();
  await expect(guest.getByRole("link", { name: "Go on with the invitation that you opened" })).toHaveCount(0);

  await page.reload();
  await page.getByRole("region", { name: "Members" }).getByRole("combobox").last().selectOption("viewer");
  await expect
    .poll(async () => (await (await guest.request.get("/api/auth/me")).json()).office.role)
    .toBe("viewer");
  await guest.goto("/");
  await expect(guest.getByText("As a viewer, you can open, download and verify")).toBeVisible();
  await expect(guest.getByText("choose a plan")).toHaveCount(0);
  await expect(guest.locator("input[type=file]")).toHaveCount(0);
  for (const path of ["/collections/new", "/photographed-pages"]) {
    await guest.goto(path);
    await expect(guest.getByText("As a viewer, you can open, download and verify")).toBeVisible();
    await expect(guest.locator("input[type=file]")).toHaveCount(0);
  }
  await guest.goto("/office");
  const members = page.getByRole("region", { name: "Members" });
  const log = page.getByRole("region", { name: "What happened" });
  await expect(log.getByRole("listitem").filter({ hasText: "joined" })).toBeVisible();
  await members.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(members.getByRole("listitem")).toHaveCount(1);
  await expect(members.getByRole("heading", { name: "Members" })).toBeFocused();
  await guest.reload();
  await expect(guest.getByText("You don't belong to an office yet.")).toBeVisible();
  await page.goto("/");
  await expect(page.getByText("This account has no free documents")).toBeVisible();
  await expect(page.getByText("Free trial")).toHaveCount(0);
  await context.close();
});

test("an owner searches and saves the log, renames the office, and closes and keeps it", async ({ page }) => {
  await register(page, "/office");
  await page.getByLabel("Name of the office").fill("Doe & Partners LLP");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("link", { name: "Doe & Partners LLP" }).first().click();
  await page.getByLabel("Name of the office").fill("Doe & Roe LLP");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(page.getByRole("link", { name: "Doe & Roe LLP" }).first()).toBeVisible();
  const log = page.getByRole("region", { name: "What happened" });
  await expect(log.getByRole("listitem")).toHaveCount(2);
  await log.getByLabel("Name or serial number").fill("roe llp");
  await log.getByRole("button", { name: "Search" }).click();
  await expect(log.getByRole("listitem")).toHaveCount(1);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    log.getByRole("link", { name: "Save as CSV" }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^office-log-.*\.csv$/);
  const lines = (await readFile(await saved.path(), "utf8")).trim().split("\r\n");
  expect([lines.length, lines[1]]).toEqual([
    2,
    expect.stringMatching(/,office\.renamed,,name: Doe & Roe LLP$/),
  ]);
  await log.getByLabel("Kind").selectOption("office.created");
  await expect(log.getByText("Nothing was found")).toBeVisible();

  await page.getByRole("button", { name: "Close this office" }).click();
  const closing = page.getByRole("region", { name: "Close this office?" });
  await closing.getByLabel("Your password", { exact: true }).fill("wrong horse");
  await closing.getByRole("button", { name: "Close the office" }).click();
  await expect(closing.getByRole("alert").first()).toBeVisible();
  await closing.getByLabel("Your password", { exact: true }).fill("correct horse");
  await closing.getByRole("button", { name: "Close the office" }).click();
  await expect(page.getByText("This office will be closed on")).toBeVisible();
  await page.getByRole("button", { name: "Keep the office" }).click();
  await expect(page.getByText("This office will be closed on")).toHaveCount(0);
});
