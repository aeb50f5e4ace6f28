import { appendFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import encodeQr from "qr";
import sharp from "sharp";
import { type Picture, pageCount, renderPage, run } from "../src/testing/inspect.ts";
import { decodePicture } from "../src/testing/qr.ts";
import type { Corners } from "../web/features/photographed-pages/corners.ts";
import {
  drawSheet,
  saveJpeg,
  seeCorners,
  takePhoto,
} from "../web/features/photographed-pages/test-photos.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, expectStamped, register, test } from "./support/browser.ts";

/** Black squares near the corners of a sheet, in parts of its width and height, and a QR code. */
const squares = [
  { x: 0.06, y: 0.05, width: 0.03, height: 0.023 },
  { x: 0.8, y: 0.05, width: 0.03, height: 0.023 },
  { x: 0.06, y: 0.9, width: 0.03, height: 0.023 },
  { x: 0.8, y: 0.9, width: 0.03, height: 0.023 },
];
const sheetSize = { width: 850, height: 1100 };
const photoSize = { width: 900, height: 1200 };
const corners = seeCorners(
  { tilt: 0.4, yaw: 0.25, roll: 0.1, distance: 13.5, sheet: { width: 8.5, height: 11 } },
  photoSize,
);

/** A Letter sheet with a QR code that says which one it is, photographed at an angle. */
function photograph(words: string, table?: [number, number, number]) {
  const code = encodeQr(words, "raw");
  const module = { width: 12 / sheetSize.width, height: 12 / sheetSize.height };
  const modules = code.flatMap((row, y) =>
    row.flatMap((isDark, x) =>
      isDark ? [{ ...module, x: 0.25 + x * module.width, y: 0.3 + y * module.height }] : [],
    ),
  );
  const sheet = drawSheet(sheetSize, [...squares, ...modules]);
  return takePhoto({ sheet, corners, size: photoSize, ...(table && { table }) });
}

/** How far the squares on a page of the PDF are from where they were on the sheet, in parts of the page. */
function squaresAway({ data, width, height }: Picture): number {
  const distances = squares.map((square) => {
    let [count, sumX, sumY] = [0, 0, 0];
    for (let y = Math.floor((square.y - 0.02) * height); y < (square.y + 0.043) * height; y++)
      for (let x = Math.floor((square.x - 0.02) * width); x < (square.x + 0.05) * width; x++)
        if ((data[3 * (y * width + x)] ?? 255) < 110) {
          count += 1;
          sumX += (x + 0.5) / width;
          sumY += (y + 0.5) / height;
        }
    return Math.hypot(
      sumX / count - square.x - square.width / 2,
      sumY / count - square.y - square.height / 2,
    );
  });
  return Math.max(...distances);
}

const handles = (page: Page) => page.getByRole("slider");

/** Where a point of the photo is in the window. */
async function placeIn(photo: Locator, { x, y }: { x: number; y: number }) {
  const box = await photo.boundingBox();
  if (!box) throw new Error("The photo is not shown.");
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

/** Puts the corners on those of the sheet: by a tap, by touch, by mouse, and by keys. */
async function placeByHand(page: Page, { 0: first, 1: second, 2: third, 3: fourth }: Corners): Promise<void> {
  const photo = page.getByRole("img", { name: /^Photo: / });
  await photo.scrollIntoViewIfNeeded();
  const tapped = await placeIn(photo, first);
  await page.touchscreen.tap(tapped.x, tapped.y);
  const touch = await page.context().newCDPSession(page);
  const [from, to] = [await placeIn(photo, { x: 1, y: 0 }), await placeIn(photo, second)];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [to] });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  const [start, end] = [await placeIn(photo, { x: 1, y: 1 }), await placeIn(photo, third)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up();
  const last = handles(page).nth(3);
  await last.focus();
  const presses = async (key: string, step: number, distance: number) => {
    for (let times = Math.round(distance / step); times > 0; times--) await page.keyboard.press(key);
  };
  await presses("Shift+ArrowRight", 0.025, Math.floor(fourth.x / 0.025) * 0.025);
  await presses("ArrowRight", 0.0025, fourth.x % 0.025);
  await presses("Shift+ArrowUp", 0.025, Math.floor((1 - fourth.y) / 0.025) * 0.025);
  await presses("ArrowUp", 0.0025, (1 - fourth.y) % 0.025);
}

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test("pages photographed at an angle, one of them sideways, become one straightened PDF in the chosen order, which is stamped once", async ({
    page,
    folder,
  }) => {
    const paths = ["IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg"].map((name) => join(folder, name));
    const [found = "", sideways = "", onWhite = ""] = paths;
    writeFileSync(found, await saveJpeg(photograph("page two")));
    // Stored lying, with the turn in its EXIF, as phones do.
    const upright = photograph("page three");
    const lying = await sharp(upright.data, { raw: { ...photoSize, channels: 4 } })
      .rotate(270)
      .removeAlpha()
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 92 })
      .toBuffer();
    writeFileSync(sideways, lying);
    writeFileSync(onWhite, await saveJpeg(photograph("page one", [232, 232, 230])));
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    await register(page);
    await page.getByRole("link", { name: "Photographed several pages?" }).tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("One PDF of photographed pages");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose photos" }).tap();
    await (await chooser).setFiles(paths);
    await expect(page.getByText("3 pages", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Photograph the next page" })).toBeVisible();
    await expect(page.getByText("We marked the paper that we found.")).toBeVisible();

    await page.getByRole("button", { name: "Page 3: IMG_3.jpg" }).tap();
    await expect(page.getByText("Drag each corner to the edge of the paper")).toBeVisible();
    await expect(handles(page).first()).toHaveAttribute(
      "aria-valuetext",
      "0% from the left, 0% from the top",
    );
    for (const handle of await handles(page).all()) {
      const box = await handle.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await placeByHand(page, corners);
    const [x, y] = [Math.round(100 * corners[3].x), Math.round(100 * corners[3].y)];
    await expect(handles(page).nth(3)).toHaveAttribute(
      "aria-valuetext",
      `${x}% from the left, ${y}% from the top`,
    );
    await page.getByRole("button", { name: "Move earlier" }).press("Enter");
    await page.getByRole("button", { name: "Move earlier" }).press("Enter");
    await expect(page.getByText("The page is now page 1 of 3")).toBeAttached();
    await expectAccessible(page, "photographed pages");

    await page.getByLabel("Name of the document").fill("Lease, Oak Street 4");
    await page.getByRole("button", { name: "Make one PDF of 3 pages" }).tap();
    await expect(page.getByRole("alert")).toHaveText("Please confirm ownership validation before uploading.");
    await page.getByRole("checkbox", { name: /legal owner/ }).tap();
    await page.getByRole("button", { name: "Make one PDF of 3 pages" }).tap();
    await expect(page.getByRole("heading", { name: "Set up the stamp" })).toBeVisible();
    await expect(page.getByText("Lease, Oak Street 4.pdf").first()).toBeVisible();
    expect(sent.filter((path) => path.includes("upload"))).toEqual(["/api/documents/upload"]);
    await page.getByRole("button", { name: "Stamp this document" }).tap();
    await expectStamped(page);

    const [{ id }] = await (await page.request.get("/api/documents")).json();
    const stamped = join(folder, "stamped.pdf");
    writeFileSync(stamped, await (await page.request.get(`/api/documents/${id}/download`)).body());
    expect(await pageCount(stamped)).toBe(3);
    expect((await run(["pdfinfo", stamped])).stdout).toContain("612 x 792 pts (letter)");
    for (const [at, words] of ["page one", "page two", "page three"].entries()) {
      const drawn = await renderPage(stamped, at + 1, 80);
      expect(decodePicture(drawn)).toBe(words);
      // By eye, a corner is placed less exactly.
      expect(squaresAway(drawn)).toBeLessThan(at === 0 ? 0.012 : 0.006);
    }
    expect((await run(["pdfimages", "-list", stamped])).stdout.match(/ jpeg /g)).toHaveLength(3);
  });
});

