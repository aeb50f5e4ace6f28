import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectStamped, onePage, register, test, upload, uploadAndStart } from "./support/browser.ts";
import { writePhoto } from "./support/samples.ts";

const picturePath = "**/api/documents/*/picture?of=stamped&size=large";

/** The answer to the first request for this part of the document after stamping has started. */
async function stampAndSee(page: Page, path: string, part: "preview" | "picture") {
  await register(page);
  const asked = page.waitForResponse((answer) => {
    const { pathname, search } = new URL(answer.url());
    return pathname.endsWith(`/${part}`) && !/of=original|of=preview|size=small/.test(search);
  });
  await uploadAndStart(page, path);
  await expectStamped(page);
  return asked;
}

test("the finished panel shows page one and one main action, and the others under More", async ({
  page,
  folder,
}) => {
  const answer = await stampAndSee(page, await onePage(folder), "picture");
  expect(await answer.headerValue("content-type")).toBe("image/webp");
  const picture = page.getByRole("img", { name: "Preview of the stamped lease.pdf" });
  await expect(picture).toBeVisible();
  await expect(picture).toHaveJSProperty("naturalHeight", 1200);
  const evidence = page.getByRole("link", { name: "Download evidence pack", exact: true });
  await expect(evidence).toBeHidden();
  await page.locator("summary", { hasText: "More" }).press("Enter");
  await expect(evidence).toBeVisible();
  await page.getByRole("button", { name: "Email", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("the setup screen shows page one with its stamp, which follows the user's choices, and its button stays in view", async ({
  page,
  folder,
}) => {
  await register(page);
  await upload(page, await onePage(folder));
  const first = page.getByRole("img", { name: /^Page one of lease\.pdf.*Right edge, vertical/ });
  await expect(first).toBeVisible();
  const button = page.getByRole("button", { name: "Stamp this document" });
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.getByRole("heading", { name: "Set up the stamp" }).evaluate((title) => title.scrollIntoView());
    await expect(button).toBeInViewport({ ratio: 1 });
    // Not even a toast covers it.
    const seen = await button.evaluate((element) => {
      const { left, top, width: wide, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + wide / 2, top + height / 2));
    });
    expect(seen).toBe(true);
  }
  const before = await blueInk(await first.screenshot());
  await page.getByText("Top left").click();
  const moved = page.getByRole("img", { name: /^Page one of lease\.pdf.*Top left/ });
  await expect(moved).toBeVisible();
  const after = await blueInk(await moved.screenshot());
  expect([before.right > before.top, after.top > after.right]).toEqual([true, true]);
  await page.getByText("More options").click();
  const withoutCode = page.waitForResponse((answer) => answer.url().includes("qrCode=off"));
  await page.getByLabel("QR code in the stamp").selectOption("No");
  expect((await withoutCode).status()).toBe(200);
});

/** How much of the upper and of the right tenth of a picture has the tint of a stamp. */
async function blueInk(picture: Buffer): Promise<{ top: number; right: number }> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  let [top, right] = [0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red = 0, green = 0] = data.subarray((y * width + x) * 3);
      if (green - red < 6) continue;
      if (y < height / 10) top += 1;
      if (x > width * 0.9) right += 1;
    }
  }
  return { top, right };
}

test("the setup screen shows the stamp next to a picture, because it covers nothing of it", async ({
  page,
  folder,
}) => {
  await register(page);
  const path = join(folder, "beach.png");
  await sharp({ create: { width: 400, height: 300, channels: 3, background: "#4a7" } })
    .png()
    .toFile(path);
  await upload(page, path);
  await expect(page.getByText("Next to your picture, covering none of it")).toBeVisible();
  const picture = page.getByRole("img", {
    name: "beach.png. The stamp goes next to the picture: Right edge",
  });
  await expect(picture).toBeVisible();
  const shape = await picture.evaluate((one: HTMLImageElement) => one.naturalWidth / one.naturalHeight);
  expect(shape).toBeGreaterThan(400 / 300);
});

test("the preview of a PDF that cannot be drawn is a frame for a viewer: inline, exact type, framed only by our page [threat E3]", async ({
  page,
  folder,
}) => {
  await page.route(picturePath, (route) => route.abort());
  const answer = await stampAndSee(page, await onePage(folder), "preview");
  expect(answer.status()).toBe(200);
  expect(await answer.headerValue("content-type")).toBe("application/pdf");
  expect(await answer.headerValue("content-disposition")).toMatch(/^inline; /);
  expect(await answer.headerValue("content-security-policy")).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
  );
  const frame = page.getByTitle("Preview of the stamped lease.pdf");
  await expect(frame).toBeVisible();
  // With that attribute Chromium shows a broken page instead of its viewer.
  expect(await frame.getAttribute("sandbox")).toBeNull();
});

test("the preview of a picture is the stamped picture, and it is visible [threat E3]", async ({
  page,
  folder,
}) => {
  const path = join(folder, "door.jpg");
  await writePhoto(path, 400, 300);
  const answer = await stampAndSee(page, path, "picture");
  expect(await answer.headerValue("content-type")).toBe("image/webp");
  const picture = page.getByRole("img", { name: "Preview of the stamped door.jpg" });
  const contrast = async () => (await sharp(await picture.screenshot()).stats()).channels[0]?.stdev;
  await expect.poll(contrast).toBeGreaterThan(5);
});
