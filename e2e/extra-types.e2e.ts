import { join } from "node:path";
import sharp from "sharp";
import { expect, expectStamped, register, test, uploadAndStart } from "./support/browser.ts";

test.use({ settings: { EXTRA_TYPES: "on", CONVERTER: "off" } });

test("where the operator takes more types, the page offers them and stamps a photo from a phone", async ({
  page,
  folder,
}) => {
  await register(page);
  await expect(page.getByText(/PNG, JPG, TIFF, HEIC, WebP, AVIF, GIF or BMP, up to 50 MB/)).toBeVisible();
  const input = page.getByLabel("Document to upload");
  await expect(input).toHaveAttribute("accept", /^\.pdf,.*\.heic,.*\.webp,\.avif,\.gif,\.bmp/);
  await expect(input).not.toHaveAttribute("accept", /\.odt/);
  const path = join(folder, "beach.avif");
  await sharp({ create: { width: 400, height: 300, channels: 3, background: "#4a7" } })
    .avif()
    .toFile(path);
  await uploadAndStart(page, path);
  await expectStamped(page);
  await expect(page.getByText("The picture was converted from AVIF to JPEG")).toBeVisible();
  await page.goto("/faq");
  await page.getByText(/^Which files can I upload/).click();
  await expect(
    page.getByText(
      "on the home screen also TIFF, HEIC, WebP, AVIF, GIF and BMP. This server doesn't convert",
    ),
  ).toBeVisible();
});