test("pictures chosen together can be pages of one document in the same project, whose single uploads then go", async ({
  page,
  folder,
}) => {
  const names = ["Receipt.jpg", "IMG_2.png", "IMG_3.jpg"];
  for (const [at, name] of names.entries())
    await sharp({
      create: { width: 400, height: 560, channels: 3, background: { r: 90 * at, g: 200, b: 90 } },
    }).toFile(join(folder, name));
  await register(page);
  const project = await (await page.request.post("/api/projects", { data: { name: "Elm Street 4" } })).json();
  await page.goto(`/projects/${project.id}`);
  await page.getByRole("checkbox", { name: /legal owner/ }).check();
  await page.getByLabel("Document to upload").setInputFiles(names.map((name) => join(folder, name)));
  await expect(page.getByText("3 uploaded, not stamped yet")).toBeVisible();
  await page.getByRole("button", { name: "These are pages of one document" }).click();
  await expect(page.getByText("3 pages", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Name of the document")).toHaveValue("Receipt");

  const pages = page.getByRole("region", { name: "Pages in order" });
  const order = async () =>
    Promise.all((await pages.getByRole("button").all()).map((one) => one.getAttribute("aria-label")));
  await pages.getByRole("listitem").nth(2).dragTo(pages.getByRole("listitem").nth(0));
  await expect.poll(order).toEqual(["Page 1: IMG_3.jpg", "Page 2: Receipt.jpg", "Page 3: IMG_2.png"]);
  await pages.getByRole("button", { name: "Page 3: IMG_2.png" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(pages.getByRole("button")).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(pages.getByRole("button")).toHaveCount(3);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Rotate" }).click();
  await page.getByLabel("Paper size").selectOption("As photographed");

  await page.getByRole("button", { name: "Make one PDF of 2 pages" }).click();
  await expect(page.getByRole("heading", { name: "Set up the stamp" })).toBeVisible();
  const documents = async () =>
    Array.from(
      await (await page.request.get("/api/documents")).json(),
      ({ originalName, projectId }) => `${originalName} ${projectId === project.id}`,
    ).toSorted();
  // The photo that was taken out stays.
  await expect.poll(documents).toEqual(["IMG_2.png true", "Receipt.pdf true"]);
});

test("a photo that cannot be a page has an answer, a photo that changed is named, and without a connection the PDF waits", async ({
  page,
  context,
  folder,
}) => {
  const write = async (name: string, bytes: Buffer | string) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const paper = { width: 85, height: 110, channels: 3 as const, background: "white" };
  const jpeg = await sharp({ create: paper }).jpeg().toBuffer();
  const huge = Buffer.from(jpeg);
  const frame = huge.indexOf(Buffer.from([0xff, 0xc0]));
  huge.writeUInt16BE(12_000, frame + 5);
  huge.writeUInt16BE(16_000, frame + 7);
  const pages = await Promise.all(Array.from({ length: 49 }, (_, at) => write(`Lease ${at + 1}.jpg`, jpeg)));
  await register(page, "/photographed-pages");
  const input = page.getByLabel("Photos of pages");
  await input.setInputFiles([
    await write("damaged.jpg", jpeg.subarray(0, 200)),
    await write("phone.heic", Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic0000")])),
    await write("huge.jpg", huge),
    await write("notes.txt", "no picture"),
    ...pages.slice(0, 1),
  ]);
  const refused = page.getByRole("alert");
  await expect(refused.getByRole("listitem")).toHaveText([
    /^damaged.jpg: this browser can't open it/,
    /^phone.heic: this browser can't open HEIC photos/,
    /^huge.jpg: it has more than 100 megapixels/,
    /^notes.txt: this browser can't open it/,
  ]);
  await expect(page.getByText("1 page", { exact: true })).toBeVisible();
  await expectAccessible(page, "refused photos");
  await input.setInputFiles([...pages.slice(1), pages[0] ?? "", pages[1] ?? ""]);
  await expect(refused).toContainText("Lease 2.jpg: a PDF can have at most 50 pages.");
  await expect(page.getByText("50 pages", { exact: true })).toBeVisible();
  await page.getByRole("checkbox", { name: /legal owner/ }).check();

  const changed = pages[30] ?? "";
  const { atime, mtimeMs } = statSync(changed);
  appendFileSync(changed, "saved again");
  utimesSync(changed, atime, new Date(mtimeMs + 60_000));
  const make = (count: number) => page.getByRole("button", { name: `Make one PDF of ${count} pages` });
  await make(50).click();
  await expect(page.getByText("Page 31: it was changed, moved or deleted since you chose it.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Page 31 of 50" })).toBeVisible();
  await page.getByRole("button", { name: "Remove" }).click();

  await page.getByRole("link", { name: "Your documents" }).click();
  await page.getByRole("dialog", { name: "Leave this page?" }).getByText("Stay", { exact: true }).click();
  await context.setOffline(true);
  await make(49).click();
  await expect(page.getByText("You're offline", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Waiting files" })).toContainText("Lease 1.pdf");
  await context.setOffline(false);
  await expect(page.getByText("1 uploaded, not stamped yet")).toBeVisible();
});
