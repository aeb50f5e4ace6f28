import { expect, test } from "./support/browser.ts";
import { openAccount } from "./support/calls.ts";

/** A PDF that cannot be stamped. */
const broken = { name: "lease.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nno more") };

test("the bell counts what needs attention, its page leads there, and the account page chooses what is mailed", async ({
  page,
  playwright,
  product,
}) => {
  const { username, password } = await openAccount(page.request);
  await page.goto("/notices");
  await expect(page.getByRole("heading", { name: "Nothing needs your attention" })).toBeVisible();

  const uploaded = await page.request.post("/api/documents/upload", { multipart: { file: broken } });
  await page.request.post(`/api/documents/${(await uploaded.json()).id}/process`, { data: {} });
  const elsewhere = await playwright.request.newContext({ baseURL: product.origin });
  await elsewhere.post("/api/auth/login", { data: { username, password } });
  const count = async () => (await (await page.request.get("/api/notices/unread")).json()).unread;
  await expect.poll(count).toBe(2);

  await page.goto("/faq");
  const header = page.getByRole("banner");
  await header.getByRole("link", { name: "Notices, 2 unread" }).click();
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "Someone logged in to your account in a new browser" })).toHaveCount(1);
  const failure = rows.filter({ hasText: "Couldn't stamp “lease.pdf”." });
  await failure.getByRole("link", { name: "Open the document" }).click();
  await expect(page.getByText("lease.pdf").first()).toBeVisible();

  await header.getByRole("link", { name: "Notices, 1 unread" }).click();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(header.getByRole("link", { name: "Notices", exact: true })).toBeVisible();
  await expect(page.getByText("New", { exact: true })).toHaveCount(0);

  await page.getByRole("link", { name: "Choose which you also get by email" }).click();
  const choices = page.getByRole("region", { name: "Notices by email" });
  const failed = choices.getByLabel("A document that couldn't be stamped");
  await expect(failed).not.toBeChecked();
  await failed.check();
  await expect(page.getByText("Your choice is saved")).toBeVisible();
  await page.reload();
  await expect(failed).toBeChecked();
  await elsewhere.dispose();
});

test("what happened in another account is opened there", async ({ page }) => {
  await openAccount(page.request);
  const uploaded = await page.request.post("/api/documents/upload", { multipart: { file: broken } });
  const { id } = await uploaded.json();
  await page.request.post(`/api/documents/${id}/process`, { data: {} });
  const count = async () => (await (await page.request.get("/api/notices/unread")).json()).unread;
  await expect.poll(count).toBe(1);
  const office = await (await page.request.post("/api/offices", { data: { name: "Doe LLP" } })).json();
  await page.request.post("/api/offices/switch", { data: { id: office.id } });

  await page.goto("/notices");
  const action = "Open the document (switches to your own account)";
  await page.getByRole("main").getByRole("button", { name: action }).click();
  const setUp = page.getByRole("region", { name: "Set up the stamp" });
  await expect(setUp.getByText("lease.pdf")).toBeVisible();
});
