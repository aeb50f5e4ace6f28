import type { Page } from "@playwright/test";
import { expect, register, test } from "./support/browser.ts";
import { openAccount } from "./support/calls.ts";

/** A signed-in person on the Contact Us tab of /support. */
async function openTicketForm(page: Page): Promise<void> {
  await register(page, "/support");
  await page.getByRole("tab", { name: "Contact Us" }).click();
}

async function writeTicket(page: Page, subject: string, message: string): Promise<void> {
  await page.getByLabel("Email").fill("jane@example.org");
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Message", { exact: true }).fill(message);
  await page.getByRole("button", { name: "Submit ticket" }).click();
}

test("support page: header buttons, two tabs, three quick-help buttons that preselect a category [spec 2 support-page] [spec 4 support-tabs]", async ({
  page,
}) => {
  await register(page, "/support");
  const header = page.getByRole("banner");
  for (const name of ["Home", "My Tickets", "FAQ"]) {
    await expect(header.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole("tab", { name: "FAQ" })).toHaveAttribute("aria-selected", "true");
  const choices = {
    "Document Processing": "technical",
    "Billing & Plans": "billing",
    "Account Issues": "general",
  };
  for (const [button, category] of Object.entries(choices)) {
    await page.getByRole("tab", { name: "FAQ" }).click();
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("tab", { name: "Contact Us" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByLabel("Category")).toHaveValue(category);
    await expect(page.getByLabel("Category")).toBeFocused();
  }
});

test("constants: the category is preselected by an event 100 ms after the tab was switched [spec 9 preselect]", async ({
  page,
}) => {
  await register(page);
  await page.clock.install();
  await page.goto("/support");
  await page.getByRole("tab", { name: "FAQ" }).waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "Billing & Plans" }).click();
  await page.clock.runFor(99);
  await expect(page.getByLabel("Category")).toHaveValue("general");
  await page.clock.runFor(1);
  await expect(page.getByLabel("Category")).toHaveValue("billing");
});

test("constants: the response times of the three categories are shown next to the form [spec 9 response-times]", async ({
  page,
}) => {
  await openTicketForm(page);
  const promises = page.getByRole("complementary", { name: "When we'll reply" });
  await expect(promises).toContainText("Technicalwithin 24 hours");
  await expect(promises).toContainText("Billingwithin 12 hours");
  await expect(promises).toContainText("Generalwithin 48 hours");
});

test("support ticket: the form shows each error at its field and sends nothing [spec 2 ticket-form] [spec 5 ticket-screen]", async ({
  page,
}) => {
  await openTicketForm(page);
  const calls: string[] = [];
  page.on("request", (request) => request.method() === "POST" && calls.push(request.url()));
  await page.getByLabel("Email").fill("nonsense");
  await page.getByLabel("Subject").fill("Help");
  await page.getByLabel("Message", { exact: true }).fill("Help me");
  await page.getByRole("button", { name: "Submit ticket" }).click();
  await expect(page.getByText("Invalid email address")).toBeVisible();
  await expect(page.getByText("Subject must be at least 5 characters")).toBeVisible();
  await expect(page.getByText("Message must be at least 10 characters")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Subject").fill("x".repeat(201));
  await expect(page.getByText("Subject too long")).toBeVisible();
  expect(calls).toEqual([]);
});

test("support page: the email address of the account is already filled in [spec 2 ticket-email]", async ({
  page,
}) => {
  await page.goto("/");
  const answer = await page.request.post("/api/auth/register", {
    data: {
      username: `mail-${crypto.randomUUID()}`,
      password: "correct horse",
      firstName: "J",
      lastName: "D",
      email: "own@example.org",
    },
  });
  expect(answer.ok()).toBe(true);
  await page.goto("/support?tab=contact");
  await expect(page.getByLabel("Email")).toHaveValue("own@example.org");
});

test("my tickets: from 'No Support Tickets Yet' through the form to the ticket in the list [spec 2 my-tickets]", async ({
  page,
}) => {
  await register(page, "/my-tickets");
  await expect(page.getByRole("heading", { name: "No Support Tickets Yet" })).toBeVisible();
  await page.getByRole("link", { name: "Submit a ticket" }).click();
  await writeTicket(page, "My lease is stuck", "It says processing\nsince this morning.");
  await expect(page.getByText("Support ticket submitted")).toBeVisible();
  await expect(page.getByText("We'll get back to you within 24 hours!")).toBeVisible();
  const received = page.getByRole("region", { name: "We received your ticket" });
  await expect(received.getByRole("heading")).toBeFocused();
  await expect(received).toContainText("My lease is stuck");
  await expect(received).toContainText(/Ticket ID: [0-9a-f-]{36}/);
  await expect(received.getByRole("link", { name: "My Tickets" })).toBeVisible();
  await expect(page.getByLabel("Subject")).toHaveValue("");
  await expect(page.getByRole("alert")).toHaveCount(0);

  await page.getByRole("banner").getByRole("link", { name: "My Tickets" }).click();
  const ticket = page.getByRole("region", { name: "My lease is stuck" });
  await expect(ticket).toContainText("Status: Open");
  await expect(ticket).toContainText("Priority: Medium");
  await expect(ticket).toContainText("General");
  await expect(ticket).toContainText(String(new Date().getFullYear()));
  await expect(ticket).toContainText("It says processing\nsince this morning.");
  await expect(ticket).toContainText(/Ticket ID: [0-9a-f-]{36}/);
});

test("ticket submit: 'Failed to submit support ticket' if the server gives no reason; no input is lost [spec 8 ticket]", async ({
  page,
}) => {
  await openTicketForm(page);
  await page.route("**/api/trpc/support.submit*", (route) => route.abort());
  await writeTicket(page, "My lease is stuck", "It says processing since this morning.");
  await expect(page.getByRole("main").getByText("Failed to submit support ticket")).toBeVisible();
  await expect(page.locator("[data-sonner-toast]")).toContainText("Failed to submit support ticket");
  await expect(page.getByLabel("Subject")).toHaveValue("My lease is stuck");
});

test("a half-written ticket is there again after the session has ended and its owner has logged in, and for no one else", async ({
  page,
}) => {
  const jane = await openAccount(page.request);
  const eve = await openAccount(page.request);
  const subject = page.getByLabel("Subject");
  const loginAt = async (path: string, { username, password }: typeof jane) => {
    await page.context().clearCookies();
    await page.goto(path);
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.locator("form").getByRole("button", { name: "Log In" }).click();
    await expect(page.getByRole("heading", { name: "Support", exact: true })).toBeVisible();
  };
  await loginAt("/support", jane);
  await page.getByRole("button", { name: "Billing & Plans" }).click();
  await expect(page.getByLabel("Category")).toHaveValue("billing");
  await page.goto("/support");
  await expect(page.getByRole("tab", { name: "Contact Us" })).toHaveAttribute("aria-selected", "false");
  await page.getByRole("tab", { name: "Contact Us" }).click();
  await subject.fill("My lease is stuck");
  await page.getByLabel("Message", { exact: true }).fill("It says processing since this morning.");
  await loginAt("/support", jane);
  await expect(subject).toHaveValue("My lease is stuck");
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(
    "It says processing since this morning.",
  );
  for (const person of [eve, jane]) {
    await loginAt("/support", person);
    await page.getByRole("tab", { name: "Contact Us" }).click();
    await expect(subject).toHaveValue("");
  }
  await subject.fill("My lease is stuck");
  await page.getByLabel("Message", { exact: true }).fill("It says processing since this morning.");
  await page.getByRole("button", { name: "Submit ticket" }).click();
  await expect(page.getByText("Support ticket submitted")).toBeVisible();
  await page.reload();
  await expect(subject).toHaveValue("");
  await subject.fill("My lease is stuck");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("heading", { name: "Log in", exact: true })).toBeVisible();
  await loginAt("/support", jane);
  await page.getByRole("tab", { name: "Contact Us" }).click();
  await expect(subject).toHaveValue("");
});

