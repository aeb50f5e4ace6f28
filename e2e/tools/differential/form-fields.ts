import { join } from "node:path";
import type { Region } from "../../../src/formats/pdf/test-tools.ts";
import { firstLimits, runLimited } from "./readers.ts";

/** For `mutool run`, whose JavaScript is that of 2009. Prints the box of a page, then those of its fields. */
const program = `
var page = new PDFDocument(scriptArgs[0]).loadPage(Number(scriptArgs[1]) - 1);
print(page.bound());
page.getWidgets().forEach(function (field) { print(field.getRect()); });
`;

/** The boxes of the form fields on a page, as MuPDF finds them; parts of width and height. */
export async function findFields(file: string, page: number, folder: string): Promise<Region[]> {
  const script = join(folder, "form-fields.js");
  await Bun.write(script, program);
  const { text } = await runLimited(["mutool", "run", script, file, `${page}`], firstLimits, folder);
  const [size, ...boxes] = text
    .trim()
    .split("\n")
    .map((line) => line.split(",").map(Number));
  const [x = 0, y = 0, right = 0, bottom = 0] = size ?? [];
  const [width, height] = [right - x, bottom - y];
  return boxes.map(([left = 0, top = 0, farRight = 0, low = 0]) => ({
    left: (left - x) / width,
    top: (top - y) / height,
    right: (farRight - x) / width,
    bottom: (low - y) / height,
  }));
}
