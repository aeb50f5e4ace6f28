import { expect, test } from "bun:test";
import { findRefusal } from "./check-file.ts";

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
  ]) {
    expect(findRefusal({ name, size: 1000 })).toBeUndefined();
  }
});

test("other files are refused before they are sent [spec 5 types-refused-page]", () => {
  const sentence = "Unsupported file type. Please upload PDF, DOCX, or image files.";
  for (const name of ["a.exe", "pdf", "a.pdf.zip", ""]) expect(findRefusal({ name, size: 1 })).toBe(sentence);
});

test("a photo in Apple's format is refused with the way to a JPG", () => {
  for (const name of ["IMG_0042.HEIC", "beach.heif"]) {
    expect(findRefusal({ name, size: 1 })).toBe(
      "Unsupported file type. Please upload PDF, DOCX, or image files. This photo is in Apple's format, HEIC. Please save it as JPG first.",
    );
  }
});

test("a Word document is refused with the server's message while it has no converter; a PDF is accepted", () => {
  const sentence = "Word documents are turned off on this server.";
  for (const name of ["quote.docx", "QUOTE.DOC"]) {
    expect(findRefusal({ name, size: 1000 }, sentence)).toBe(sentence);
    expect(findRefusal({ name, size: 1000 })).toBeUndefined();
  }
  expect(findRefusal({ name: "lease.pdf", size: 1000 }, sentence)).toBeUndefined();
});

test("50 MB are accepted, one byte more is not [spec 5 size-page]", () => {
  expect(findRefusal({ name: "a.pdf", size: limit })).toBeUndefined();
  expect(findRefusal({ name: "a.pdf", size: limit + 1 })).toBe("File size exceeds 50MB limit");
});
