import { describe, expect, test } from "bun:test";
import {
  certificateFileName,
  cleanDisplayName,
  cleanFileName,
  evidenceFileName,
  fileNameFromTitle,
  portableFileName,
  removedFileName,
  stampedFileName,
  zipFileName,
} from "./file-names.ts";

describe("the name of an uploaded file", () => {
  test("keeps text in any language", () => {
    for (const name of [
      "lease.pdf",
      "договор аренды.pdf",
      "契約書.docx",
      "عقد.pdf",
      "plan 👩‍👩‍👧 final 1️⃣.png",
      "قرارداد علی‌رضا.pdf",
    ]) {
      expect(cleanFileName(name)).toBe(name);
    }
  });

  test("is the same however its accents were typed", () => {
    expect(cleanFileName("cafe\u0301.pdf")).toBe("caf\u00e9.pdf");
  });

  test("loses folders, line breaks and characters that reverse the text [threat D1]", () => {
    expect(cleanFileName("../../etc/passwd.pdf")).toBe("passwd.pdf");
    expect(cleanFileName("C:\\Users\\jane\\deed.pdf")).toBe("deed.pdf");
    expect(cleanFileName("a\r\nSet-Cookie: x\u0000.pdf")).toBe("aSet-Cookie: x.pdf");
    expect(cleanFileName("invoice\u202Efdp.exe")).toBe("invoicefdp.exe");
  });

  test("has no invisible characters, no second column and no marks over other lines", () => {
    expect(cleanFileName("le\u200bas\u00ade\u2060\u3164\u{e0041}.pdf")).toBe("lease.pdf");
    expect(cleanFileName("lease.pdf\u00a0\u00a0\u3000  Verified.pdf")).toBe("lease.pdf Verified.pdf");
    expect(cleanFileName(`le\u00a0ase${"\u0489".repeat(20)}.pdf`)).toBe(
      `le\u00a0ase${"\u0489".repeat(8)}.pdf`,
    );
  });

  test("is never empty", () => {
    for (const name of ["", " ", "\u202e", "a/", ".."]) expect(cleanFileName(name)).toBe("document");
  });

  test("is cut to 255 bytes without breaking a letter, and keeps its extension [threat D1]", () => {
    const short = cleanFileName(`${"👩‍👩‍👧".repeat(40)}.pdf`);
    expect(new TextEncoder().encode(short).length).toBeLessThanOrEqual(255);
    expect(short).toBe(`${"👩‍👩‍👧".repeat(13)}.pdf`);
  });

  test("is also cut if the text after the dot is not an extension", () => {
    expect(cleanFileName(`a.${"b".repeat(400)}`)).toBe(`a.${"b".repeat(253)}`);
  });
});

test("what a person types keeps its slashes where it is shown, and no part of it is cut off in a file's name", () => {
  for (const typed of ["Lease 2024/25", "Roof: 2/3.pdf", "and\\or", "12/14 Oak Street"]) {
    expect(cleanDisplayName(typed)).toBe(typed);
    expect(fileNameFromTitle(typed)).toBe(typed.replace(/[/\\]/, "_"));
  }
  expect(portableFileName(cleanDisplayName("Roof: 2/3.pdf"))).toBe("Roof_ 2_3.pdf");
  expect(fileNameFromTitle("../../etc/passwd")).toBe(".._.._etc_passwd");
  expect(cleanFileName("C:\\fakepath\\deed.pdf")).toBe("deed.pdf");
  for (const blank of ["", " ", ".."])
    expect([cleanDisplayName(blank), fileNameFromTitle(blank)]).toEqual(["document", "document"]);
});

test("a project's ZIP file has the project's name, in a form that every system accepts", () => {
  const names: [title: string, name: string][] = [
    ["12 Oak Street", "12 Oak Street 2026-11-26.zip"],
    ["Contract v1.2", "Contract v1.2 2026-11-26.zip"],
    ["Dach / Süd: Teil <1>?", "Dach _ Süd_ Teil _1__ 2026-11-26.zip"],
    ["..\\..\\etc", "_.._etc 2026-11-26.zip"],
    [".hidden.", "hidden 2026-11-26.zip"],
    ["...", "documents 2026-11-26.zip"],
    ["屋根の修理", "屋根の修理 2026-11-26.zip"],
  ];
  for (const [title, name] of names) expect([title, zipFileName(title, "2026-11-26")]).toEqual([title, name]);
  for (const letter of ["a", "é", "屋", "👩‍👩‍👧"]) {
    const name = zipFileName(letter.repeat(220), "2026-11-26");
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(215);
    expect(name.replace(" 2026-11-26.zip", "").replaceAll(letter.normalize("NFC"), "")).toBe("");
  }
});

test("downloads are named after the original [spec 7 file-names]", () => {
  expect(stampedFileName("lease.pdf", "application/pdf", "application/pdf")).toBe("Stamped_lease.pdf");
  expect(stampedFileName("lease.v2.docx", "application/msword", "application/pdf")).toBe(
    "Stamped_lease.v2.pdf",
  );
  expect(stampedFileName("photo.JPG", "image/jpeg", "image/jpeg")).toBe("Stamped_photo.JPG");
  expect(certificateFileName("My lease.v2.docx")).toBe("Certificate_of_Affidavit_My lease.v2.pdf");
  expect(evidenceFileName("My lease.v2.docx")).toBe("Evidence_My lease.v2.zip");
});

test("the stamped copy of a picture has the extension of what it is", () => {
  for (const [name, type, stamped] of [
    ["scan.jpg", "image/png", "Stamped_scan.png"],
    ["scan.png", "image/jpeg", "Stamped_scan.jpg"],
    ["photo.jfif", "image/jpeg", "Stamped_photo.jpg"],
    ["IMG_0042.HEIC", "image/jpeg", "Stamped_IMG_0042.jpg"],
    ["photo of Ms. Smith", "image/png", "Stamped_photo of Ms. Smith.png"],
    ["scan 1.5", "image/jpeg", "Stamped_scan 1.5.jpg"],
  ] as const)
    expect(stampedFileName(name, type, type)).toBe(stamped);
  expect(stampedFileName("fax", "image/tiff", "application/pdf")).toBe("Stamped_fax.pdf");
  expect(stampedFileName("fax 1.5", "image/tiff", "application/pdf")).toBe("Stamped_fax 1.5.pdf");
});

test("a name that is removed keeps the ending of a known type only, since any other can be a name", () => {
  for (const [name, removed] of [
    ["Jane Doe.pdf", "name-removed.pdf"],
    ["Jane Doe.JPEG", "name-removed.jpeg"],
    ["scan.heic", "name-removed.heic"],
    ["lease.Jane Doe", "name-removed"],
    ["lease.Smith", "name-removed"],
    ["lease.constructor", "name-removed"],
    ["name-removed.doe", "name-removed"],
    ["name-removed.pdf", "name-removed.pdf"],
    ["lease", "name-removed"],
    [".pdf", "name-removed"],
  ] as const)
    expect([name, removedFileName(name)]).toEqual([name, removed]);
});
