import { expectAccessible } from "./support/axe.ts";
import { expect, register, test } from "./support/browser.ts";

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 36">
  <style>.sail { fill: #7a1f5c; }</style>
  <path class="sail" d="M2 34 44 2v32z M48 34V10l34 24z"/>
</svg>`;

const privacy = `# What Harbor Notary keeps

We keep **your name** and the fingerprints of your documents. <b onclick="alert(1)">Nothing else.</b>

## How long

| What      | How long |
| --------- | -------- |
| Originals | 48 hours |

- Ask us: [help@harbor.example](mailto:help@harbor.example)
`;

test.use({
  settings: {
    STRIPE_SECRET_KEY: "sk_test_none",
    STRIPE_PUBLISHABLE_KEY: "pk_test_none",
    STRIPE_API_URL: "http://localhost:9",
    CONVERTER: "off",
  },
  site: {
    "site.json": `{
      // The operator's own text.
      "name": "Harbor Notary",
      "accentColor": "#7a1f5c",
      "supportEmail": "help@harbor.example",
      "plans": {
        "trial": { "documents": 5 },
        "payper": { "price": 3.49 },
        "smallbundle": { "offered": false },
        "bundle": { "price": 49, "documents": 40, "badge": { "en": "For schools", "es": "Para escuelas" } },
        "unlimited": { "taxable": false },
      },
    }`,
    "logo.svg": logo,
    "privacy.md": privacy,
    "privacy.es.md": "# Lo que guarda Harbor Notary\n\nSu nombre.\n",
    "terms.md": "Be kind to each other.\n",
  },
});

for (const width of [1280, 360]) {
  test(`the operator's name, logo, color and prices are on the front page, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const refused: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) refused.push(message.text());
    });
    await page.goto("/");
    await expect(page).toHaveTitle(/Harbor Notary/);
    const home = page.getByRole("banner").getByRole("link", { name: "Harbor Notary, home" });
    const picture = home.locator("img");
    await expect(picture).toHaveAttribute("src", /^\/site\/logo-[0-9a-f]{16}\.svg$/);
    expect(await picture.evaluate((img: HTMLImageElement) => [img.complete, img.naturalWidth > 0])).toEqual([
      true,
      true,
    ]);
    await expect(home).toContainText("Harbor Notary");
    const button = page.getByRole("button", { name: "Create your account" });
    await expect(button).toBeVisible();
    const brand = await page.evaluate(() => {
      const probe = document.createElement("i");
      probe.style.setProperty("color", "var(--brand)");
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    expect(brand).toBe("rgb(122, 31, 92)");
    const prices = page.getByRole("region", { name: "Prices" });
    await expect(prices.getByRole("listitem")).toHaveCount(3);
    await expect(prices).toContainText("Your first 5 documents are free.");
    await expect(prices).toContainText("$3.49");
    await expect(prices).toContainText("for 40 documents, one payment");
    await expect(prices).toContainText("a month. Cancel any time.");
    await expect(page.getByText("5 FREE uploads")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(refused).toEqual([]);
  });

  test(`the operator's legal texts are pages of the site, linked in the footer, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/");
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("What Harbor Notary keeps");
    const text = page.getByRole("article");
    await expect(text.getByRole("heading", { name: "How long" })).toBeVisible();
    await expect(text.getByRole("row", { name: "Originals 48 hours" })).toBeVisible();
    await expect(text).toContainText('<b onclick="alert(1)">Nothing else.</b>');
    await expect(text.getByRole("link", { name: "help@harbor.example" })).toHaveAttribute(
      "href",
      "mailto:help@harbor.example",
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.getByRole("contentinfo").getByRole("link", { name: "Terms of Service" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms of Service");
    await expect(page.getByRole("article")).toHaveText("Be kind to each other.");
  });
}

test("a legal text is in the page's first bytes, so that it can be read without scripts", async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.origin });
  const page = await context.newPage();
  await page.goto("/privacy");
  await expect(page.getByRole("article")).toContainText("We keep your name");
  await context.close();
});

test("in Spanish, the operator's Spanish text, badge and prices are shown, and the English text where there is no Spanish one", async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ locale: "es-MX", baseURL: product.origin });
  const page = await context.newPage();
  await page.goto("/privacy");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lo que guarda Harbor Notary");
  await expect(page.getByRole("article")).toHaveText("Su nombre.");
  await page.goto("/terms");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Condiciones del servicio");
  await expect(page.getByRole("article")).toHaveAttribute("lang", "en");
  await register(page, "/subscription");
  const bundle = page.getByRole("region", { name: "Paquete", exact: true });
  await expect(bundle).toContainText("Para escuelas");
  await expect(bundle).toContainText("40 documentos");
  await context.close();
});

test("signed in, the plans are the operator's, and the legal texts can be read", async ({ page }) => {
  await register(page, "/subscription");
  const bundle = page.getByRole("region", { name: "Bundle", exact: true });
  await expect(bundle).toContainText("$49.00");
  await expect(bundle).toContainText("For schools");
  await expect(bundle).toContainText("40 documents");
  await expect(page.getByRole("region", { name: "Small Bundle" })).toHaveCount(0);
  await expect(page.getByText("+ applicable taxes")).toHaveCount(0);
  await expect(page.getByText("0 of 5 documents used")).toBeVisible();
  await page.goto("/faq");
  await expect(page.getByRole("banner")).toContainText("Harbor Notary");
  await page.goto("/privacy");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What Harbor Notary keeps");
  await expect(page.getByRole("article")).toContainText("We keep your name");
});

test("every page of a customized site is accessible, in both themes", async ({ page }) => {
  for (const path of ["/", "/privacy", "/terms"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page, `customized ${path}`);
  }
  await register(page, "/subscription");
  await expect(page.getByRole("region", { name: "Bundle", exact: true })).toBeVisible();
  await expectAccessible(page, "customized plans");
});
