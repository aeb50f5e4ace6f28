import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { pageTexts } from "../src/testing/inspect.ts";
import { pressed } from "./support/attesting.ts";
import { expect, register } from "./support/browser.ts";
import { stampByCall, uploadByCall } from "./support/calls.ts";
import { countClicks } from "./support/clicks.ts";
import { signInAsAdmin, test } from "./support/staff.ts";

async function openPortal(page: Page, address = ""): Promise<void> {
  await signInAsAdmin(page);
  await page.goto(`/admin${address}`);
  await expect(page.getByRole("heading", { name: "Admin Portal" })).toBeVisible();
}

test("an administrator sees a period's figures in a chart and in a table, and a reload keeps the choice", async ({
  page,
  client,
  folder,
}) => {
  await stampByCall(client.calls, join(folder, "Lease.pdf"));
  await openPortal(page);
  const figures = page.getByRole("region", { name: "At a glance" });
  await expect(figures.getByRole("img", { name: /^Stamps per day over 30 days: [1-9]/ })).toBeVisible();
  await figures.getByRole("button", { name: "90 days" }).click();
  await figures.getByRole("button", { name: /^New users/ }).click();
  await page.reload();
  await expect(figures.getByRole("img", { name: /^New users per day over 90 days: [1-9]/ })).toBeVisible();
  await figures.getByText("Show as a table").click();
  await expect(figures.getByRole("row")).toHaveCount(91);
  await expect(figures.getByRole("columnheader", { name: "Stamps" })).toBeVisible();
});

test("an address with values that the portal does not know opens the portal as if they were missing", async ({
  page,
}) => {
  await openPortal(page, "?tab=audit&days=2&figure=x");
  await expect(page.getByRole("tab", { name: "Document Search" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("button", { name: "30 days" })).toHaveAttribute("aria-pressed", "true");
});

test("while the public log is damaged, the figures say that documents wait", async ({ page }) => {
  await page.route("**/api/trpc/*admin.figures*", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"isLogUsable":true', '"isLogUsable":false');
    await route.fulfill({ response, body });
  });
  await openPortal(page);
  const figures = page.getByRole("region", { name: "At a glance" });
  await expect(figures).toContainText("The public log is inconsistent");
});

/** The answer to a batch of calls: `data` for this procedure, and one day's figures. */
function answerBatch(url: string, procedure: string, data: unknown) {
  const sums = { newUsers: 0, stamps: 0, revenue: 0, failures: 0, mails: 0 };
  const daily = [{ day: "2026-11-20", ...sums }];
  const figures = {
    users: 0,
    openTickets: 0,
    failedMails: 0,
    storedBytes: 0,
    isLogUsable: true,
    isVouched: true,
    watched: [],
    daily,
  };
  const procedures = new URL(url).pathname.replace("/api/trpc/", "").split(",");
  return procedures.map((name) => ({ result: { data: name === procedure ? data : figures } }));
}

async function searchFor(page: Page, by: string, term: string): Promise<void> {
  await page.getByLabel("Search by").selectOption(by);
  await page.getByLabel("Search term").fill(term);
  await page.getByLabel("Search term").press("Enter");
}

test("admin: a user who is not an administrator sees Access Denied and a link home; a visitor sees the login [spec 2 access-denied]", async ({
  page,
}) => {
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await register(page);
  await expect(page.getByRole("link", { name: "Admin" })).toBeHidden();
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expect(page.getByText("You do not have administrator privileges to access this page.")).toBeVisible();
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page.getByRole("heading", { name: "Upload a document" })).toBeVisible();
});

