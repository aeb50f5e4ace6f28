import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../../errors.ts";
import { PdfDocument } from "../document.ts";
import {
  manyPages,
  onePage,
  packed,
  pdfWithObjectStream,
  pdfWithTable,
  type TestObjects,
  unpacked,
} from "../test-documents.ts";
import { largestDifference, readers, renderPage } from "../test-readers.ts";
import { defaultStamp, stamped } from "../test-stamping.ts";
import {
  countPages,
  effectiveObjects,
  findPdfErrors,
  inFolder,
  runTool,
  textOfPages,
} from "../test-tools.ts";
import { decryptPdf } from "./decrypt-pdf.ts";
import { encrypt, encryptionKinds } from "./test-encrypted.ts";

const decryptedNote =
  "The original's bytes could not be kept at the beginning of the stamped copy, because the file was encrypted to restrict its use; the copy is not encrypted and has no such restrictions.";
const repairedNote =
  "The original's bytes could not be kept at the beginning of the stamped copy, because the file was damaged and had to be repaired.";
const passwordSentence = "This PDF is password protected. Please remove the password and upload it again.";
const forbiddenSentence =
  "The permissions of this PDF forbid changes and comments, so it cannot be stamped. Please print it to PDF and upload the new file, or attest this one without uploading it.";
const unknownSentence =
  "This PDF is encrypted in a way that is not supported. Please save a copy without encryption and upload that.";

const title = "Señor (a\\b)\r\nund so weiter";
const titleString = `(${title
  .replace(/[\\()]/g, "\\$&")
  .replace("\r", "\\r")
  .replace("\n", "\\n")})`;
const metadata = "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'/>";

/** Three pages, strings of every kind, an unencrypted stream, metadata and an attachment. */
const objects: TestObjects = {
  ...manyPages(3),
  1: `<< /Type /Catalog /Pages 2 0 R /Metadata 30 0 R /Names << /EmbeddedFiles << /Names [(a.txt) 31 0 R] >> >> >>`,
  30: { entries: "/Type /Metadata /Subtype /XML", data: metadata },
  31: "<< /Type /Filespec /F (a.txt) /UF <612E747874> /EF << /F 32 0 R >> >>",
  32: { entries: "/Type /EmbeddedFile", data: "attached to it" },
  33: `<< /Title ${titleString} /Author <> /Keywords [(one) [<< /Two (2) >>] <74687265 65>] % (no string)
  >>`,
  34: packed("nothing points here"),
};
const sound = pdfWithTable(objects, { trailer: "/Info 33 0 R /ID [<0102> <0304>]" });

const detailsBefore = readDetails(sound);
const small = { dpi: 36 };

const kinds = Object.keys(encryptionKinds);
const layouts = { "a table": ["--object-streams=disable"], "object streams": ["--object-streams=generate"] };
const decrypt = (encrypted: Buffer): Buffer => {
  const { plain } = decryptPdf(new PdfDocument(encrypted));
  if (!plain) throw new Error("The file is not encrypted.");
  return plain;
};

/** The content of a file besides its pages, as Poppler reads it. */
function readDetails(pdf: Uint8Array) {
  return inFolder(pdf, (folder) => {
    runTool("pdfdetach", ["-saveall", "in.pdf"], folder);
    const info = runTool("pdfinfo", ["in.pdf"], folder).text.match(/^(Title|Keywords|Pages):.*$/gm);
    return {
      info,
      metadata: runTool("pdfinfo", ["-meta", "in.pdf"], folder).text.trim(),
      attachment: readFileSync(join(folder, "a.txt"), "utf8"),
    };
  });
}

