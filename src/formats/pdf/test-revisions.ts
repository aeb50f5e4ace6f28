/** Test support: documents that were signed several times, each signature in its own revision. */
import { defaultResources, onePage, type TestObjects } from "./test-documents.ts";
import { SectionWriter } from "./test-sections.ts";
import { fillInSignature, signatureValue } from "./test-signing.ts";

/** The format of the cross-reference sections. */
type SectionKind = "table" | "stream" | "hybrid";

export type Revisions = {
  signatures: number;
  kind: SectionKind;
  /** Changes the end of a revision, from its cross-reference section on, before it is signed. */
  change?: (section: string, revision: number) => string;
  /** Changes the objects of a revision before they are written. */
  objects?: (objects: TestObjects, revision: number) => TestObjects;
};

const firstField = 30;

/** Two pages in revision 0; signature n in revision n. */
export function signedRevisions({
  signatures,
  kind,
  change = (section) => section,
  objects: changeObjects = (objects) => objects,
}: Revisions): Buffer {
  let bytes: Buffer = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1");
  let previous: number | undefined;
  for (let revision = 0; revision <= signatures; revision++) {
    const objects = changeObjects(revision === 0 ? twoPages() : signing(revision), revision);
    const file = new SectionWriter(bytes).objects(objects);
    const end = file.position;
    previous = writeSection(file, kind, objects, revision, previous);
    const written = file.bytes();
    const section = change(written.toString("latin1", end), revision);
    bytes = Buffer.concat([written.subarray(0, end), Buffer.from(section, "latin1")]);
    if (revision > 0) bytes = fillInSignature(bytes);
  }
  return bytes;
}

function writeSection(
  file: SectionWriter,
  kind: SectionKind,
  objects: TestObjects,
  revision: number,
  previous: number | undefined,
): number {
  const numbers = Object.keys(objects).map(Number);
  const stream = 100 + revision;
  const trailer = `/Size 120 /Root 1 0 R${previous === undefined ? "" : ` /Prev ${previous}`}`;
  const listed = file.entries(revision === 0 ? [0, ...numbers] : numbers);
  if (kind === "table") {
    const start = file.table(listed, trailer);
    file.end(start);
    return start;
  }
  if (kind === "stream") {
    const start = file.stream(stream, { ...listed, [stream]: file.position }, trailer);
    file.end(start);
    return start;
  }
  const hidden = file.stream(stream, { [stream]: file.position }, trailer);
  const start = file.table(listed, `${trailer} /XRefStm ${hidden}`);
  file.end(start);
  return start;
}

const page = "/MediaBox [0 0 595 842] /Contents 4 0 R";

const twoPages = (): TestObjects => ({
  ...onePage({ page: `${page} ${defaultResources}`, catalog: "/AcroForm << /SigFlags 3 /Fields [] >>" }),
  2: "<< /Type /Pages /Count 2 /Kids [3 0 R 6 0 R] >>",
  6: `<< /Type /Page /Parent 2 0 R ${page} ${defaultResources} >>`,
});

function signing(revision: number): TestObjects {
  const fields = Array.from({ length: revision }, (_, index) => `${firstField + index * 2} 0 R`).join(" ");
  const field = firstField + (revision - 1) * 2;
  return {
    1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [${fields}] >> >>`,
    3: `<< /Type /Page /Parent 2 0 R ${page} ${defaultResources} /Annots [${fields}] >>`,
    [field]:
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature${revision}) /V ${field + 1} 0 R /Rect [0 0 0 0] ` +
      "/F 132 /P 3 0 R >>",
    [field + 1]: signatureValue(),
  };
}
