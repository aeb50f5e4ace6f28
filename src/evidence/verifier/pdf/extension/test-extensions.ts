/** Test support: extends a PDF as an archive does, and in ways that are no extensions. */
import { createHash } from "node:crypto";
import { PdfDocument } from "../../../../formats/pdf/document.ts";
import { getFileEnd } from "../../../../formats/pdf/file-end.ts";
import { Revision } from "../../../../formats/pdf/revision.ts";
import { asArray, asReference, getText, type PdfDict, type Raw } from "../../../../formats/pdf/values.ts";
import type { Signer } from "../../../x509/key-pair.ts";
import { tokenOver } from "../../test-issued.ts";

type Part = "catalog" | "page" | "form" | "field" | "stamp" | "store" | "info" | "metadata" | "trailer";

export type ExtensionOptions = {
  /** Without it, there is no time-stamp. */
  signer?: Signer;
  time?: Date;
  /** DER for the document security store. */
  data?: Uint8Array[];
  /** The texts of the objects as written, to be changed; only those of `writes` and of the time-stamp are written. */
  alter?: Partial<Record<Part, (text: string) => string>>;
  writes?: Part[];
  more?: (revision: Revision, document: PdfDocument) => void;
};

const placeholderBytes = 3000;

/** The file with one more revision. */
export function extend(file: Uint8Array, options: ExtensionOptions): Buffer {
  const { signer, time = new Date(), data, alter = {}, writes = [], more } = options;
  const document = new PdfDocument(Buffer.from(file));
  const revision = new Revision(getFileEnd(document));
  const wanted = new Set<Part>([
    ...writes,
    ...(signer ? (["page", "form"] as const) : []),
    ...(data ? (["catalog", "store"] as const) : []),
  ]);
  const change = (part: Part, text: string) => alter[part]?.(text) ?? text;
  const { number: root, dict: catalog } = document.catalog();
  const formNumber = referenceIn(catalog, "AcroForm");
  const form = document.dict(catalog.get("AcroForm"));
  const fields = asArray(form?.get("Fields")) ?? [];
  const own = document.dict(fields.at(-1));
  const page = referenceIn(own, "P");
  const pageDict = document.dict(own?.get("P"));
  const [field, stamp] = signer ? [revision.reserve(), revision.reserve()] : [];
  const added = field === undefined ? "" : ` ${field} 0 R`;
  const store = writeStore(document, revision, catalog, data);
  let at: { number: number; start: number; text: string } | undefined;
  if (wanted.has("page"))
    revision.write(
      page,
      0,
      change("page", `<< ${entriesOf(pageDict, "Annots")}/Annots [${listOf(pageDict, "Annots")}${added}] >>`),
    );
  if (wanted.has("form"))
    revision.write(
      formNumber,
      0,
      change("form", `<< ${entriesOf(form, "Fields")}/Fields [${listOf(form, "Fields")}${added}] >>`),
    );
  if (field !== undefined && stamp !== undefined) {
    revision.write(
      field,
      0,
      change(
        "field",
        `<< /FT /Sig /T (Archive${field}) /Type /Annot /Subtype /Widget /F 132 /Rect [0 0 0 0] /P ${page} 0 R /V ${stamp} 0 R >>`,
      ),
    );
    const text = change(
      "stamp",
      `<< /Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161 /ByteRange [0 ${" ".repeat(40)}] /Contents <${"0".repeat(2 * placeholderBytes)}> >>`,
    );
    at = { number: stamp, start: revision.writeInPlace(stamp, text), text };
  }
  if (wanted.has("store") && store) revision.write(store.number, 0, change("store", store.text));
  if (wanted.has("catalog"))
    revision.write(
      root,
      0,
      change("catalog", `<< ${entriesOf(catalog, "DSS")}${store ? `/DSS ${store.number} 0 R ` : ""}>>`),
    );
  const information = document.xref.trailer.get("Info");
  if (wanted.has("info"))
    revision.write(
      asReference(information)?.number ?? 0,
      0,
      change("info", `<< ${entriesOf(document.dict(information))}>>`),
    );
  if (wanted.has("metadata")) {
    const number = referenceIn(catalog, "Metadata");
    const object = document.object(number);
    const packet = object
      ? Buffer.from(document.unpacked(object, 1_000_000, "whole") as Buffer).toString("utf8")
      : "";
    revision.writeStream(number, 0, "/Type /Metadata /Subtype /XML", Buffer.from(change("metadata", packet)));
  }
  more?.(revision, document);
  const { appended, end } = revision.finish(["00".repeat(16), createHash("md5").update(file).digest("hex")]);
  const whole = Buffer.concat([file, Buffer.from(change("trailer", appended.toString("latin1")), "latin1")]);
  return at && signer && end.length === whole.length ? signed(whole, at, signer, time) : whole;
}

function writeStore(
  document: PdfDocument,
  revision: Revision,
  catalog: PdfDict,
  data: Uint8Array[] | undefined,
) {
  const store = document.dict(catalog.get("DSS"));
  const number = asReference(catalog.get("DSS"))?.number;
  if (number === undefined) return undefined;
  const certificates = (data ?? []).map((der) => `${revision.addStream("", der)} 0 R`);
  const text = `<< ${entriesOf(store, "Certs")}/Certs [${listOf(store, "Certs")} ${certificates.join(" ")}] >>`;
  return { number, text };
}

function signed(
  file: Buffer,
  { start, text }: { start: number; text: string },
  signer: Signer,
  time: Date,
): Buffer {
  const value = start + text.indexOf("/Contents <") + 10;
  const end = start + text.indexOf(">", text.indexOf("/Contents <")) + 1;
  const range = `0 ${value} ${end} ${file.length - end}`;
  file.write(range, start + text.indexOf("/ByteRange [") + 12, "latin1");
  const digest = createHash("sha256").update(file.subarray(0, value)).update(file.subarray(end)).digest();
  file.write(Buffer.from(tokenOver(digest, signer, time)).toString("hex"), value + 1, "latin1");
  return file;
}

const referenceIn = (dict: PdfDict | undefined, key: string) =>
  asReference(dict?.get(key) as Raw)?.number ?? 0;
const listOf = (dict: PdfDict | undefined, key: string) =>
  (asArray(dict?.get(key)) ?? []).map(getText).join(" ");
const entriesOf = (dict: PdfDict | undefined, leaveOut = "") =>
  [...(dict ?? [])]
    .flatMap(([key, value]) => (key === leaveOut ? [] : [`/${key} ${getText(value)} `]))
    .join("");