test("a ticket that is being sent is not in the form again after another page, and is still there if sending fails", async ({
  page,
}) => {
  await openTicketForm(page);
  const sending = Promise.withResolvers<void>();
  await page.route(/support\.submit/, async (route) => {
    await sending.promise;
    await route.fulfill({ status: 503, contentType: "application/json", body: "{}" });
  });
  await writeTicket(page, "My lease", "Is it valid?");
  const leave = page.getByRole("link", { name: "Home", exact: true });
  const openAgain = async () => {
    await leave.click();
    await page.getByRole("link", { name: "Support", exact: true }).first().click();
    await page.getByRole("tab", { name: "Contact Us" }).click();
  };
  await openAgain();
  await expect(page.getByLabel("Subject")).toHaveValue("");
  sending.resolve();
  await expect(page.getByText("Failed to submit support ticket").first()).toBeVisible();
  await openAgain();
  await expect(page.getByLabel("Subject")).toHaveValue("My lease");
});

test("my tickets: loading, then 'Failed to load your support tickets. Please try again later.', then another attempt [spec 2 my-tickets-error]", async ({
  page,
}) => {
  await register(page);
  const seen = Promise.withResolvers<void>();
  await page.route("**/api/trpc/**support.list*", async (route) => {
    await seen.promise;
    await route.fulfill({ status: 502, body: "" });
  });
  await page.goto("/my-tickets");
  await expect(page.getByText("Loading your tickets…")).toBeVisible();
  seen.resolve();
  await expect(page.getByText("Failed to load your support tickets. Please try again later.")).toBeVisible();
  await page.unroute("**/api/trpc/**support.list*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No Support Tickets Yet")).toBeVisible();
});

test("a visitor sees the login at /support, /my-tickets and /faq [spec 6 visitors-login]", async ({
  page,
}) => {
  for (const path of ["/support", "/my-tickets", "/faq"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  }
});

test("a client answers in a ticket with the keyboard, and the conversation is in order", async ({ page }) => {
  await register(page, "/my-tickets");
  const ticket = {
    email: "jane@example.org",
    subject: "My lease is stuck",
    message: "It says processing since this morning.",
    category: "technical",
  };
  expect((await page.request.post("/api/support/ticket", { data: ticket })).status()).toBe(200);
  await page.reload();
  const open = page.getByRole("button", { name: "Reply to “My lease is stuck”" });
  await open.press("Enter");
  await expect(page.getByLabel("Your reply")).toBeFocused();
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText("Please enter a reply")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(open).toBeFocused();
  await open.press("Enter");
  await page.keyboard.type("Now it is done, thank you.");
  await page.reload();
  await expect(page.getByLabel("Your reply")).toHaveValue("Now it is done, thank you.");
  await expect(page.getByLabel("Your reply")).not.toBeFocused();
  await page.getByLabel("Your reply").press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Reply sent", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "You replied" })).toBeVisible();
  await expect(page.getByText("Now it is done, thank you.")).toBeVisible();
  await expect(open).toBeFocused();
  await page.reload();
  await open.press("Enter");
  await expect(page.getByLabel("Your reply")).toHaveValue("");
  await page.getByLabel("Your reply").fill("Never mind");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await open.press("Enter");
  await expect(page.getByLabel("Your reply")).toHaveValue("");
});
