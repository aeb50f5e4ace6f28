import type { Threat } from "./threat.ts";

const decryption = "src/stamping/pdf/encryption/decrypt-pdf.test.ts";
const uploads = "src/http/uploads.test.ts";
const sniff = "src/files/sniff.test.ts";
const wordPackage = "src/files/sniff-word-package.test.ts";
const hiddenBombs = "src/stamping/images/hidden-bombs.test.ts";
const damaged = "src/stamping/pdf/damaged-files.test.ts";
const fields = "src/stamping/pdf/fixed-fields.test.ts";
const layers = "src/stamping/pdf/layers.test.ts";
const changing = "src/stamping/pdf/changing-content.test.ts";
const pool = "src/jobs/worker-pool.test.ts";
const fuzz = {
  file: "e2e/fuzz/fuzz.test.ts",
  name: "documents with flipped bits are completed, refused or ended with a sentence, and nothing is left behind",
};

/** F6 to F15: what is in an uploaded file. */
export const uploadedFiles: Threat[] = [
  {
    id: "F6",
    threat: "a file is of another type than its name says",
    expected: "415 with the known sentence: name and content must agree; an animated PNG is a PNG",
    tests: [
      {
        file: sniff,
        name: "each type that can be stamped is known by its content, whatever the case of its name",
      },
      { file: sniff, name: "content of another type than the name claims is refused" },
      { file: sniff, name: "empty files and single bytes are refused" },
      { file: sniff, name: "documents with macros and templates are not Word documents here" },
      {
        file: uploads,
        name: "a file whose content is not what its name says is refused with the known sentence",
      },
      {
        file: "src/stamping/images/stamp-png.test.ts",
        name: "an animated PNG becomes its first frame, and the user is told",
      },
    ],
  },
  {
    id: "F7",
    threat: "a PDF begins as something else",
    expected:
      "its header begins in the first 1,024 bytes, behind no markup and no signature of another format",
    tests: [
      { file: sniff, name: "a PDF behind … is not accepted" },
      { file: damaged, name: "an archive hidden behind the PDF does not reach the stamped copy" },
    ],
  },
  {
    id: "F8",
    threat: "a Word document is a bomb or a trap",
    expected:
      "at most 2,000 parts, 300 MB and 200 times their size; no link, overlap, way out or entity; looked at in a child before it is converted",
    tests: [
      { file: wordPackage, name: "a part that unpacks to two hundred times its size is not opened" },
      { file: wordPackage, name: "a part that lies about its size is not opened" },
      { file: wordPackage, name: "thousands of parts are not opened" },
      {
        file: wordPackage,
        name: "links, entities in any encoding and parts that share their bytes are refused",
      },
      {
        file: wordPackage,
        name: "names that climb out of the folder, and files that are no ZIP, are damaged documents",
      },
      { file: wordPackage, name: "an ordinary document passes" },
      {
        file: "src/documents/word-and-pictures.test.ts",
        name: "a Word document that is a trap is refused before a converter sees it",
      },
    ],
  },
  {
    id: "F9",
    threat: "a small picture unpacks to gigabytes",
    expected:
      "at most 100 megapixels and 30,000 pixels on a side, by the header alone; texts and profiles are never unpacked",
    tests: [
      { file: sniff, name: "a picture over the limits is refused by its header alone" },
      {
        file: hiddenBombs,
        name: "a PNG in whose texts or profile 256 MB are hidden is stamped or refused without unpacking them",
      },
      {
        file: "src/stamping/images/jpeg-tricks.test.ts",
        name: "a photo with a million tables of codes costs no more than reading it",
      },
      {
        file: "src/stamping/images/jpeg-tricks.test.ts",
        name: "a photo of nothing but restart markers is refused at once",
      },
    ],
  },
  {
    id: "F10",
    threat: "a document has too many pages, or pages without an end",
    expected:
      "at most 5,000 of a PDF and 200 of a TIFF; lists that go round are noticed; a false count does no harm",
    tests: [
      { file: "src/stamping/pdf/stamp-pdf.test.ts", name: "5,000 pages are stamped and 5,001 are refused" },
      { file: hiddenBombs, name: "a TIFF of 200 pages is stamped, one of 201 is refused with the number" },
      { file: sniff, name: "a TIFF whose list of pages loops is refused" },
      { file: damaged, name: "… is refused with a sentence, soon" },
      { file: damaged, name: "a file … keeps its bytes" },
      {
        file: damaged,
        name: "a tree in which every branch holds the next ten times is refused, not walked for ever",
      },
    ],
  },
  {
    id: "F11",
    threat: "a PDF is a bomb, nested without end, or leads round in circles",
    expected:
      "a sentence within the limits of time and memory of the child that reads it; the next document is stamped",
    tests: [
      {
        file: damaged,
        name: "object streams that unpack to far more than the file are refused, damaged or not",
      },
      {
        file: "src/stamping/pdf/page-content.test.ts",
        name: "content that unpacks to more than memory should hold is not unpacked",
      },
      { file: damaged, name: "a chain of cross-reference tables that goes round ends" },
      { file: damaged, name: "references that lead to themselves end" },
      { file: damaged, name: "pages that all repeat one huge list of contents are refused" },
      { file: pool, name: "a child that does not come to an end is killed at the time limit" },
      { file: pool, name: "a child that eats memory ends at its limit, and the server does not notice" },
      {
        file: "src/documents/documents.test.ts",
        name: "a document that cannot be stamped says why, and leaves no half-made file",
      },
      fuzz,
    ],
  },
  {
    id: "F12",
    threat: "a document has a password, an owner's or a reader's",
    expected:
      "refused with a sentence that says what to do where somebody has to type a password, or where the permissions forbid a stamp",
    tests: [
      { file: decryption, name: "…: a password that people have to type is asked for" },
      {
        file: decryption,
        name: "…: permission to change or to assemble the document lets a stamp in, comments and fields do not",
      },
      {
        file: decryption,
        name: "permissions that were widened by hand in an AES-256 file do not count",
      },
      {
        file: sniff,
        name: "Word documents with a password are refused with a sentence that says what to do",
      },
    ],
  },
  {
    id: "F13",
    threat: "one account fills the disk",
    expected: "20 uploads a minute, 200 kept originals or 2 GB; the rest of the disk is for others",
    tests: [
      { file: uploads, name: "one person may make twenty uploads a minute" },
      {
        file: "src/documents/quota.test.ts",
        name: "two gigabytes of kept originals are enough for one account; others may still upload",
      },
      {
        file: "src/documents/quota.test.ts",
        name: "two hundred kept originals are enough for one account, until the first are deleted as promised",
      },
      { file: "src/files/store.test.ts", name: "a disk without room takes no more documents" },
    ],
  },
  {
    id: "F14",
    threat: "a stamped picture tells where it was taken",
    expected: "no place, no text, nothing that follows the end",
    tests: [
      {
        file: "src/stamping/images/stamp-jpeg.test.ts",
        name: "camera details and the colour profile are kept; place, maker notes, XMP and comments are not",
      },
      {
        file: "src/stamping/images/stamp-png.test.ts",
        name: "text chunks, whatever follows the end and the place in EXIF do not come along; resolution and profile do",
      },
      {
        file: "src/stamping/images/stamp-tiff.test.ts",
        name: "nothing of a TIFF but its pages comes along: no place, no text, nothing behind its end",
      },
    ],
  },
  {
    id: "F15",
    threat: "one sealed PDF shows one amount to its signer and another to its reader",
    expected:
      "poppler, MuPDF and Ghostscript show the same fields, layers and annotations, on screen and in print; nothing comes from elsewhere",
    tests: [
      { file: fields, name: "… without a picture of its own is shown alike by every reader" },
      {
        file: fields,
        name: "where a field is to be drawn from its value, its value is what every reader shows",
      },
      {
        file: fields,
        name: "elsewhere what is drawn stays, in every reader, and no program finds the other value in the form",
      },
      { file: fields, name: "notes and drawings show on screen and in print alike" },
      { file: layers, name: "… is shown alike on screen and in print, by every reader" },
      { file: changing, name: "… does not reach the stamped copy, and the user is told" },
    ],
  },
  {
    id: "F16",
    threat: "a flaw in a decoder lets a document take over the child that opens it",
    expected:
      "no key, no other document, no network, no way to other processes; its result is a plain file or nothing",
    tests: [
      {
        file: "src/jobs/child-sandbox.test.ts",
        name: "a child sees no file but its own: no key, no password, no other document",
      },
      { file: "src/jobs/child-sandbox.test.ts", name: "a child has no network, not even to this machine" },
      {
        file: "src/jobs/child-sandbox.test.ts",
        name: "a child has no capability, gains none, and is nobody's user",
      },
      {
        file: "src/jobs/child-sandbox.test.ts",
        name: "a child cannot watch other processes, make namespaces, or mount",
      },
      {
        file: "src/jobs/child-sandbox.test.ts",
        name: "a link instead of a file is not taken, wherever it leads",
      },
      {
        file: "src/commands/drop-root.test.ts",
        name: "a server that root starts becomes an ordinary user, who owns the data folder",
      },
    ],
  },
];