test("an admin opens the portal with its four tabs from the dashboard [spec 2 admin-button] [spec 2 admin-tabs]", async ({
  page,
}) => {
  await signInAsAdmin(page);
  await page.goto("/");
  await page.getByRole("link", { name: "Admin" }).click();
  for (const name of ["Document Search", "Users", "Support Tickets", "Customer Service"]) {
    await page.getByRole("tab", { name }).click();
    await expect(page.getByRole("tab", { name })).toHaveAttribute("aria-selected", "true");
  }
  await page.reload();
  await expect(page.getByRole("tab", { name: "Customer Service" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Customer Service" }).press("ArrowLeft");
  await expect(page.getByRole("tab", { name: "Support Tickets" })).toBeFocused();
});

test("admin: a document found by its serial number is emailed, downloaded, certified and viewed [spec 2 search-actions]", async ({
  page,
  client,
  folder,
  smtp,
}) => {
  const original = join(folder, "Lease.pdf");
  const { serialNumber } = await stampByCall(client.calls, original);
  await openPortal(page);
  await searchFor(page, "Serial number", serialNumber);
  const found = page.getByRole("listitem").filter({ hasText: serialNumber });
  for (const fact of ["Lease.pdf", "Zoë Quill", client.username, client.email, "Completed"]) {
    await expect(found).toContainText(fact);
  }

  await found.getByRole("button", { name: "Email documents" }).click();
  await expect(page.getByLabel("Client's email")).toHaveValue(client.email);
  await page.getByRole("button", { name: "Send documents" }).click();
  await expect(page.getByText("Documents Sent!")).toBeVisible();
  await expect(page.getByText("Documents have been successfully emailed to the client.")).toBeVisible();
  const got = () =>
    smtp.received.find(
      ({ recipients, mail }) =>
        recipients.includes(client.email) && mail.subject?.endsWith("a stamped document and its certificate"),
    );
  await expect.poll(() => got()?.files.length).toBe(2);

  for (const [name, file] of [
    ["Download stamped", "Stamped_Lease.pdf"],
    ["Download certificate", "Certificate_of_Affidavit_Lease.pdf"],
  ] as const) {
    const download = await pressed(page, found.getByRole("link", { name }));
    expect(download.suggestedFilename()).toBe(file);
    const path = join(folder, file);
    await download.saveAs(path);
    expect((await pageTexts(path)).join(" ")).toContain(serialNumber);
  }

  const link = found.getByRole("link", { name: "View original" });
  await expect(link).toHaveAttribute("target", "_blank");
  const viewed = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(viewed.headers()["content-disposition"]).toContain("inline");
  expect((await viewed.body()).equals(readFileSync(original))).toBe(true);

  await page.getByText("Audit log", { exact: true }).click();
  const log = page.getByRole("group").filter({ hasText: "What administrators did" });
  await expect(log).toContainText(`boss: Emailed ${serialNumber} to ${client.email}`);
  await expect(log).toContainText(`boss: Downloaded the stamped copy of ${serialNumber}`);
  await expect(log).toContainText(`boss: Downloaded the certificate of ${serialNumber}`);
  await expect(log).toContainText(`boss: Viewed the original of ${serialNumber}`);
});

test("admin: documents are found by email and username; a link to a search shows the same again [spec 2 search-screen]", async ({
  page,
  client,
  folder,
}) => {
  await uploadByCall(client.calls, join(folder, "Draft.pdf"));
  await openPortal(page);
  await searchFor(page, "Email", client.email);
  const found = page.getByRole("listitem").filter({ hasText: "Draft.pdf" });
  await expect(found).toBeVisible();
  await searchFor(page, "Username", client.username.toUpperCase());
  await expect(found).toBeVisible();
  await page.goto(page.url());
  await expect(page.getByLabel("Search term")).toHaveValue(client.username.toUpperCase());
  await expect(found).toBeVisible();
});

test("admin: a document that is not completed is shown as failed and cannot be sent or downloaded [spec 2 search-failed]", async ({
  page,
  client,
  folder,
}) => {
  await uploadByCall(client.calls, join(folder, "Draft.pdf"));
  await openPortal(page, `?by=email&term=${client.email}`);
  const found = page.getByRole("listitem").filter({ hasText: "Draft.pdf" });
  await expect(found).toHaveClass(/bg-bad-tint/);
  await found.getByRole("button", { name: "Download stamped" }).click();
  await expect(page.getByText("Download not available")).toBeVisible();
  await found.getByRole("button", { name: "Email documents" }).click();
  const toast = page.getByRole("listitem").filter({ hasText: "Email not available" });
  await expect(toast).toContainText("This document hasn't been processed yet.");
});

test("admin search: a blank term does nothing; one without matches says 'No documents found for' [spec 5 search-blank-screen] [spec 8 admin-search-empty]", async ({
  page,
}) => {
  await openPortal(page);
  await page.getByLabel("Search term").fill("   ");
  await page.getByLabel("Search term").press("Enter");
  await expect(page.getByRole("button", { name: "Search", exact: true })).toBeDisabled();
  await expect(page).toHaveURL(/\/admin$/);
  await searchFor(page, "Username", "nobody-at-all");
  await expect(page.getByText('No documents found for "nobody-at-all"')).toBeVisible();
});

test("admin email: an email that cannot be sent says 'Email Failed' [spec 8 admin-email]", async ({
  page,
  client,
  folder,
}) => {
  const { serialNumber } = await stampByCall(client.calls, join(folder, "Lease.pdf"));
  await openPortal(page, `?by=serial&term=${serialNumber}`);
  await page.route("**/api/trpc/admin.emailDocuments*", (route) => route.fulfill({ status: 502, body: "" }));
  await page.getByRole("button", { name: "Email documents" }).click();
  await page.getByRole("button", { name: "Send documents" }).click();
  await expect(page.getByText("Email Failed")).toBeVisible();
  await expect(
    page.getByText("Failed to send documents. Please try again or use manual delivery.").first(),
  ).toBeVisible();
});

test("users: an account is deleted after its name was typed; the focus starts on Cancel [spec 2 users-delete]", async ({
  page,
  client,
}) => {
  await openPortal(page, "?tab=users");
  await expect(page.getByRole("button", { name: "Delete boss" })).toBeDisabled();
  const row = page.getByRole("row").filter({ hasText: client.username });
  await expect(row).toContainText(client.email);
  await row.getByRole("button", { name: `Delete ${client.username}` }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this user?" });
  await expect(dialog.getByRole("button", { name: "Cancel" }).last()).toBeFocused();
  const confirm = dialog.getByRole("button", { name: "Delete user" });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(`Type ${client.username} to confirm`).fill(client.username);
  await confirm.click();
  await expect(page.getByText("User Deleted")).toBeVisible();
  await expect(row).toBeHidden();
  expect((await client.calls.get("/api/auth/me")).status()).toBe(401);
});

test("delete user: a failure says 'Delete Failed', an empty list 'No users found' [spec 8 delete-user]", async ({
  page,
  client,
}) => {
  await openPortal(page, "?tab=users");
  await page.route("**/api/trpc/admin.removeUser*", (route) => route.fulfill({ status: 502, body: "" }));
  await page.getByRole("button", { name: `Delete ${client.username}` }).click();
  await page.getByLabel(`Type ${client.username} to confirm`).fill(client.username);
  await page.getByRole("button", { name: "Delete user" }).click();
  await expect(page.getByText("Delete Failed")).toBeVisible();
  await expect(page.getByText("Failed to delete user")).toBeVisible();
  const nobody = JSON.stringify([{ result: { data: { users: [], total: 0 } } }]);
  await page.route("**/api/trpc/admin.findUsers*", (route) =>
    route.fulfill({ contentType: "application/json", body: nobody }),
  );
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText("No users found")).toBeVisible();
});

test("admin users: a long list has pages that survive a reload, and a filter starts at the first page [spec 2 admin-lists]", async ({
  page,
}) => {
  const user = (number: number) => ({
    id: `user-${number}`,
    username: `person-${number}`,
    isAdmin: false,
    createdAt: new Date(number * 1000),
    subscriptionPlan: "trial",
    subscriptionStatus: "none",
    freeCredits: 0,
  });
  const all = Array.from({ length: 70 }, (_, at) => user(70 - at));
  const asked: string[] = [];
  await page.route(/api\/trpc\/[^?]*admin\.findUsers/, (route) => {
    const url = decodeURIComponent(route.request().url());
    asked.push(url);
    const users = url.includes('"page":2') ? all.slice(50) : all.slice(0, 50);
    const data = { users, total: all.length };
    return route.fulfill({ json: answerBatch(route.request().url(), "admin.findUsers", data) });
  });
  await openPortal(page, "?tab=users");
  await expect(page.getByText("Users 1 to 50 of 70")).toBeVisible();
  await page.getByRole("navigation", { name: "Pages of users" }).getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("Users 51 to 70 of 70")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete person-1", exact: true })).toBeVisible();
  await page.getByLabel("Last login").selectOption("In the last 30 days");
  await expect(page.getByText("Page 1 of 2")).toBeVisible();
  await expect.poll(() => asked.at(-1)).toContain('"active":"yes"');
});

test("admin users: an administrator finds a client by search, filters and columns, and the address keeps them", async ({
  page,
  client,
}) => {
  await openPortal(page, "?tab=users");
  const row = page.getByRole("row").filter({ hasText: client.username });
  await page.getByLabel("Search username, name or email").fill(client.email.toUpperCase());
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 user", { exact: true })).toBeVisible();
  await expect(row).toBeVisible();
  await page.getByLabel("Administrator").selectOption("Administrators");
  await expect(page.getByText("No users found")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(row).toBeVisible();
  await page.getByLabel("Search username, name or email").fill("");
  await page.keyboard.press("Enter");
  const heading = page.getByRole("columnheader", { name: "Username" });
  await heading.getByRole("link").click();
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await heading.getByRole("link").click();
  await page.reload();
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  const names = await page.getByRole("row").locator("td:first-child span:last-child").allInnerTexts();
  expect(names.length).toBeGreaterThan(1);
  expect(names).toEqual(names.toSorted((one, other) => (one < other ? 1 : -1)));
});

test("tickets: an admin sets a status, resolves with an answer and deletes [spec 2 admin-tickets]", async ({
  page,
  client,
}) => {
  const subject = `Question ${client.username}`;
  const answer = await client.calls.post("/api/support/ticket", {
    data: { email: client.email, subject, message: "What does it cost?", category: "billing" },
  });
  const { id } = await answer.json();
  await openPortal(page, "?tab=tickets");
  await page.getByRole("button", { name: new RegExp(subject) }).click();
  const ticket = page.getByRole("region", { name: subject });
  await expect(ticket).toContainText(id.slice(0, 8));
  await expect(ticket).not.toContainText(id);
  await ticket.getByLabel(`Status of ${subject}`).selectOption("In progress");
  await expect(page.getByText("Ticket updated")).toBeVisible();
  await expect(ticket).toContainText("Status: In progress");

  await ticket.getByRole("button", { name: "Mark as Resolved" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark as Resolved" });
  await dialog.getByLabel("Resolution").fill("   ");
  await dialog.getByRole("button", { name: "Mark as Resolved" }).click();
  await expect(dialog.getByText("Please enter a resolution")).toBeVisible();
  await dialog.getByLabel("Resolution").fill("Three documents are free.");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  const open = ticket.getByRole("button", { name: "Mark as Resolved" });
  await open.click();
  await expect(dialog.getByLabel("Resolution")).toHaveValue("Three documents are free.");
  await dialog.getByRole("button", { name: "Discard draft" }).click();
  await expect(open).toBeFocused();
  await open.click();
  await expect(dialog.getByLabel("Resolution")).toHaveValue("");
  await expect(dialog.getByRole("button", { name: "Discard draft" })).toHaveCount(0);
  await dialog.getByLabel("Resolution").fill("Three documents are free.");
  await dialog.getByRole("button", { name: "Mark as Resolved" }).click();
  await expect(ticket).toContainText("Status: Resolved");
  await expect(ticket).toContainText("Three documents are free.");

  await ticket.getByRole("button", { name: `Delete ${subject}` }).click();
  await page.getByRole("button", { name: "Delete ticket" }).click();
  await expect(page.getByText("Ticket Deleted")).toBeVisible();
  await expect(ticket).toBeHidden();
});

test("an administrator answers a ticket in four clicks, and the client gets an email with subject and question", async ({
  page,
  client,
  smtp,
}) => {
  const subject = `Price for schools ${client.username}`;
  const data = {
    email: client.email,
    subject,
    message: "What does it cost for a school?",
    category: "billing",
  };
  await client.calls.post("/api/support/ticket", { data });
  await signInAsAdmin(page);
  // Counts from the first page after signing in.
  const clicks = await countClicks(page);
  await page.goto("/");
  await page.getByRole("link", { name: "Admin" }).click();
  await page.getByRole("tab", { name: "Support Tickets" }).click();
  await page.getByRole("button", { name: new RegExp(subject) }).click();
  const ticket = page.getByRole("region", { name: subject });
  await expect(ticket.getByRole("heading", { name: subject })).toBeFocused();
  await page.keyboard.press("Tab");
  await ticket.getByLabel("Reply", { exact: true }).fill("Schools pay half.");
  await ticket.getByRole("button", { name: "Send reply" }).click();
  await expect(ticket.getByRole("listitem").filter({ hasText: "Schools pay half." })).toBeVisible();
  await expect(ticket).toContainText("Status: In progress");
  expect(clicks()).toBeLessThanOrEqual(4);

  const got = () =>
    smtp.received.find(
      ({ recipients, mail }) => recipients.includes(client.email) && mail.subject === `Re: ${subject}`,
    )?.mail.text;
  await page.reload();
  await expect(ticket.getByLabel("Reply", { exact: true })).toHaveValue("");
  await ticket.getByLabel("Reply", { exact: true }).fill("And teachers");
  await page.reload();
  await expect(ticket.getByLabel("Reply", { exact: true })).toHaveValue("And teachers");

  await expect.poll(got).toContain("> Schools pay half.");
  expect(got()).toContain("What does it cost for a school?");
  await page.reload();
  await expect(ticket).toContainText("Emailed");
});

test("tickets are found by words and status, and a reload shows the same", async ({ page, client }) => {
  const subject = `Lost parcel ${client.username}`;
  const data = { email: client.email, subject, message: "Where is it now, please?", category: "general" };
  await client.calls.post("/api/support/ticket", { data });
  await openPortal(page, "?tab=tickets");
  await page.getByLabel("Search subject, message or email").fill(client.username.toUpperCase());
  await page.getByRole("tabpanel").getByRole("button", { name: "Search", exact: true }).click();
  const row = page.getByRole("button", { name: new RegExp(subject) });
  await expect(page.getByText("1 ticket", { exact: true })).toBeVisible();
  await expect(row).toBeVisible();
  await page.getByLabel("Status", { exact: true }).selectOption("Resolved");
  await expect(page.getByText("No support tickets found")).toBeVisible();
  await page.getByLabel("Status", { exact: true }).selectOption("Open");
  await page.reload();
  await expect(row).toBeVisible();
  await expect(page.getByText("1 ticket", { exact: true })).toBeVisible();
});

test("tickets: failures say 'Failed to update ticket' and 'Failed to delete ticket'; an empty list says so [spec 8 ticket-admin]", async ({
  page,
  client,
}) => {
  const subject = `Help ${client.username}`;
  await client.calls.post("/api/support/ticket", {
    data: { email: client.email, subject, message: "Nothing works anymore.", category: "general" },
  });
  await openPortal(page, "?tab=tickets");
  await page.route(/support\.(update|remove)/, (route) => route.fulfill({ status: 502, body: "" }));
  await page.getByRole("button", { name: new RegExp(subject) }).click();
  const ticket = page.getByRole("region", { name: subject });
  await ticket.getByLabel(`Status of ${subject}`).selectOption("Closed");
  await expect(page.getByText("Failed to update ticket")).toBeVisible();
  await ticket.getByRole("button", { name: `Delete ${subject}` }).click();
  await page.getByRole("button", { name: "Delete ticket" }).click();
  await expect(page.getByText("Delete Failed")).toBeVisible();
  await expect(page.getByText("Failed to delete ticket")).toBeVisible();
  const none = JSON.stringify([{ result: { data: [] } }]);
  await page.route("**/api/trpc/support.listAll*", (route) =>
    route.fulfill({ contentType: "application/json", body: none }),
  );
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText("No support tickets found")).toBeVisible();
});

test("admin tickets: a long list shows its newest hundred, and more on demand [spec 2 admin-lists]", async ({
  page,
}) => {
  const ticket = (number: number) => ({
    id: `ticket-${number}`,
    email: "ann@example.org",
    subject: `Question ${number}`,
    message: "How does it work?",
    category: "general",
    priority: "medium",
    status: "open",
    createdAt: new Date(number * 1000),
    updatedAt: new Date(number * 1000),
  });
  const parts = [150, 50].map((newest) =>
    Array.from({ length: Math.min(newest, 100) }, (_, i) => ticket(newest - i)),
  );
  await page.route(/api\/trpc\/[^?]*support\.listAll/, (route) => {
    const data = route.request().url().includes("ticket-51") ? parts[1] : parts[0];
    return route.fulfill({ json: answerBatch(route.request().url(), "support.listAll", data) });
  });
  await openPortal(page, "?tab=tickets");
  await expect(page.getByText("The newest 100 tickets")).toBeVisible();
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(page.getByText("150 tickets", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Question 1 / })).toBeVisible();
});

test("customer service: credits are granted by email, with guidance and each refusal [spec 2 grant-credits] [spec 8 admin-credits]", async ({
  page,
  client,
}) => {
  await openPortal(page, "?tab=credits");
  await expect(page.getByText("Grant 1-3 credits for minor issues.")).toBeVisible();
  await expect(page.getByText("Grant 5+ credits for significant ones.")).toBeVisible();
  await expect(page.getByText("cannot use them to bypass limits")).toBeVisible();
  await page.getByLabel("User's email").fill(client.email);
  await page.getByLabel("Credits", { exact: true }).fill("0");
  const submit = page.getByRole("button", { name: "Grant credits" });
  await submit.click();
  await expect(page.getByText("Please enter a valid email and positive number of credits")).toBeVisible();
  await page.getByLabel("Credits", { exact: true }).fill("3");
  await submit.click();
  await expect(page.getByText("Credits Granted!")).toBeVisible();
  await expect(page.getByText(`${client.email} got 3 free credits.`)).toBeVisible();
  const status = await (await client.calls.get("/api/subscription/status")).json();
  expect(status.freeCredits).toBe(3);

  await page.route("**/api/trpc/admin.grantCredits*", (route) => route.fulfill({ status: 502, body: "" }));
  await page.getByLabel("User's email").fill(client.email);
  await page.getByLabel("Credits", { exact: true }).fill("1");
  await submit.click();
  await expect(page.getByText("Failed to Grant Credits", { exact: true })).toBeVisible();
  await expect(page.getByText("Failed to grant credits. Please try again.").first()).toBeVisible();
});
