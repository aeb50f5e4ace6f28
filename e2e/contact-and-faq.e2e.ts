import { expect, register, test } from "./support/browser.ts";

test("contact form: editing, sent, and editing again on 'Send Another Message' [spec 2 contact-sent] [spec 4 contact-form]", async ({
  page,
}) => {
  await page.goto("/contact");
  await expect(page.getByRole("main").getByRole("link", { name: "Home", exact: true })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "About Attestamp" })).toBeVisible();
  await page.getByLabel("Name").fill("Vera");
  await page.getByLabel("Email").fill("vera@example.org");
  await page.getByLabel("Subject").fill("Maps");
  await page.getByLabel("Message", { exact: true }).fill("Do you stamp maps?");
  await page.getByRole("button", { name: "Send message" }).click();
  const toast = page.locator("[data-sonner-toast]");
  await expect(toast).toContainText("Message sent!");
  await expect(toast).toContainText("We'll get back to you as soon as possible.");
  await expect(page.getByRole("heading", { name: "Thank you. We got your message." })).toBeFocused();
  await expect(page.getByLabel("Message", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Send Another Message" }).click();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");
});

test("other forms: every field of the contact form is required [spec 2 contact-required] [spec 5 contact-screen]", async ({
  page,
}) => {
  await page.goto("/contact");
  await page.getByRole("button", { name: "Send message" }).click();
  for (const field of ["Name", "Email", "Subject", "Message"]) {
    await expect(page.getByText(`${field} is required`)).toBeVisible();
  }
  await expect(page.getByLabel("Name")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
});

test("contact: 'Failed to send message. Please try again.' if the server gives no reason; no input is lost [spec 8 contact]", async ({
  page,
}) => {
  await page.goto("/contact");
  await page.route("**/api/trpc/support.contact*", (route) => route.abort());
  await page.getByLabel("Name").fill("Vera");
  await page.getByLabel("Email").fill("vera@example.org");
  await page.getByLabel("Subject").fill("Maps");
  await page.getByLabel("Message", { exact: true }).fill("Do you stamp maps?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("main").getByText("Failed to send message. Please try again.")).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Do you stamp maps?");
});

test("the upload leads to the answer about who can see what, which is open", async ({ page }) => {
  await register(page);
  await page.getByRole("link", { name: "Who can see what" }).click();
  await expect(page.locator("details[open]").getByRole("heading")).toHaveText(/see my documents/);
});

test("FAQ: 'No questions found for this category.' if no question has the search words [spec 2 faq-empty]", async ({
  page,
}) => {
  await register(page, "/faq");
  await page.getByLabel("Search the questions").fill("giraffe");
  await expect(page.getByText("No questions found for this category.")).toBeVisible();
});