for (const kind of kinds) {
  for (const [layout, options] of Object.entries(layouts)) {
    const encrypted = () => encrypt(sound, { kind, layout: options });

    test(`${kind} with ${layout}: the decrypted copy shows the same in every reader`, () => {
      const original = encrypted();
      const plain = decrypt(original);
      expect(findPdfErrors(plain)).toBe("");
      expect(plain.includes("/Encrypt")).toBe(false);
      expect(textOfPages(plain)).toEqual(textOfPages(original));
      expect(readDetails(plain)).toEqual(detailsBefore);
      for (const reader of readers) {
        // Only Ghostscript cannot open revision 5.
        const shown = renderPage(reader === "ghostscript" ? sound : original, reader, small);
        const difference = largestDifference(renderPage(plain, reader, small), shown);
        expect({ reader, difference }).toEqual({ reader, difference: 0 });
      }
    });

    test(`${kind} with ${layout}: a file that opens without a password is stamped, and the note says how`, () => {
      const original = encrypted();
      const { file, originalKept, notes, pages } = stamped(original);
      expect({ originalKept, notes, pages }).toEqual({
        originalKept: false,
        notes: [decryptedNote],
        pages: 3,
      });
      expect(findPdfErrors(file)).toBe("");
      expect(countPages(file)).toBe(countPages(original));
      const texts = textOfPages(file);
      expect(texts.every((text) => text.includes(defaultStamp.serialNumber))).toBe(true);
      expect(texts.every((text) => text.includes("Thepage'sowntext"))).toBe(true);
      expect(file.includes("AttestampOriginal")).toBe(false);
    });
  }

  test(`${kind}: a file that is also damaged is decrypted and repaired`, () => {
    for (const layout of Object.values(layouts)) {
      const text = encrypt(sound, { kind, layout }).toString("latin1");
      const { file, notes, pages } = stamped(
        Buffer.from(text.replace(/startxref\n\d+/, "startxref\n7"), "latin1"),
      );
      expect({ notes, pages }).toEqual({ notes: [decryptedNote, repairedNote], pages: 3 });
      expect(findPdfErrors(file)).toBe("");
      expect(textOfPages(file).every((page) => page.includes("Thepage'sowntext"))).toBe(true);
    }
  });

  test(`${kind}: a file whose list of objects is incomplete is decrypted and repaired`, () => {
    const original = encrypt(sound, { kind, layout: layouts["object streams"] });
    const list = original.lastIndexOf("/Type /XRef");
    const end = original.indexOf("endstream", list);
    original.fill(" ", (original.indexOf("stream", list) + end) >> 1, end);
    const { file, notes, pages } = stamped(original);
    expect({ notes, pages }).toEqual({ notes: [decryptedNote, repairedNote], pages: 3 });
    expect(findPdfErrors(file)).toBe("");
    expect(textOfPages(file).every((page) => page.includes("Thepage'sowntext"))).toBe(true);
  });

  test(`${kind}: a file that needs a password is refused with a request for it [threat F12]`, () => {
    const original = encrypt(sound, { kind, user: "secret" });
    const damaged = Buffer.from(original.toString("latin1").replace("startxref", "startxxxx"), "latin1");
    for (const file of [original, damaged]) {
      expect(() => stamped(file)).toThrow(new Error(passwordSentence));
    }
  });

  test(`${kind}: an empty owner password gives everyone the owner's permissions`, () => {
    const permissions = kind === "RC4 of 40 bits" ? ["--modify=n"] : ["--modify=none"];
    for (const user of ["", "secret"]) {
      const original = encrypt(sound, { kind, user, owner: "", permissions });
      // Before AES-256 an empty owner password means that the user password is used.
      const opens = user === "" || kind.includes("256");
      if (opens) expect(stamped(original).notes).toEqual([decryptedNote]);
      else expect(() => stamped(original)).toThrow(passwordSentence);
    }
  });
}

const buildPermissions = (...[change, assemble, annotate, form]: ("y" | "n")[]) => [
  `--modify-other=${change}`,
  `--assemble=${assemble}`,
  `--annotate=${annotate}`,
  `--form=${form}`,
];

