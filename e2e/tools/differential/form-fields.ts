import { join } from "node:path";
import type { Region } from "../../../src/formats/pdf/test-tools.ts";
import { firstLimits, runLimited } from "./readers.ts";

/**
 * For `mutool run`, whose JavaScript is that of 2009. Prints the box of a page, then those of its fields and, if
 * requested, of all its annotations.
 */
const program = `
var page = new PDFDocument(scriptArgs[0]).loadPage(Number(scriptArgs[1]) - 1);
print(page.bound());
page.getWidgets().forEach(function (field) { print(field.getRect()); });
function printRectangle(note) {
  var corners = note.getObject().get("Rect"), m = page.getTransform();
  var x = [0, 2].map(function (i) { return corners[i] * m[0] + corners[i + 1] * m[2] + m[4]; });
  var y = [0, 2].map(function (i) { return corners[i] * m[1] + corners[i + 1] * m[3] + m[5]; });
  print([Math.min(x[0], x[1]), Math.min(y[0], y[1]), Math.max(x[0], x[1]), Math.max(y[0], y[1])]);
}
if (scriptArgs[2] === "annotations") page.getAnnotations().forEach(function (note) {
  try { printRectangle(note); } catch (error) { /* Some have no rectangle. */ }
});
`;

/** The boxes of the form fields, or of all annotations, of a page according to MuPDF, relative to width and height. */
export async function findFields(
  file: string,
  page: number,
  folder: string,
  kinds: "fields" | "annotations" = "fields",
): Promise<Region[]> {
  const script = join(folder, "form-fields.js");
  await Bun.write(script, program);
  const { text } = await runLimited(["mutool", "run", script, file, `${page}`, kinds], firstLimits, folder);
  const [size, ...boxes] = text
    .trim()
    .split("\n")
    .map((line) => line.split(",").map(Number));
  const [x = 0, y = 0, right = 0, bottom = 0] = size ?? [];
  const [width, height] = [right - x, bottom - y];
  const part = (value: number, of: number) => Math.min(1, Math.max(0, value / of));
  return boxes.map(([left = 0, top = 0, farRight = 0, low = 0]) => ({
    left: part(left - x, width),
    top: part(top - y, height),
    right: part(farRight - x, width),
    bottom: part(low - y, height),
  }));
}
