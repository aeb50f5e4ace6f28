/** Test support: signs a PDF as office programs do (adbe.pkcs7.detached), with a key made for the test. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultResources, onePage, pdfWithTable, type TestObjects } from "./test-documents.ts";
import { inFolder, runTool } from "./test-tools.ts";

const reservedDigits = 16_384;
const emptyRange = "/ByteRange [0 0000000000 0000000000 0000000000]";

type Form = { form?: string; more?: TestObjects; parent?: string };

/**
 * `certification` is /P: what the signer allows afterward; `entries` are added to the page, `form` is the catalog's
 * entry for the form, whose only field is object 30, and `parent` is added to the root of the page tree.
 */
export const signedPdf = (certification?: 1 | 2 | 3, entries = "", options: Form = {}): Buffer =>
  fillInSignature(pdfWithTable(signedObjects(certification, entries, options)));

/** The objects of a signed document, before its signature is filled in. */
export function signedObjects(
  certification?: 1 | 2 | 3,
  entries = "",
  { form = "/AcroForm << /SigFlags 3 /Fields [30 0 R] >>", more: others = {}, parent = "" }: Form = {},
): TestObjects {
  const permissions = certification ? "/Perms << /DocMDP 31 0 R >>" : "";
  const reference = certification
    ? `/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P ${certification} /V /1.2 >> >>]`
    : "";
  const catalog = `${form} ${permissions}`;
  const more = {
    ...others,
    30: "<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /V 31 0 R /Rect [0 0 0 0] /F 132 /P 3 0 R >>",
    31: signatureValue(reference),
  };
  const annotations = entries.includes("/Annots") ? "" : "/Annots [30 0 R]";
  const page = `/MediaBox [0 0 595 842] ${entries} ${defaultResources} /Contents 4 0 R ${annotations}`;
  return onePage({ page, parent, catalog, more });
}

/** A signature dictionary with space for the values that are filled in later. */
export const signatureValue = (entries = ""): string =>
  `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /M (D:20261120190000Z) ${entries} ` +
  `${emptyRange} /Contents <${"0".repeat(reservedDigits)}> >>`;

/** Signs everything except the space reserved for the signature. */
export function fillInSignature(pdf: Buffer): Buffer {
  const start = pdf.indexOf("/Contents <000") + 10;
  const end = start + reservedDigits + 2;
  const numbers = [start, end, pdf.length - end].map((number) => String(number).padStart(10, "0"));
  pdf.write(`/ByteRange [0 ${numbers.join(" ")}]`, pdf.indexOf(emptyRange), "latin1");
  const signature = cmsOver(Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]));
  pdf.write(signature.toString("hex"), start + 1, "latin1");
  return pdf;
}

function cmsOver(bytes: Buffer): Buffer {
  return inFolder(bytes, (folder) => {
    const certificate =
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key -out cert -subj /CN=Signer";
    const sign = "cms -sign -binary -md sha256 -signer cert -inkey key -outform DER -in in.pdf -out cms";
    for (const command of [certificate, sign]) {
      const { code, text } = runTool("openssl", command.split(" "), folder);
      if (code !== 0) throw new Error(text);
    }
    return readFileSync(join(folder, "cms"));
  });
}

/** The output of pdfsig about the signatures of a file. */
export function readSignatures(pdf: Uint8Array): string {
  return inFolder(pdf, (folder) => runTool("pdfsig", ["-nocert", "in.pdf"], folder).text);
}