for (const kind of kinds.filter((name) => name !== "RC4 of 40 bits")) {
  test(`${kind}: permission to change or to assemble the document allows a stamp on its pages, permission to comment one above them, and fields none [threat F12]`, () => {
    const tryWith = (permissions: string[]) => () => stamped(encrypt(sound, { kind, permissions }));
    const isAbove = ({ file }: ReturnType<typeof stamped>) =>
      effectiveObjects(file).includes('"/Subtype": "/Stamp"');
    for (const permissions of [buildPermissions("y", "n", "n", "n"), buildPermissions("n", "y", "n", "n")]) {
      const onPages = tryWith(permissions)();
      expect({ notes: onPages.notes, above: isAbove(onPages) }).toEqual({
        notes: [decryptedNote],
        above: false,
      });
    }
    const commented = tryWith(buildPermissions("n", "n", "y", "n"))();
    expect({ notes: commented.notes, above: isAbove(commented) }).toEqual({
      notes: [decryptedNote],
      above: true,
    });
    expect(findPdfErrors(commented.file)).toBe("");
    expect(commented.appended.includes("/Contents [")).toBe(false);
    expect(textOfPages(commented.file).every((text) => text.includes(defaultStamp.serialNumber))).toBe(true);
    expect(tryWith(buildPermissions("n", "n", "n", "y"))).toThrow(new Error(forbiddenSentence));
    expect(tryWith(["--modify=none"])).toThrow(new Error(forbiddenSentence));
  });
}

test("revision 2 has one permission for all changes, and one for comments", () => {
  const tryWith =
    (...permissions: string[]) =>
    () =>
      stamped(encrypt(sound, { kind: "RC4 of 40 bits", permissions }));
  expect(tryWith("--print=n", "--extract=n", "--annotate=n")().notes).toEqual([decryptedNote]);
  expect(tryWith("--modify=n")().notes).toEqual([decryptedNote]);
  expect(tryWith("--modify=n", "--annotate=n")).toThrow(new Error(forbiddenSentence));
});

