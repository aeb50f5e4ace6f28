import { CARDS } from "../src/testing/stripe/payment-methods.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, register } from "./support/browser.ts";
import { fromSource, type Product, startProduct } from "./support/product.ts";
import { test as withStripe } from "./support/shop.ts";

/** A server whose price list says that an office pays for each member. */
const test = withStripe.extend<object, { product: Product }>({
  product: [
    async ({ stripe }, use) => {
      const settings = { ...stripe.settings, CONVERTER: "off" };
      const prices = { plans: { unlimited: { perMember: true, price: 12.5 } } };
      const product = await startProduct(settings, fromSource({ "site.json": JSON.stringify(prices) }));
      const url = `${product.origin}/api/stripe/webhook`;
      stripe.control.pointWebhooksTo({ url, secret: stripe.webhookSecret });
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
});

test("an owner sees what each member costs before paying and before inviting, and what is paid for after it", async ({
  page,
  browser,
  product,
}) => {
  await register(page, "/subscription");
  const unlimited = page.getByRole("region", { name: "Unlimited Monthly" });
  await expect(unlimited).toContainText("$12.50/month");
  await expect(unlimited).toContainText("In an office: for each member who may stamp");
  await page.goto("/faq");
  await expect(page.getByText("without a limit, in an office for each member who may stamp.")).toBeAttached();
  await page.goto("/office");
  await page.getByLabel("Name of the office").fill("Doe & Partners LLP");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("link", { name: "Doe & Partners LLP" }).first().click();
  await expect(page.getByText("You are working for Doe & Partners LLP.")).toBeVisible();
  await expect(page.getByText("Each additional member")).toHaveCount(0);

  await page.goto("/subscription");
  await expect(unlimited).toContainText("$12.50/member/month");
  await expect(unlimited).toContainText("For the 1 member who may stamp: $12.50 a month.");
  await expectAccessible(page, "plans for each member");
  await page.getByRole("button", { name: "Choose Unlimited Monthly" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("$12.50 for each member who may stamp, now 1.");
  await page.getByLabel("Card number").fill(CARDS.works);
  await page.getByLabel("Expiration date").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(page.getByText("Payment successful")).toBeVisible();
  await expect(page).toHaveURL("/");

  await page.goto("/office");
  const invite = page.getByRole("region", { name: "Invite someone" });
  await expect(invite).toContainText("Each additional member who may stamp adds $12.50 a month to the plan");
  await expectAccessible(page, "an office with a plan for each member");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await page.getByLabel("Invitation link", { exact: true }).inputValue();

  const context = await browser.newContext({ baseURL: product.origin });
  const guest = await context.newPage();
  await register(guest);
  await guest.goto(link);
  await guest.getByRole("button", { name: "Accept" }).click();
  await expect(guest.getByText("You are now a member of Doe & Partners LLP.")).toBeVisible();
  await context.close();

  const readPlan = async () => {
    await page.goto("/subscription");
    return page.getByRole("region", { name: "Your plan" }).textContent();
  };
  await expect.poll(readPlan).toContain("Paid for 2 members, $12.50 a month each");
  await expect(unlimited).toContainText("Renews every month until you cancel");
  await page.goto("/office");
  const log = page.getByRole("region", { name: "What happened" });
  await expect(
    log.getByRole("listitem").filter({ hasText: "the plan is for a different number of members" }),
  ).toContainText("1 → 2");
  await expect(log.getByRole("listitem").filter({ hasText: "the plan changed" }).first()).toContainText(
    "paid",
  );
  await page.getByRole("link", { name: /^Notices/ }).click();
  await expect(page.getByText("The office now pays for a different number of members.")).toBeVisible();

  await page.goto("/subscription");
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await expect(unlimited).toContainText(/Canceled: it ends on .+\. Then you can choose it again\./);
  await expect(unlimited).not.toContainText("Renews every month");
  await page.goto("/office");
  await expect(invite).toContainText("adds the part of $12.50 a month for the days until then");
});
