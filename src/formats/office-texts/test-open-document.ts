import { fileTypes } from "../file-types.ts";
import { writeZip } from "../zip/write-zip.ts";

const names = "urn:oasis:names:tc:opendocument:xmlns";
const declared = [
  ...["office", "text", "style", "table", "form"].map((name) => `xmlns:${name}="${names}:${name}:1.0"`),
  `xmlns:draw="${names}:drawing:1.0"`,
  `xmlns:svg="${names}:svg-compatible:1.0"`,
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
].join(" ");

type OpenDocumentParts = {
  body?: string;
  footer?: string;
  /** What the manifest says about each part. */
  manifest?: string;
  /** What precedes the body. */
  scripts?: string;
  /** Further parts by name. */
  parts?: Record<string, string>;
};

/** A small OpenDocument text with these elements in its body and its footer. */
export function makeOpenDocument({
  body = "<text:p>A lease.</text:p>",
  footer = "",
  manifest = "",
  scripts = "",
  parts: more = {},
}: OpenDocumentParts = {}): Buffer {
  const entries = ["content.xml", "styles.xml", ...Object.keys(more)].map(
    (part) => `<m:file-entry m:full-path="${part}" m:media-type="text/xml">${manifest}</m:file-entry>`,
  );
  const parts: Record<string, string> = {
    mimetype: fileTypes.odt,
    "META-INF/manifest.xml": `<m:manifest xmlns:m="${names}:manifest:1.0" m:version="1.3"><m:file-entry m:full-path="/" m:media-type="${fileTypes.odt}"/>${entries.join("")}</m:manifest>`,
    "content.xml": `<office:document-content ${declared} office:version="1.3">${scripts}<office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    "styles.xml": `<office:document-styles ${declared} office:version="1.3"><office:automatic-styles><style:page-layout style:name="A"><style:footer-style/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="A"><style:footer><text:p>${footer}</text:p></style:footer></style:master-page></office:master-styles></office:document-styles>`,
    ...more,
  };
  const files = Object.entries(parts).map(([name, text]) => ({ name, content: [Buffer.from(text)] }));
  return Buffer.concat(writeZip(files, new Date(0)).filter((piece) => piece instanceof Uint8Array));
}