test("a form whose permissions allow comments and filling in stays a form, and the stamp is beside its fields", () => {
  const catalog = "/AcroForm << /Fields [30 0 R] >>";
  const field = (rect: string) =>
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Jane Doe) /F 4 /P 3 0 R /Rect [${rect}] >>`;
  const pdf = (rect: string) =>
    pdfWithTable(
      onePage({
        catalog,
        page: "/MediaBox [0 0 612 792] /Contents 4 0 R /Annots [30 0 R]",
        more: { 30: field(rect) },
      }),
    );
  const permissions = ["--modify-other=n", "--assemble=n"];
  for (const rect of ["500 100 612 700", "0 0 612 792"]) {
    const { file, notes } = stamped(encrypt(pdf(rect), { permissions }));
    expect(notes[0]).toBe(decryptedNote);
    expect(effectiveObjects(file)).toContain('"/Subtype": "/Stamp"');
    expect(effectiveObjects(file)).toContain('"/V": "u:Jane Doe"');
    expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
  }
});

test("permissions added by hand to an AES-256 file do not count [threat F12]", () => {
  const original = encrypt(sound, { permissions: ["--modify=none"] }).toString("latin1");
  const [entry = "", value = ""] = /\/P (-\d+)/.exec(original) ?? [];
  const widened = `/P ${"-4".padStart(value.length, " ")}`;
  expect(widened).toHaveLength(entry.length);
  const tampered = Buffer.from(original.replace(entry, widened), "latin1");
  expect(() => stamped(tampered)).toThrow(forbiddenSentence);
});

const notEncrypted: Record<string, string> = {
  "whose /Encrypt is null": "/Encrypt null",
  "whose /Encrypt leads to no object": "/Encrypt 99 0 R",
  "whose /Encrypt leads to the number its stamp takes next": "/Encrypt 8 0 R",
  "whose /Encrypt leads to something else than a dictionary": "/Encrypt 4 0 R",
};

for (const [name, trailer] of Object.entries(notEncrypted)) {
  test(`a file ${name} is not encrypted, as in Poppler, MuPDF and qpdf, and keeps its bytes`, () => {
    const more = { 4: "[5 0 R]" };
    for (const original of [
      pdfWithTable({ ...onePage({ more }), 7: "null" }, { trailer }),
      pdfWithObjectStream(onePage({ more }), { trailer }),
    ]) {
      const { file, originalKept } = stamped(original);
      expect(originalKept).toBe(true);
      expect(findPdfErrors(file)).toBe("");
      for (const reader of ["poppler", "mupdf"] as const) renderPage(file, reader, small);
      expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
    }
  });
}

test("an /Encrypt only in an older trailer encrypts nothing", () => {
  const first = pdfWithTable(onePage(), { trailer: "/Encrypt << /Filter /Standard /V 1 /R 2 >>" });
  const start = first.lastIndexOf("xref\n0 ");
  const table = `xref\n0 0\ntrailer\n<< /Size 6 /Root 1 0 R /Prev ${start} >>\nstartxref\n${first.length}\n%%EOF\n`;
  const { file, originalKept } = stamped(Buffer.concat([first, Buffer.from(table)]));
  expect(originalKept).toBe(true);
  expect(findPdfErrors(file)).toBe("");
  expect(textOfPages(file)[0]).toContain("Thepage'sowntext");
});

test("a file in which only attachments need a password keeps its bytes and its encryption", () => {
  const key = `<< /AuthEvent /EFOpen /CFM /AESV2 /Length 16 >>`;
  const [owner, user] = ["<".padEnd(65, "a1").concat(">"), "<".padEnd(65, "b2").concat(">")];
  const encryption = `<< /Filter /Standard /V 4 /R 4 /Length 128 /P -4 /O ${owner} /U ${user} /CF << /StdCF ${key} >> /StmF /Identity /StrF /Identity /EFF /StdCF >>`;
  const original = pdfWithTable(
    { ...objects, 40: encryption },
    { trailer: "/Encrypt 40 0 R /ID [<01> <02>]" },
  );
  const { file, originalKept, notes } = stamped(original);
  expect({ originalKept, notes }).toEqual({ originalKept: true, notes: [] });
  expect(file.subarray(original.length).includes("/Encrypt 40 0 R")).toBe(true);
  expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
});

test("a stream's own crypt filter is applied and is not in the copy", () => {
  const content = unpacked("BT /F1 14 Tf 60 700 Td (Clear text) Tj ET");
  const original = encrypt(pdfWithTable(onePage({ content })), {
    kind: "AES of 128 bits",
    layout: ["--object-streams=disable", "--stream-data=uncompress"],
  });
  const clear = "BT /F1 14 Tf 60 700 Td (Clear text) Tj ET";
  const text = original.toString("latin1");
  const found = /(\d+ 0 obj\n)<< \/Length (\d+) >>\nstream\n[\s\S]{64}\n?endstream/.exec(text);
  expect(found).not.toBeNull();
  const stream = `${found?.[1]}<< /Filter [/Crypt] /DecodeParms [<< /Name /Identity >>] /Length ${clear.length} >>\nstream\n${clear}\nendstream`;
  // The table is now wrong, as in a file that was edited by hand.
  const { file } = stamped(
    Buffer.from(
      text.replace(found?.[0] ?? "", () => stream),
      "latin1",
    ),
  );
  expect(findPdfErrors(file)).toBe("");
  expect(file.includes("/Crypt")).toBe(false);
  expect(textOfPages(file)[0]).toContain("Cleartext");
});

test("breaking a signature in an encrypted file is reported", () => {
  const signature = "<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] /Contents <3000> >>";
  const field = "<< /FT /Sig /T (S) /V 41 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] >>";
  const catalog = "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [40 0 R] /SigFlags 3 >> >>";
  const original = encrypt(pdfWithTable({ ...objects, 1: catalog, 40: field, 41: signature }));
  expect(() => stamped(original)).toThrow(
    "This signed PDF is encrypted, and decrypting it would break its signature. Please upload a copy without encryption, or print it to PDF and upload that.",
  );
});

const encryptedBy = (encryption: string) =>
  pdfWithTable({ ...onePage(), 9: encryption }, { trailer: "/Encrypt 9 0 R /ID [<01> <02>]" });

test("a file encrypted for the certificates of its recipients is refused for this reason", () => {
  const filter = "<< /Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s5 /V 4 /R 4 /Recipients [<3000>] >>";
  expect(() => stamped(encryptedBy(filter))).toThrow(
    "This PDF is encrypted for the certificates of its recipients. Please save a copy without encryption and upload that.",
  );
});

const bytes = (count: number) => `<${"5a".repeat(count)}>`;
const standard = `/Filter /Standard /O ${bytes(32)} /U ${bytes(32)} /P -4`;
const strange: Record<string, [encryption: string, sentence: string]> = {
  "of an unknown handler": ["<< /Filter /FOPN_fLock /V 1 /R 2 >>", unknownSentence],
  "of an unpublished version": [`<< ${standard} /V 3 /R 3 >>`, unknownSentence],
  "of a version to come": [`<< ${standard} /V 6 /R 7 >>`, unknownSentence],
  "whose keys are too short": ["<< /Filter /Standard /V 5 /R 6 /O <01> /U <02> /P -4 >>", unknownSentence],
  "without keys": ["<< /Filter /Standard /V 2 /R 3 >>", unknownSentence],
  "that says nothing": ["<< >>", unknownSentence],
  "with a cipher nobody knows": [
    `<< ${standard} /V 4 /R 4 /CF << /StdCF << /CFM /ROT13 >> >> /StmF /StdCF >>`,
    unknownSentence,
  ],
  "with a crypt filter that it lacks": [`<< ${standard} /V 4 /R 4 /StmF /StdCF >>`, unknownSentence],
  "with crypt filters that lead to themselves": [
    `<< ${standard} /V 4 /R 4 /CFM /AESV2 /CF 9 0 R /StdCF 9 0 R /StmF /StdCF >>`,
    passwordSentence,
  ],
  "with a key of four billion bits": [`<< ${standard} /V 2 /R 3 /Length 4294967296 >>`, passwordSentence],
  "with a key of no bits": [`<< ${standard} /V 2 /R 3 /Length 0 >>`, passwordSentence],
  "with a key of minus eight bits": [`<< ${standard} /V 2 /R 3 /Length -8 >>`, passwordSentence],
  "with keys of a megabyte": [
    `<< /Filter /Standard /V 5 /R 6 /O ${bytes(1e6)} /U ${bytes(1e6)} /OE ${bytes(32)} /UE ${bytes(32)} /P -4 /CF << /StdCF << /CFM /AESV3 >> >> /StmF /StdCF >>`,
    passwordSentence,
  ],
};

for (const [name, [encryption, sentence]] of Object.entries(strange)) {
  test(`an encryption ${name} is refused with a message`, () => {
    expect(() => stamped(encryptedBy(encryption))).toThrow(new Error(sentence));
  });
}

test("reading an encryption dictionary that refers to itself terminates", () => {
  const original = pdfWithTable({ ...onePage(), 9: "9 0 R" }, { trailer: "/Encrypt 9 0 R" });
  expect(stamped(original).originalKept).toBe(true);
});

test("encrypted files truncated anywhere, or with any byte changed, are stamped or refused with a message", () => {
  let seed = 5;
  const next = (limit: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % limit;
  };
  for (const kind of kinds) {
    const file = encrypt(sound, { kind, layout: ["--object-streams=generate"] });
    for (let round = 0; round < 40; round++) {
      const changed = Buffer.from(round % 4 === 0 ? file.subarray(0, next(file.length)) : file);
      for (let change = 0; change < 1 + (round % 4) && changed.length > 0; change++) {
        changed[next(changed.length)] = next(256);
      }
      expect(findOutcome(changed)).toMatch(
        /^(stamped|((This|The permissions of this) PDF|Only|Pages?) .*\.)$/,
      );
    }
  }
});

function findOutcome(original: Buffer): string {
  try {
    stamped(original);
    return "stamped";
  } catch (error) {
    return error instanceof AppError ? error.message : `not a sentence: ${error}`;
  }
}
