import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { expect, register, test } from "./support/browser.ts";

const admin = { username: "boss", password: "correct horse" };
test.use({
  settings: {
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    SUPPORT_EMAIL: "help@example.org",
  },
});

test("a ticket from the form to its resolution: emailed to support, answered, and read by its author without a reload [spec 2 my-tickets-resolution]", async ({
  page,
  product,
  playwright,
}) => {
  await register(page, "/support?tab=contact");
  await page.getByLabel("Email").fill("jane@example.org");
  await page.getByLabel("Subject").fill("Charged twice");
  await page.getByLabel("Message", { exact: true }).fill("For one document, on Tuesday.");
  await page.getByRole("button", { name: "Submit ticket" }).click();
  await expect(page.getByText("Support ticket submitted")).toBeVisible();
  const outbox = join(product.dataDir, "outbox");
  await expect.poll(() => mailTo(outbox, "help@example.org")).toContain("Charged twice");
  expect(mailTo(outbox, "help@example.org")).toMatch(/^Reply-To: jane@example\.org/m);

  const header = page.getByRole("banner");
  const ticket = page.getByRole("region", { name: "Charged twice" });
  await header.getByRole("link", { name: "My Tickets" }).click();
  await expect(ticket).toContainText("Status: Open");
  await header.getByRole("link", { name: "Support" }).click();

  const staff = await playwright.request.newContext({ baseURL: product.origin });
  await staff.post("/api/auth/login", { data: admin });
  await staff.patch(`/api/support/tickets/${await firstTicket(staff)}`, {
    data: { status: "resolved", resolution: "The second charge was refunded." },
  });
  await staff.dispose();

  await header.getByRole("link", { name: "My Tickets" }).click();
  await expect(ticket).toContainText("Status: Resolved");
  await expect(ticket).toContainText(/Resolution.*The second charge was refunded\./);
  await expect.poll(() => mailTo(outbox, "jane@example.org")).toContain("The second charge was refunded.");
});

async function firstTicket(staff: APIRequestContext): Promise<string> {
  const [ticket] = await (await staff.get("/api/support/tickets/all")).json();
  return ticket.id;
}

/** The email to that address; empty if there is none yet. */
function mailTo(outbox: string, address: string): string {
  if (!existsSync(outbox)) return "";
  const mails = readdirSync(outbox, { recursive: true })
    .filter((name) => String(name).endsWith(".eml"))
    .map((name) => readFileSync(join(outbox, String(name)), "utf8"));
  return mails.find((mail) => new RegExp(`^To: .*${address}`, "m").test(mail)) ?? "";
}
