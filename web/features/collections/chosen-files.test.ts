import { expect, test } from "bun:test";
import {
  addFiles,
  type ChosenFile,
  findRenamed,
  isSystemFile,
  isTooMany,
  proposeTitle,
  readInput,
  removeFile,
  searchFiles,
  showControls,
  withoutRepeated,
} from "./chosen-files.ts";

/** A file as an input element returns it; `folder` is the path that a chosen folder adds. */
function fileNamed(name: string, { size = 1, lastModified = 0, folder = "", letter = "x" } = {}): File {
  const file = new File([letter.repeat(size)], name, { lastModified });
  return Object.defineProperty(file, "webkitRelativePath", { value: folder && `${folder}/${name}` });
}

const choose = (...files: File[]): ChosenFile[] => addFiles([], readInput(files));
/** As the page does: what was chosen again shows once the fingerprints are computed. */
async function addAndHash(chosen: readonly ChosenFile[], ...files: File[]): Promise<ChosenFile[]> {
  const all = addFiles(chosen, readInput(files));
  const hashes = await Promise.all(
    all.map(async ({ path, file }) => [path, Bun.SHA256.hash(await file.arrayBuffer(), "hex")] as const),
  );
  return withoutRepeated(all, new Map(hashes));
}

const paths = (files: readonly ChosenFile[]) => files.map(({ path }) => path);

test("names in any script, composed or decomposed, or written from right to left, are unchanged", () => {
  const names = [
    "e\u0301.txt",
    "\u00e9.txt",
    "照片.jpg",
    "\u202egnp.exe",
    "back\\slash",
    " blank ",
    "👩‍👧.png",
  ];
  expect(paths(choose(...names.map((name) => fileNamed(name)))).toSorted()).toEqual(names.toSorted());
});

test("a control character or half a character in a name is replaced, since no list could contain it, and no file is lost", () => {
  const files = choose(
    fileNamed("a\nb"),
    fileNamed("a\tb", { size: 2 }),
    fileNamed("a_b", { size: 3 }),
    fileNamed("\ud800"),
  );
  expect(paths(files)).toEqual(["a_b", "a_b (2)", "a_b (3)", "\ufffd"]);
  expect(files.map(({ file }) => file.size).toSorted()).toEqual([1, 1, 2, 3]);
  expect(findRenamed(files).map(({ path, chosenPath }) => [showControls(chosenPath), path])).toEqual([
    ["a␊b", "a_b"],
    ["a␉b", "a_b (2)"],
    ["a_b", "a_b (3)"],
    ["\ud800", "\ufffd"],
  ]);
});

test("the same file chosen twice is listed once; another one with the same name gets a number before its extension", async () => {
  const first = choose(fileNamed("plan.pdf"));
  expect(paths(await addAndHash(first, fileNamed("plan.pdf")))).toEqual(["plan.pdf"]);
  const changed = fileNamed("plan.pdf", { lastModified: 5 });
  const both = await addAndHash(first, changed);
  expect(paths(both)).toEqual(["plan (2).pdf", "plan.pdf"]);
  expect(findRenamed(both).map(({ path, chosenPath }) => [chosenPath, path])).toEqual([
    ["plan.pdf", "plan (2).pdf"],
  ]);
  expect(paths(await addAndHash(both, changed))).toEqual(["plan (2).pdf", "plan.pdf"]);
  expect(paths(choose(fileNamed(".env"), fileNamed(".env", { size: 2 })))).toEqual([".env", ".env (2)"]);
});

test("a different file of the same name, size and date is listed too", async () => {
  const both = await addAndHash(choose(fileNamed("plan.pdf")), fileNamed("plan.pdf", { letter: "y" }));
  expect(paths(both)).toEqual(["plan (2).pdf", "plan.pdf"]);
  const again = await addAndHash(both, fileNamed("plan.pdf"), fileNamed("plan.pdf", { letter: "y" }));
  expect(paths(again)).toEqual(["plan (2).pdf", "plan.pdf"]);
});

test("a file that is taken out leaves its path to the next one of the same name, whose number is gone", () => {
  const three = choose(
    fileNamed("plan.pdf"),
    fileNamed("plan.pdf", { size: 2 }),
    fileNamed("plan.pdf", { size: 3 }),
  );
  const { files, moved } = removeFile(three, "plan.pdf");
  expect(files.map(({ path, file }) => [path, file.size])).toEqual([
    ["plan (3).pdf", 3],
    ["plan.pdf", 2],
  ]);
  expect(moved).toEqual({ from: "plan (2).pdf", to: "plan.pdf" });
  const numbered = removeFile(three, "plan (2).pdf");
  expect([paths(numbered.files), numbered.moved]).toEqual([["plan (3).pdf", "plan.pdf"], undefined]);
});

test("files are found by any part of their path, in capitals or not", () => {
  const files = choose(
    fileNamed("IMG_10.jpg", { folder: "Shoot" }),
    fileNamed("IMG_2.jpg", { folder: "Shoot" }),
    fileNamed("U\u0308berweisung.pdf"),
  );
  expect(paths(searchFiles(files, " img_1"))).toEqual(["Shoot/IMG_10.jpg"]);
  expect(paths(searchFiles(files, "shoot/"))).toHaveLength(2);
  expect(paths(searchFiles(files, "\u00dcBER"))).toEqual(["U\u0308berweisung.pdf"]);
  expect(searchFiles(files, "  ")).toBe(files);
});

test("a file that could not be read is not taken for another one", () => {
  const both = choose(fileNamed("plan.pdf"), fileNamed("plan.pdf"));
  expect(paths(withoutRepeated(both, new Map()))).toEqual(["plan (2).pdf", "plan.pdf"]);
});

test("files with the same name in different folders are different files, in natural order", () => {
  const files = choose(
    fileNamed("IMG_10.jpg", { folder: "Shoot" }),
    fileNamed("IMG_2.jpg", { folder: "Shoot" }),
    fileNamed("IMG_2.jpg", { folder: "Shoot/Copies" }),
  );
  expect(paths(files)).toEqual(["Shoot/Copies/IMG_2.jpg", "Shoot/IMG_2.jpg", "Shoot/IMG_10.jpg"]);
  expect(proposeTitle(files)).toBe("Shoot");
  expect(proposeTitle(choose(fileNamed("a"), fileNamed("b", { folder: "Shoot" })))).toBeUndefined();
});

test("empty files are included, and only files that systems create by themselves are left out", () => {
  expect(paths(choose(fileNamed("empty.txt", { size: 0 })))).toEqual(["empty.txt"]);
  expect(["Shoot/.DS_Store", "Thumbs.db", "Thumbs.db.jpg", "my.DS_Store"].map(isSystemFile)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("50,001 files are too many for a collection, and files that are chosen again count once", () => {
  const file = fileNamed("IMG.jpg");
  const all = Array.from({ length: 50_001 }, (_, at) => {
    const path = `Wedding/IMG_${at}.jpg`;
    return { path, chosenPath: path, file };
  });
  const [allowed, last] = [all.slice(0, 50_000), all.slice(50_000)];
  expect(isTooMany([], all)).toBe(true);
  expect(isTooMany([], allowed)).toBe(false);
  expect(isTooMany(allowed, last)).toBe(true);
  expect(isTooMany(allowed, allowed)).toBe(false);
});
