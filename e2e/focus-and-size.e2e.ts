import type { Page } from "@playwright/test";
import { findTooWide } from "./support/axe.ts";
import { expect, onePage, register, registerByForm, test, upload } from "./support/browser.ts";
import { openAccount } from "./support/calls.ts";

const pages: Record<string, RegExp> = {
  "/": /^Your documents · /,
  "/documents": /^All documents · /,
  "/collections/new": /^Attest many files at once · /,
  "/photographed-pages": /^One PDF of photographed pages · /,
  "/projects": /^Projects · /,
  "/subscription": /^Plans · /,
  "/payments": /^Payments · /,
  "/support?tab=contact": /^Support · /,
  "/my-tickets": /^My Tickets · /,
  "/notices": /^Notices · /,
  "/faq": /^Frequently asked questions · /,
  "/contact": /^Contact Us · /,
  "/account": /^Your account · /,
  "/account/developers": /^For developers · /,
  "/verify/AT-UNKNOWN": /^Verification Failed · |AT-UNKNOWN/,
};

type Focused = { name: string; coveredBy: string; isInView: boolean; outline: string };

/** The focused element: whether it is in the window, has an outline, and is not covered. */
function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const { left, top, width, height } = element.getBoundingClientRect();
    const places = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.2, 0.5, 0.8].map((y) => ({ x: left + width * x, y: top + height * y })),
    );
    const seen = places.map(({ x, y }) => document.elementFromPoint(x, y));
    const isOwn = (other: Element | null) =>
      other !== null &&
      (element.contains(other) || other.contains(element) || other.closest("label") !== null);
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return {
      name: `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent}`.slice(0, 60),
      coveredBy: seen.some(isOwn) ? "" : (seen[4]?.outerHTML.slice(0, 100) ?? "nothing"),
      isInView: top >= 0 && top + Math.min(height, 20) <= innerHeight,
      outline: `${outlineStyle} ${outlineWidth}`,
    };
  });
}

/** Presses Tab this many times and returns where the focus was not visible. */
async function unseenStops(page: Page, steps: number, key = "Tab"): Promise<Focused[]> {
  const stops: Focused[] = [];
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key);
    // After the last element the focus is in the browser's own toolbar.
    if (await page.evaluate(() => document.hasFocus())) stops.push(await focused(page));
  }
  return stops.filter(
    ({ name, coveredBy, isInView, outline }) =>
      !name.startsWith("BODY") && (coveredBy !== "" || !isInView || !/^(solid|auto) [1-9]/.test(outline)),
  );
}

for (const width of [360, 1280]) {
  test(`at ${width} pixels the focus is always visible, even while a toast is shown`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 640 });
    await registerByForm(page);
    const toast = page.locator("[data-sonner-toast]");
    await toast.hover();
    await expect(page.getByRole("heading", { name: "Upload a document" })).toBeVisible();
    expect(await unseenStops(page, 24)).toEqual([]);
    expect(await unseenStops(page, 24, "Shift+Tab")).toEqual([]);
    await expect(toast).toBeVisible();
    await page.keyboard.press("F8");
    await page.keyboard.press("Escape");
    await expect(toast).toHaveCount(0);
  });
}

test("on a phone a toast covers no button of the header, and its own buttons can be pressed", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await registerByForm(page);
  const toast = page.locator("[data-sonner-toast]");
  await toast.hover();
  const bar = await page.getByRole("banner").boundingBox();
  await expect
    .poll(async () => (await toast.boundingBox())?.y)
    .toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
  const close = await toast.getByRole("button", { name: "Close notification" }).boundingBox();
  expect(Math.min(close?.width ?? 0, close?.height ?? 0)).toBeGreaterThanOrEqual(24);
});

test("each page fits in 320 pixels and with text at twice the size, and has a title and buttons of at least 24 pixels", async ({
  page,
}) => {
  await openAccount(page.request);
  for (const [address, title] of Object.entries(pages)) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(address);
    await expect(page).toHaveTitle(title);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.waitForLoadState("networkidle");
    expect.soft(await findTooWide(page), `${address} at 320 pixels`).toEqual([]);
    expect.soft(await tooSmall(page), `${address}: targets`).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    expect.soft(await findTooWide(page), `${address} with large text`).toEqual([]);
  }
});

/** Controls under 24 pixels in height or width, except links within a sentence (WCAG 2.5.8). */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== "inline")
      .filter((element) => !element.classList.contains("sr-only"))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return Math.min(width, height) < 24;
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  );
}

test("after navigation the focus is on the page's heading, and the title is that of the page", async ({
  page,
}) => {
  await register(page);
  const steps = [
    ["FAQ", "Frequently asked questions"],
    ["Contact", "Contact Us"],
    ["Support", "Support"],
    ["Home", "Your documents"],
  ] as const;
  for (const [link, title] of steps) {
    await page.getByRole("banner").getByRole("link", { name: link, exact: true }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(`^${title} · `));
  }
});

test("automatic changes are announced, and nothing is animated with reduced motion", async ({
  page,
  folder,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await register(page);
  await upload(page, await onePage(folder));
  const answer = Promise.withResolvers<void>();
  await page.route(/documents\.start/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await expect(page.getByRole("heading", { name: "Set up the stamp" })).toBeFocused();
  await page.getByRole("button", { name: "Stamp this document" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Initializing..." })).toBeVisible();
  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll("*")]
        .map((element) => getComputedStyle(element))
        .flatMap(({ transitionDuration, animationDuration }) => [transitionDuration, animationDuration])
        .flatMap((durations) => durations.split(",").map(Number.parseFloat)),
    ),
  );
  expect(longest).toBeLessThan(0.01);
  answer.resolve();
  await expect(page.getByRole("heading", { name: "Your document is stamped" })).toBeFocused();
});
