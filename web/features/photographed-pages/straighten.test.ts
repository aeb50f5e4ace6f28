import { expect, test } from "bun:test";
import sharp from "sharp";
import { isPage, moveCorner, type Size, scaleCorners, turnCorners, wholePicture } from "./corners.ts";
import { findSheet, searchedSide } from "./find-sheet.ts";
import { ratioOfSheet } from "./perspective.ts";
import { type Pixels, straighten } from "./straighten.ts";
import { drawSheet, seeCorners, takePhoto } from "./test-photos.ts";

const letter = { width: 8.5, height: 11 };
const photoSize = { width: 600, height: 800 };
const marks = [
  { x: 0.1, y: 0.1, width: 0.05, height: 0.04 },
  { x: 0.85, y: 0.1, width: 0.05, height: 0.04 },
  { x: 0.1, y: 0.86, width: 0.05, height: 0.04 },
  { x: 0.5, y: 0.5, width: 0.05, height: 0.04 },
];
const lines = Array.from({ length: 20 }, (_, line) => ({
  x: 0.2,
  y: 0.2 + line / 40,
  width: 0.25,
  height: 0.008,
}));
const sheet = drawSheet({ width: 510, height: 660 }, [...marks, ...lines]);
const atAnAngle = seeCorners({ tilt: 0.5, yaw: 0.35, roll: 0.15, distance: 14, sheet: letter }, photoSize);

/** As the browser makes it smaller to search for the sheet. */
async function makeSmall({ data, ...size }: Pixels): Promise<Pixels> {
  const scale = searchedSide / Math.max(size.width, size.height);
  const { data: small, info } = await sharp(data, { raw: { ...size, channels: 4 } })
    .resize(Math.round(size.width * scale), Math.round(size.height * scale))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(small) };
}

/** The middle of the dark pixels in a part of the page, in parts of the page. */
function darkMiddle({ data, width, height }: Pixels, part: Size & { x: number; y: number }) {
  let [count, sumX, sumY] = [0, 0, 0];
  for (let y = Math.floor(part.y * height); y < (part.y + part.height) * height; y++)
    for (let x = Math.floor(part.x * width); x < (part.x + part.width) * width; x++)
      if ((data[4 * (y * width + x)] ?? 255) < 110) {
        count += 1;
        sumX += x + 0.5;
        sumY += y + 0.5;
      }
  return { x: sumX / count / width, y: sumY / count / height };
}

test("what is on a page photographed at an angle is where it was on the page", () => {
  const photo = takePhoto({ sheet, corners: atAnAngle, size: photoSize });
  const page = straighten(photo, scaleCorners(atAnAngle, photoSize), { width: 850, height: 1100 });
  for (const mark of marks) {
    const around = { x: mark.x - 0.02, y: mark.y - 0.02, width: 0.09, height: 0.08 };
    const middle = darkMiddle(page, around);
    expect(Math.abs(middle.x - (mark.x + mark.width / 2))).toBeLessThan(0.003);
    expect(Math.abs(middle.y - (mark.y + mark.height / 2))).toBeLessThan(0.003);
  }
});

test("a picture that is not at an angle stays as it is", () => {
  const whole = scaleCorners(wholePicture, sheet);
  const same = straighten(sheet, whole, { width: sheet.width, height: sheet.height });
  expect(Buffer.compare(Buffer.from(same.data), Buffer.from(sheet.data))).toBe(0);
});

test("a sheet on a darker table is found, in a shadow too, and has the shape of its paper", async () => {
  for (const [table, shadow] of [
    [undefined, 0.2],
    [[120, 120, 125], 0.5],
    [[70, 50, 40], 0.7],
  ] as const) {
    const photo = takePhoto({
      sheet,
      corners: atAnAngle,
      size: photoSize,
      shadow,
      ...(table && { table: [...table] as [number, number, number] }),
    });
    const found = findSheet(await makeSmall(photo));
    const away = found?.map(({ x, y }, at) =>
      Math.hypot(x - (atAnAngle[at]?.x ?? 0), y - (atAnAngle[at]?.y ?? 0)),
    );
    expect(Math.max(...(away ?? [1]))).toBeLessThan(0.01);
    expect(Math.abs(ratioOfSheet(found ?? wholePicture, photoSize) / (8.5 / 11) - 1)).toBeLessThan(0.03);
  }
});

test("where no single sheet stands out, no corners are guessed", async () => {
  const onWhite = takePhoto({ sheet, corners: atAnAngle, size: photoSize, table: [232, 232, 230] });
  expect(findSheet(await makeSmall(onWhite))).toBeUndefined();
  const scan = await makeSmall(sheet);
  expect(findSheet(scan)).toBeUndefined();
  expect(findSheet(drawSheet({ width: 1, height: 1 }, []))).toBeUndefined();
});

test("the shape of a sheet is that of its paper at every angle", () => {
  for (const tilt of [0, 0.3, 0.6])
    for (const yaw of [-0.4, 0, 0.5])
      for (const paper of [letter, { width: 21, height: 29.7 }, { width: 8, height: 20 }]) {
        const distance = 2 * Math.hypot(paper.width, paper.height);
        const corners = seeCorners({ tilt, yaw, roll: 0.1, distance, sheet: paper }, photoSize);
        const ratio = ratioOfSheet(corners, photoSize);
        expect(Math.abs(ratio / (paper.width / paper.height) - 1)).toBeLessThan(0.02);
      }
});

test("a corner stays in the picture, and no move makes something that is no page", () => {
  expect(moveCorner(wholePicture, 0, { x: -1, y: 0.2 })[0]).toEqual({ x: 0, y: 0.2 });
  expect(moveCorner(wholePicture, 0, { x: 0.9, y: 0.9 })).toBe(wholePicture);
  expect(isPage([wholePicture[1], wholePicture[0], wholePicture[2], wholePicture[3]])).toBe(false);
});

test("turning a photo turns the corners with it, and four turns change nothing", () => {
  const [topLeft, , , bottomLeft] = atAnAngle;
  const turned = turnCorners(atAnAngle, 1);
  expect(turned[0]).toEqual({ x: 1 - bottomLeft.y, y: bottomLeft.x });
  expect(turned[1]).toEqual({ x: 1 - topLeft.y, y: topLeft.x });
  for (const [at, corner] of turnCorners(turned, 3).entries()) {
    expect(corner.x).toBeCloseTo(atAnAngle[at]?.x ?? -1);
    expect(corner.y).toBeCloseTo(atAnAngle[at]?.y ?? -1);
  }
});
