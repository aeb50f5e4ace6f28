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
    return pathname.endsWith(`/${part}`) && !/of=original|size=small/.test(search);
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

test("the setup screen shows page one with the stamp's position, and updates with the user's choice", async ({
  page,
  folder,
}) => {
  await register(page);
  await upload(page, await onePage(folder));
  await expect(
    page.getByRole("img", { name: /^Page one of lease\.pdf.*Right edge, vertical/ }),
  ).toBeVisible();
  await page.getByText("Top left").click();
  await expect(page.getByRole("img", { name: /^Page one of lease\.pdf.*Top left/ })).toBeVisible();
});

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
  const [drawn, stamp] = [await picture.boundingBox(), await picture.locator("+ span").boundingBox()];
  expect(stamp?.x).toBeGreaterThan((drawn?.x ?? 0) + (drawn?.width ?? 0) - 1);
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
