import { expect, test } from "bun:test";
import { declarationFacts, testFacts } from "../../testing/test-certificate.ts";
import { inFolder, runTool } from "../pdf/test-tools.ts";
import { renderCertificate } from "./certificate.ts";
import { renderDeclaration } from "./declaration.ts";
import { xmpMetadata } from "./xmp-metadata.ts";

const names = [
  "lease.pdf",
  "日本語の契約書.pdf",
  "Договор аренды.pdf",
  "עברית ועربي محمد علي.pdf",
  "Größe – naïve “quotes” €uro ½.pdf",
  "🧿👩‍👩‍👧 family.pdf",
  `<b>&amp;</b> "q" 'q' ]]> <![CDATA[ <?xpacket end="w"?> --> .pdf`,
  "\ufeffBOM first.pdf",
  "lone \ud800 high, \udc00 low, \udc00\ud800 swapped",
  "controls \u0000\u0001\u0008\u000b\u000c\u000e\u001f\u007f\u0080\u0085\u009f end",
  "separators \t \n \r\n \r \u2028 \u2029 end",
  "noncharacters \ufffe \uffff \ufdd0 \u{1fffe} \u{10ffff} end",
  "\u202egnp.exe \u2066isolated\u2069 \u200bzero",
  "&#0; &#xFFFE; &lt; %0A %PDF-1.7 endstream endobj",
  "",
];

/** The name as Python's expat reads it; throws if the XML is not well-formed. */
const reader = `
import sys, xml.dom.minidom
xmp = xml.dom.minidom.parse("meta.xml")
item = xmp.getElementsByTagName("dc:description")[0].getElementsByTagName("rdf:li")[0]
sys.stdout.buffer.write("".join(node.data for node in item.childNodes).encode())
`;

/** The description in a file's metadata, if two XML parsers find it well-formed. */
function describedBy(pdf: Uint8Array): string {
  return inFolder(pdf, (folder) => {
    const meta = runTool("sh", ["-c", "pdfinfo -meta in.pdf > meta.xml && xmllint --noout meta.xml"], folder);
    expect(meta).toEqual({ code: 0, text: "" });
    const { code, text } = runTool("python3", ["-c", reader], folder);
    expect(code).toBe(0);
    return text;
  });
}

/** The part of a text that XML 1.0 can represent. */
const sayable = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, "");

test("the metadata of a certificate is well-formed XML that states the document's name, whatever it is", async () => {
  for (const documentName of names) {
    const pdf = await renderCertificate(testFacts({ documentName }));
    expect(describedBy(pdf)).toBe(sayable(documentName));
  }
}, 600_000);

test("the metadata of a declaration is well-formed XML, whatever the product is called", async () => {
  for (const productName of ["Attestamp", "印章 Печать & Söhne <GmbH>"]) {
    const pdf = await renderDeclaration({ ...declarationFacts, productName, documentName: "日本語.pdf" });
    expect(describedBy(pdf)).toBe("日本語.pdf");
  }
});

test("every Unicode character results in well-formed XML", () => {
  for (let from = 0; from < 0x110000; from += 0x8000) {
    const codes = Array.from({ length: 0x8000 }, (_, index) => String.fromCodePoint(from + index)).join("");
    const xmp = xmpMetadata({ title: "t", author: "a", subject: codes, time: 0, language: "en-US" });
    const found = inFolder(new TextEncoder().encode(xmp), (folder) =>
      runTool("xmllint", ["--huge", "--noout", "in.pdf"], folder),
    );
    expect([from, found]).toEqual([from, { code: 0, text: "" }]);
  }
});
