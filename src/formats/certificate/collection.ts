import { qrCode } from "../qr-code.ts";
import { writeSha256Sums } from "../sha256sums.ts";
import { showInvisible } from "../text/visible-text.ts";
import { verifyUrl } from "../verify-url.ts";
import type { CollectionFacts } from "./collection-facts.ts";
import { type CollectionWording, collectionWordings } from "./collection-wording.ts";
import type { ListedFile } from "./file-list.ts";
import { layOutFileList } from "./file-list-pages.ts";
import { layOutPages } from "./layout.ts";
import type { Sheet } from "./sheet.ts";
import { writePdf } from "./tagged-pdf.ts";

/**
 * The certificate of a collection: one page that states what was attested, with the signed statement in its QR code;
 * then the list of files, on as many pages as needed; and SHA256SUMS as an attachment. `layOutFileList` explains
 * `collectGarbage`.
 */
export function renderCollection(
  facts: CollectionFacts,
  files: ListedFile[],
  collectGarbage: () => void = () => undefined,
): Promise<Uint8Array> {
  const text = collectionWordings[facts.language ?? "en"];
  const showsInvisible =
    facts.listsFiles && files.some(({ name }) => name !== undefined && showInvisible(name) !== name);
  const list = facts.listsFiles ? layOutFileList(facts, files, text, collectGarbage) : undefined;
  const layout = layOutPages(
    { ...facts, documentName: facts.title },
    qrCode(verifyUrl(facts.origin, facts.serialNumber, facts.attestation)),
    text,
    {
      meaning: (sheet) => addMeaning(sheet, facts, text),
      foot: (sheet) => addFoot(sheet, facts, text, showsInvisible),
      furtherPages: list?.count ?? 0,
    },
  );
  return writePdf(
    layout,
    {
      title: `${text.title} ${facts.serialNumber}`,
      author: facts.productName,
      subject: facts.title,
      time: facts.time,
    },
    list && { name: "SHA256SUMS", description: text.attached, bytes: Buffer.from(writeSha256Sums(files)) },
    list?.after(layout.pages),
  );
}

function addMeaning(sheet: Sheet, facts: CollectionFacts, text: CollectionWording): void {
  sheet.heading(text.says);
  for (const [label, write] of [text.attests, text.limits]) sheet.row(label, [write(facts)]);
  const [label, write] = text.timeStamp;
  sheet.row(label, write(facts));
}

function addFoot(
  sheet: Sheet,
  facts: CollectionFacts,
  text: CollectionWording,
  showsInvisible: boolean,
): void {
  const [files, writeFiles] = text.files;
  const [list, writeList] = text.list;
  const [root, writeRoot] = text.root;
  sheet.heading(text.collection);
  sheet.row(files, [writeFiles(facts)]);
  sheet.row(list, [`${writeList(facts)}${showsInvisible ? text.invisible : ""}`]);
  sheet.row(root, [writeRoot(facts), { fingerprint: facts.root }]);
}
