import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  certificateFileName,
  cleanFileName,
  evidenceFileName,
  historyFileName,
  removedFileName,
  stampedFileName,
} from "../../formats/file-names.ts";
import { readZip } from "../../formats/zip/read-zip.ts";
import { joined } from "../../formats/zip/test-pieces.ts";
import { writeZip } from "../../formats/zip/write-zip.ts";
import { contentDisposition } from "../../server/http/content-disposition.ts";
import { forTwoSeconds } from "../../testing/test-properties.ts";

/** Parts of names that try to break out of a folder, a header or a line. */
const tricks = fc.constantFrom(
  ...[
    "../",
    "..\\",
    "/",
    "\\",
    "\0",
    "\r\n",
    "\n",
    '"',
    "'",
    ";",
    "%",
    "%22",
    "%0d%0a",
    "=",
    "*",
    "?",
    ".",
    "..",
  ],
  ...[
    "filename*=UTF-8''x",
    "\u202e",
    "\u2066",
    "\u2028",
    "\ufeff",
    "\u0085",
    "e\u0301",
    "ﬁ",
    "👩‍👩‍👧",
    "契約",
  ],
  ...[
    "C:",
    "CON",
    "~",
    "$(x)",
    "`",
    "|",
    "<script>",
    "-",
    "--",
    " ",
    ".pdf",
    ".PDF",
    ".docx",
    "certificate.pdf",
  ],
);
const anyUnits = fc.array(fc.nat(0xffff), { maxLength: 12 }).map((units) => String.fromCharCode(...units));
const sentNames = fc
  .array(fc.oneof(tricks, anyUnits, fc.string({ unit: "grapheme", maxLength: 200 })), { maxLength: 6 })
  .map((parts) => parts.join(""));

const lineBreaksAndDirections = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

test("any file name is stored as one short line without folders, and storing it again does not change it", () => {
  fc.assert(
    fc.property(sentNames, (sent) => {
      const name = cleanFileName(sent);
      expect(name).not.toMatch(/[/\\]/);
      expect(name).not.toMatch(lineBreaksAndDirections);
      expect(["", ".", ".."]).not.toContain(name);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(cleanFileName(name)).toBe(name);
    }),
    forTwoSeconds(),
  );
});

test("whatever the file name is, each download has one header that gives it in full", () => {
  const disposition = /^attachment; filename="([ !#$&-:<-[\]-~]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/;
  fc.assert(
    fc.property(sentNames, (sent) => {
      const name = cleanFileName(sent);
      const stamped = stampedFileName(name, "application/msword", "application/pdf");
      for (const download of [
        stampedFileName(name, "application/pdf", "application/pdf"),
        stamped,
        historyFileName(stamped),
        certificateFileName(name),
        evidenceFileName(name),
        removedFileName(name),
      ]) {
        const [, , encoded = ""] = disposition.exec(contentDisposition("attachment", download)) ?? [];
        expect(decodeURIComponent(encoded)).toBe(download);
        expect(new Headers({ a: contentDisposition("attachment", download) }).get("a")).toContain(encoded);
      }
    }),
    forTwoSeconds(),
  );
});

test("whatever the file name is, a ZIP file with its stamped copy unpacks to that name", () => {
  fc.assert(
    fc.property(sentNames, (sent) => {
      const name = cleanFileName(stampedFileName(cleanFileName(sent), "a", "a"));
      const zip = joined(writeZip([{ name, content: [new Uint8Array([1])] }], new Date(0)));
      expect(readZip(zip)).toMatchObject([{ name }]);
    }),
    forTwoSeconds(),
  );
});
