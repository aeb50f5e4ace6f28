import { expect, test } from "bun:test";
import { acceptedExtensions, findRefusal } from "./check-file.ts";

const limit = 50 * 1024 * 1024;

test("documents and pictures are accepted, whatever the case of their extension [spec 5 types]", () => {
  for (const name of [
    "lease.pdf",
    "LEASE.PDF",
    "a.docx",
    "a.doc",
    "a.jpg",
    "a.jpeg",
    "a.png",
    "a.tif",
    "a.tiff",
    "a.jfif",
    "a.jpe",
  ]) {
    expect(findRefusal({ name, size: 1000 })).toBeUndefined();
  }
});

test("other files are refused before they are sent [spec 5 types-refused-page]", () => {
  const sentence = "Unsupported file type. Please upload PDF, DOCX, or image files.";
  for (const name of ["a.exe", "a.pdf.zip", "a.html", "a.jpg.js"])
    expect(findRefusal({ name, size: 1 })).toBe(sentence);
});

test("an empty file is refused before it is sent, and the page says that it is empty", () => {
  const sentence = "Unsupported file type. Please upload PDF, DOCX, or image files.";
  for (const name of ["a.pdf", "a.docx", "a.JPG"])
    expect(findRefusal({ name, size: 0 })).toBe(`${sentence} This file is empty.`);
  expect(findRefusal({ name: "a.exe", size: 0 })).toBe(sentence);
});

test("a picture without an extension, or with that of another format, is sent, for its content decides", () => {
  for (const name of ["IMG_0042.HEIC", "beach.webp", "download", "scan 1.5", "photo of Ms. Smith"])
    expect(findRefusal({ name, size: 1 })).toBeUndefined();
});

test("a Word document is refused with the server's message while it has no converter; a PDF is accepted", () => {
  const sentence = "Word documents are turned off on this server.";
  for (const name of ["quote.docx", "QUOTE.DOC"]) {
    expect(findRefusal({ name, size: 1000 }, sentence)).toBe(sentence);
    expect(findRefusal({ name, size: 1000 })).toBeUndefined();
  }
  expect(findRefusal({ name: "lease.pdf", size: 1000 }, sentence)).toBeUndefined();
});

test("the types of EXTRA_TYPES are offered and sent where the server takes them, and only there", () => {
  const sentence = "Unsupported file type. Please upload PDF, DOCX, or image files.";
  for (const name of ["lease.odt", "lease.rtf", "notes.txt"]) {
    expect(findRefusal({ name, size: 1 }, undefined, true)).toBeUndefined();
    expect(findRefusal({ name, size: 1 }, undefined, false)).toBe(sentence);
  }
  const more = [".odt", ".rtf", ".txt", ".heic", ".heif", ".hif", ".webp", ".avif", ".gif", ".bmp", ".dib"];
  expect(acceptedExtensions(true, true)).toEqual([...acceptedExtensions(true, false), ...more]);
  expect(acceptedExtensions(false, true)).not.toContain(".odt");
});

test("50 MB are accepted, one byte more is not [spec 5 size-page]", () => {
  expect(findRefusal({ name: "a.pdf", size: limit })).toBeUndefined();
  expect(findRefusal({ name: "a.pdf", size: limit + 1 })).toBe("File size exceeds 50MB limit");
});
