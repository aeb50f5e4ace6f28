import { type DocxParts, makeDocx, paragraph } from "./test-word-samples.ts";

/** A document that uses one feature of Word, and the text its PDF must contain. */
export type FeatureSample = { feature: string; document: Buffer; says: string[] };

const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const drawing = "http://schemas.openxmlformats.org/drawingml/2006";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const by = (id: number) => `w:id="${id}" w:author="Ann" w:date="2026-01-01T00:00:00Z" w:initials="A"`;
const related = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`;
const part = (root: string, content: string) =>
  `<w:${root} xmlns:w="${word}" xmlns:r="${relationships}">${content}</w:${root}>`;

const sample = (feature: string, says: string[], parts: DocxParts): FeatureSample => ({
  feature,
  document: makeDocx(parts),
  says,
});

/** Small documents, each with one of the features that real documents have. */
export const featureSamples: FeatureSample[] = [
  sample("comments", ["The rent is due", "on the first."], {
    body: `<w:p>${run("The rent ")}<w:commentRangeStart w:id="1"/>${run("is due")}<w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r></w:p><w:p><w:commentRangeStart w:id="2"/>${run("on the first.")}<w:commentRangeEnd w:id="2"/><w:r><w:commentReference w:id="2"/></w:r></w:p>`,
    relationships: related("rId1", "comments", "comments.xml"),
    parts: {
      "word/comments.xml": part(
        "comments",
        `<w:comment ${by(1)}>${paragraph("Is it?")}</w:comment><w:comment ${by(2)}>${paragraph("Of each month.")}</w:comment>`,
      ),
    },
  }),
  sample("comments on tracked changes", ["Before.", "Put in.", "After."], {
    body: `${paragraph("Before.")}<w:p><w:commentRangeStart w:id="1"/><w:ins ${by(2)}>${run("Put in.")}</w:ins><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r></w:p>${paragraph("After.")}`,
    relationships: related("rId1", "comments", "comments.xml"),
    parts: {
      "word/comments.xml": part("comments", `<w:comment ${by(1)}>${paragraph("Why?")}</w:comment>`),
    },
  }),
  sample("tracked changes", ["new rent"], {
    body: `<w:p><w:del ${by(1)}><w:r><w:delText>old rent</w:delText></w:r></w:del><w:ins ${by(2)}>${run("new rent")}</w:ins></w:p>`,
  }),
  sample("text boxes", ["Beside the box.", "In the box."], {
    body: `${paragraph("Beside the box.")}<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:200pt;height:60pt"><v:textbox><w:txbxContent>${paragraph("In the box.")}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`,
  }),
  sample("embedded objects", ["Before the object.", "After the object."], {
    body: `${paragraph("Before the object.")}<w:p><w:r><w:object><v:shape xmlns:v="urn:schemas-microsoft-com:vml" id="s1" style="width:90pt;height:30pt"/><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Embed" ProgID="Package" ShapeID="s1" DrawAspect="Icon" ObjectID="o1" r:id="rId1"/></w:object></w:r></w:p>${paragraph("After the object.")}`,
    relationships: related("rId1", "oleObject", "embeddings/oleObject1.bin"),
    parts: { "word/embeddings/oleObject1.bin": "an object of a program that is not here" },
  }),
  sample("fields", ["Page 1 of 1.", "See the lease."], {
    body: `<w:p>${run("Page ")}<w:fldSimple w:instr=" PAGE ">${run("9")}</w:fldSimple>${run(" of ")}<w:fldSimple w:instr=" NUMPAGES ">${run("9")}</w:fldSimple>${run(".")}</w:p><w:p>${run("See ")}<w:fldSimple w:instr=" REF lease ">${run("the lease")}</w:fldSimple>${run(".")}</w:p><w:p><w:bookmarkStart w:id="1" w:name="lease"/>${run("the lease")}<w:bookmarkEnd w:id="1"/></w:p>`,
  }),
  sample("headers and footers", ["At the top.", "The text.", "At the bottom."], {
    body: `${paragraph("The text.")}<w:sectPr><w:headerReference w:type="default" r:id="rId1"/><w:footerReference w:type="default" r:id="rId2"/></w:sectPr>`,
    relationships: related("rId1", "header", "header1.xml") + related("rId2", "footer", "footer1.xml"),
    parts: {
      "word/header1.xml": part("hdr", paragraph("At the top.")),
      "word/footer1.xml": part("ftr", paragraph("At the bottom.")),
    },
  }),
  sample("footnotes", ["The deposit", "Two rents."], {
    body: `<w:p>${run("The deposit")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
    relationships: related("rId1", "footnotes", "footnotes.xml"),
    parts: {
      "word/footnotes.xml": part(
        "footnotes",
        `<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r>${run(" Two rents.")}</w:p></w:footnote>`,
      ),
    },
  }),
  sample("charts", ["Above the chart.", "Rents by year"], {
    body: `${paragraph("Above the chart.")}<w:p><w:r><w:drawing><wp:inline><wp:extent cx="4000000" cy="3000000"/><wp:docPr id="1" name="a chart"/><a:graphic><a:graphicData uri="${drawing}/chart"><c:chart xmlns:c="${drawing}/chart" r:id="rId1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
    relationships: related("rId1", "chart", "charts/chart1.xml"),
    parts: { "word/charts/chart1.xml": barChart("Rents by year") },
  }),
  sample("text from right to left", ["חוזה שכירות", "عقد إيجار"], {
    body: ["חוזה שכירות", "عقد إيجار"]
      .map(
        (text) => `<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t>${text}</w:t></w:r></w:p>`,
      )
      .join(""),
  }),
];

function barChart(title: string): string {
  const axis = (id: number, other: number, kind: string, position: string) =>
    `<c:${kind}><c:axId val="${id}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="${position}"/><c:crossAx val="${other}"/></c:${kind}>`;
  const points = ["900", "950"].map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join("");
  const series = `<c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numLit><c:ptCount val="2"/>${points}</c:numLit></c:val></c:ser>`;
  return `<c:chartSpace xmlns:c="${drawing}/chart" xmlns:a="${drawing}/main"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:barDir val="col"/>${series}<c:axId val="1"/><c:axId val="2"/></c:barChart>${axis(1, 2, "catAx", "b")}${axis(2, 1, "valAx", "l")}</c:plotArea></c:chart></c:chartSpace>`;
}
