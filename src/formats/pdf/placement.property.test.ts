import { expect, test } from "bun:test";
import fc from "fast-check";
import { forTwoSeconds } from "../../testing/test-properties.ts";
import { stampPositions } from "../stamp/stamp.ts";
import { defaultResources, onePage, pdfWithObjectStream, pdfWithTable, unpacked } from "./test-documents.ts";
import { readStamp } from "./test-stamp-reader.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";

type Corners = [number, number, number, number];

/** Points with up to two decimals, as programs write them. */
const hundredths = (least: number, most: number) =>
  fc.integer({ min: least * 100, max: most * 100 }).map((value) => value / 100);

/** Two corners in any order: a page of 1 point to 200 inches with any origin. */
const box = fc
  .tuple(
    hundredths(-20_000, 20_000),
    hundredths(-20_000, 20_000),
    hundredths(1, 14_400),
    hundredths(1, 14_400),
  )
  .chain(([x, y, width, height]) =>
    fc.constantFrom<Corners>(
      [x, y, x + width, y + height],
      [x + width, y + height, x, y],
      [x, y + height, x + width, y],
    ),
  )
  .map((corners): Corners => corners);

/** A part of another box, a box around it, one that only touches it, and a separate one. */
const getCrop = ([left, bottom, right, top]: Corners) =>
  fc
    .tuple(hundredths(-1, 1), hundredths(-1, 1), hundredths(-1, 1), hundredths(-1, 1))
    .map(([a, b, c, d]): Corners => {
      const [width, height] = [right - left, top - bottom];
      return [left + a * width, bottom + b * height, right + c * width, top + d * height];
    });

const page = box.chain((media) =>
  fc.record({
    media: fc.constant(media),
    crop: fc.option(getCrop(media), { nil: undefined }),
    rotate: fc.option(fc.oneof(fc.constantFrom(0, 90, 180, 270, -90, 450, 45), fc.integer()), {
      nil: undefined,
    }),
    unit: fc.option(hundredths(0, 20), { nil: undefined }),
    position: fc.constantFrom(...stampPositions),
    clientName: fc.constantFrom("Jane Doe", "J. R. Doe", "Jane ".repeat(40)),
    write: fc.constantFrom(pdfWithTable, pdfWithObjectStream),
  }),
);

/** Left, bottom, right and top of what a reader shows (ISO 32000-2, 14.11.2): the crop box clipped to the page. */
function visible(media: Corners, crop: Corners | undefined): Corners {
  const whole = sorted(media);
  const [left, bottom, right, top] = crop ? sorted(crop) : whole;
  const cut: Corners = [
    Math.max(whole[0], left),
    Math.max(whole[1], bottom),
    Math.min(whole[2], right),
    Math.min(whole[3], top),
  ];
  const isSeen = cut[2] - cut[0] > 0.001 && cut[3] - cut[1] > 0.001;
  return isSeen ? cut : whole;
}

const sorted = ([x1, y1, x2, y2]: Corners): Corners => [
  Math.min(x1, x2),
  Math.min(y1, y2),
  Math.max(x1, x2),
  Math.max(y1, y2),
];

test("whatever its boxes, rotation and unit, a page's stamp is inside its visible part and readable", () => {
  fc.assert(
    fc.property(page, ({ media, crop, rotate, unit, position, clientName, write }) => {
      const entries = [
        `/MediaBox [${media.map(written).join(" ")}]`,
        crop && `/CropBox [${crop.map(written).join(" ")}]`,
        rotate !== undefined && `/Rotate ${rotate}`,
        unit !== undefined && `/UserUnit ${unit}`,
      ].filter(Boolean);
      const objects = onePage({
        page: `${entries.join(" ")} ${defaultResources} /Contents 4 0 R`,
        content: unpacked("0 g"),
      });
      const { text, bounds } = readStamp(stamped(write(objects), { position, clientName }).file);
      expect(text).toContain(defaultStamp.serialNumber);
      const seen = visible(media, crop);
      const slack = 0.0005 * Math.max(seen[2] - seen[0], seen[3] - seen[1]) + 0.0001;
      const [left, bottom, right, top] = bounds;
      expect(Math.min(left - seen[0], bottom - seen[1], seen[2] - right, seen[3] - top)).toBeGreaterThan(
        -slack,
      );
      expect(Math.min(right - left, top - bottom)).toBeGreaterThan(0);
    }),
    forTwoSeconds(),
  );
});

const written = (value: number) => value.toFixed(4);
