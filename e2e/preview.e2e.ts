import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectStamped, onePage, register, test, uploadAndStart } from "./support/browser.ts";
import { writePhoto } from "./support/samples.ts";

/** The requests for the preview, from the start of stamping on. */
async function stampAndSee(page: Page, path: string) {
  await register(page);
  const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith("/preview"));
  await uploadAndStart(page, path);
  await expectStamped(page);
  return asked;
}

test("the preview of a PDF is a frame for a viewer: inline, exact type, framed only by our page [threat E3]", async ({
  page,
  folder,
}) => {
  const answer = await stampAndSee(page, await onePage(folder));
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
  const answer = await stampAndSee(page, path);
  expect(await answer.headerValue("content-type")).toBe("image/jpeg");
  const picture = page.getByRole("img", { name: "Preview of the stamped door.jpg" });
  const contrast = async () => (await sharp(await picture.screenshot()).stats()).channels[0]?.stdev;
  await expect.poll(contrast).toBeGreaterThan(5);
});
