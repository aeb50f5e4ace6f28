import { expect, test } from "bun:test";
import { type PDFArray, PDFDocument, PDFName } from "pdf-lib";
import sharp from "sharp";
import { wholePicture } from "./corners.ts";
import { makePdf, PageError } from "./make-pdf.ts";
import { buildPage, foundCorners, nextPages, noPages, type Pages, ratioOf, sizeOf } from "./pages.ts";
import { proposeName } from "./pdf-name.ts";
import { isHeic, readPictureSize } from "./picture-size.ts";
import { PhotoError, type Straightener } from "./straightener.ts";
import { drawSheet, saveJpeg } from "./test-photos.ts";

const found = [
  { x: 0.1, y: 0.2 },
  { x: 0.9, y: 0.1 },
  { x: 0.8, y: 0.9 },
  { x: 0.2, y: 0.8 },
] as const;

function page(key: string) {
  const photo = { size: { width: 3000, height: 4000 }, preview: new Blob(), found };
  return buildPage(key, new File([key], `${key}.jpg`), photo);
}

const addAll = (...keys: string[]): Pages =>
  keys.reduce(
    (now, key, at) => nextPages(now, { type: "added", page: page(key), isFirst: at === 0 }),
    noPages,
  );
const orderOf = ({ list }: Pages) => list.map(({ key }) => key).join("");

test("pages keep their order until they are moved, and the first new one is selected", () => {
  const pages = addAll("a", "b", "c");
  expect(pages.selected).toBe("a");
  expect(nextPages(pages, { type: "added", page: page("d"), isFirst: true }).selected).toBe("d");
  expect(orderOf(nextPages(pages, { type: "moved", key: "a", to: 2 }))).toBe("bca");
  expect(orderOf(nextPages(pages, { type: "moved", key: "c", to: 0 }))).toBe("cab");
});

test("after a page is removed its neighbor is selected, and undo puts it back in its place", () => {
  const pages = addAll("a", "b", "c");
  const removed = nextPages({ ...pages, selected: "b" }, { type: "removed", key: "b" });
  expect(orderOf(removed)).toBe("ac");
  expect(removed.selected).toBe("c");
  expect(nextPages(addAll("a"), { type: "removed", key: "a" })).toEqual(noPages);
  const b = pages.list[1] ?? page("b");
  expect(nextPages(removed, { type: "restored", page: b, at: 1 })).toEqual({ ...pages, selected: "b" });
});

test("a turned photo keeps its corners on the paper, and the found ones can be restored", () => {
  let pages = nextPages(addAll("a"), { type: "turned", key: "a" });
  const [turned] = pages.list;
  expect(turned && sizeOf(turned)).toEqual({ width: 4000, height: 3000 });
  expect(turned && foundCorners(turned)).toEqual(turned?.corners);
  expect(turned && ratioOf(turned)).toBeCloseTo(1 / ratioOf(page("a")));
  pages = nextPages(pages, { type: "cornersMoved", key: "a", corners: wholePicture });
  expect(pages.list[0]?.corners).toEqual(wholePicture);
});

/** Makes JPEGs of as many bytes as it is asked for at most, or of `bytes`. */
function straightenerOf(bytes: (index: number) => number, asked: number[]): Pick<Straightener, "straighten"> {
  return {
    async straighten({ size, maxBytes }) {
      asked.push(maxBytes);
      const jpeg = await saveJpeg(
        drawSheet({ width: 20, height: Math.round((20 * size.height) / size.width) }, []),
      );
      const length = Math.min(maxBytes, bytes(asked.length - 1));
      return new Blob([new Uint8Array(jpeg), new Uint8Array(Math.max(0, length - jpeg.length))]);
    },
  };
}

test("the PDF has one page for each photo, in order, and stays below the limit of uploads", async () => {
  const asked: number[] = [];
  const { list } = addAll(..."abcdefgh");
  const maxBytes = 200_000;
  const pdf = await makePdf(
    list,
    { title: "Lease", paper: "letter", maxBytes },
    straightenerOf((index) => (index < 3 ? 2_000 : 1_000_000), asked),
    () => undefined,
  );
  expect(pdf.length).toBeLessThanOrEqual(maxBytes);
  expect(pdf.length).toBeGreaterThan(0.9 * maxBytes);
  // The first three took less than their part.
  expect(asked[3]).toBeGreaterThan(asked[0] ?? 0);
  const read = await PDFDocument.load(pdf);
  expect(read.getTitle()).toBe("Lease");
  expect(read.getPages().map((one) => one.getSize())).toEqual(list.map(() => ({ width: 612, height: 792 })));
  expect((read.getPage(0).node.lookup(PDFName.of("Contents")) as PDFArray).size()).toBe(1);
});

test("a photo that cannot be straightened is named", async () => {
  const { list } = addAll("a", "b");
  const failing = {
    straighten: async ({ source }: { source: Blob }) => {
      if ((await source.text()) === "b") throw new PhotoError("changed");
      return new Blob([
        new Uint8Array(
          await sharp({ create: { width: 9, height: 9, channels: 3, background: "white" } })
            .jpeg()
            .toBuffer(),
        ),
      ]);
    },
  };
  const made = makePdf(list, { title: "Lease", paper: "a4", maxBytes: 1e6 }, failing, () => undefined);
  expect(await made.catch((error: unknown) => error)).toEqual(new PageError("b", "changed"));
});

test("the PDF has the name of the first photo, unless a camera or a program gave that", () => {
  for (const name of ["Lease Oak Street.jpg", "Mietvertrag.png", "Jane Doe, receipt 12.jpeg"])
    expect(proposeName(["IMG_1.jpg", name], "Pages")).toBe(name.replace(/\.\w+$/, ""));
  for (const name of [
    "IMG_2041.jpg",
    "Page 1.jpg",
    "image.jpg",
    "PXL_20261127_101112345.jpg",
    "20261127_101112.jpg",
    "DSC00042.JPG",
    "WhatsApp Image 2026-11-27 at 10.11.12.jpeg",
    "Screenshot 2026-11-27 at 10.11.12.png",
    "3f2504e0-4f89-11d3-9a0c-0305e82c3301.jpg",
    ".jpg",
  ])
    expect([name, proposeName([name], "Pages")]).toEqual([name, "Pages"]);
});

test("the size of a picture is known before it is decoded, and a HEIC by its first bytes", async () => {
  const picture = sharp({ create: { width: 321, height: 123, channels: 3, background: "white" } });
  const read = (bytes: Buffer) => readPictureSize(new Uint8Array(bytes));
  const rotated = await picture.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  for (const bytes of [
    rotated,
    await picture.clone().jpeg({ progressive: true }).toBuffer(),
    await picture.png().toBuffer(),
  ])
    expect(read(bytes)).toEqual({ width: 321, height: 123 });
  for (let length = 0; length < 30; length++) expect(read(rotated.subarray(0, length))).toBeUndefined();
  expect(read(Buffer.from("GIF89a, but no picture of that size"))).toBeUndefined();
  expect(isHeic(Buffer.from("0000ftypheic0000"))).toBe(true);
  expect(isHeic(rotated)).toBe(false);
});
