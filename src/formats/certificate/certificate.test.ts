import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkAttestation } from "../../evidence/attestation.ts";
import { publicJwks } from "../../evidence/signing-key.ts";
import { attestationKey, testFacts } from "../../testing/test-certificate.ts";
import { qrCode } from "../qr-code.ts";
import { writeTime } from "../text/written-time.ts";
import { verifyUrl } from "../verify-url.ts";
import { renderCertificate } from "./certificate.ts";
import type { CertificateFacts } from "./certificate-facts.ts";
import { layOutCertificate } from "./layout.ts";

/** The output of a PDF tool run on the certificate. Throws unless its exit code is 0. */
async function runOn(bytes: Uint8Array, packageName: string, command: (file: string) => string[]) {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  try {
    const file = join(folder, "certificate.pdf");
    writeFileSync(file, bytes);
    const [tool = "", ...rest] = command(file);
    const path = Bun.which(tool);
    if (!path) throw new Error(`This test needs ${tool}: install the Debian package ${packageName}.`);
    const child = Bun.spawn([path, ...rest], { stdout: "pipe", stderr: "pipe" });
    const output = await new Response(child.stdout).text();
    expect(await child.exited).toBe(0);
    return output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const getText = (bytes: Uint8Array) =>
  runOn(bytes, "poppler-utils", (file) => ["pdftotext", "-layout", file, "-"]);
const shape = (text: string) => text.replace(/\s+/g, " ");

test("a certificate states who, what and when, in text that can be copied [spec 1 certificate-content]", async () => {
  const facts = testFacts({
    originalDate: "2024-05-17",
    otherParties: "John Smith",
    notes: ["Scripts were removed."],
  });
  const text = shape(await getText(await renderCertificate(facts)));
  for (const part of [
    "Certificate of Attestation",
    facts.serialNumber,
    "Jane Q. Public",
    facts.documentName,
    "PDF document, 1,234,567 bytes (1.2 MB), 10 pages",
    "stamped on November 20, 2026 1:11:00 PM CST (UTC−6) November 20, 2026, 7:11:00 PM UTC",
    facts.originalSha256,
    facts.stampedSha256,
    "PDF document, 1,250,000 bytes (1.3 MB), begins with the original, unchanged",
    "Sealed by Attestamp, timestamped by Attestamp’s own clock (RFC 3161)",
    "confirmed November 20, 2026, 1:09:12 PM CST",
    "not verified by us",
    "May 17, 2024",
    "John Smith",
    "Scripts were removed.",
    "It is not a copyright registration and does not replace a copyright.",
    `https://attestamp.example/verify/${facts.serialNumber}`,
    "page 1 of 1",
  ]) {
    expect(text).toContain(part);
  }
});

test("a Spanish certificate says the same in Spanish, and programs read it aloud in Spanish", async () => {
  const facts = testFacts({
    language: "es",
    clientName: "José Ñandú",
    originalDate: "17 de mayo de 2024",
    otherParties: "María Núñez",
  });
  const bytes = await renderCertificate(facts);
  const text = shape(await getText(bytes));
  for (const part of [
    "Certificado de atestación",
    `Número de serie ${facts.serialNumber}`,
    "expedido a “José Ñandú”",
    "sellado el 20 de noviembre de 2026 1:11:00 p. m. CST (UTC−6) 20 de noviembre de 2026, 7:11:00 p. m. UTC",
    "No es un registro de derechos de autor ni los sustituye.",
    "Documento PDF, 1,234,567 bytes (1.2 MB), 10 páginas",
    "empieza con el original, sin cambios",
    facts.originalSha256,
    facts.stampedSha256,
    "Según declara el cliente, sin verificar por nosotros",
    "17 de mayo de 2024",
    "María Núñez",
    `https://attestamp.example/verify/${facts.serialNumber}`,
    "página 1 de 1",
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/\b(?:the|with|page|bytes and|of)\b/);
  const plain = await runOn(bytes, "qpdf", (file) => [
    "qpdf",
    "--qdf",
    "--object-streams=disable",
    file,
    "-",
  ]);
  expect(plain).toContain("/Lang (es)");
});

test("times are written with the zone's name on that date, or with its offset if it has no name", () => {
  const summer = { time: Date.UTC(2026, 6, 4, 5, 3, 9), timeZone: "America/Chicago" };
  expect(writeTime(summer)).toBe("July 4, 2026, 12:03:09 AM CDT");
  expect(writeTime({ ...summer, time: Date.UTC(2026, 6, 4, 17) })).toBe("July 4, 2026, 12:00:00 PM CDT");
  expect(writeTime({ ...summer, timeZone: "Asia/Kathmandu" })).toBe("July 4, 2026, 10:48:09 AM GMT+5:45");
  expect(writeTime(summer, "es")).toBe("4 de julio de 2026, 12:03:09 a. m. CDT");
});

test("the date is the largest text, the fingerprints are at the foot, and no line covers another", () => {
  for (const language of ["en", "es"] as const) {
    const facts = testFacts({
      language,
      originalDate: "2024-05-17",
      otherParties: "Ann",
      notes: ["A note."],
    });
    const layout = layOutCertificate(
      facts,
      qrCode(verifyUrl(facts.origin, facts.serialNumber, facts.attestation)),
    );
    const lines = layout.elements.flatMap((element) => element.lines);
    const largest = lines.toSorted((a, b) => b.size - a.size)[0];
    expect(largest?.line.text).toBe(language === "en" ? "November 20, 2026" : "20 de noviembre de 2026");
    const lowest = lines.filter(({ page }) => page === 0).toSorted((a, b) => a.y - b.y)[0];
    expect(facts.stampedSha256).toContain(lowest?.line.text ?? "?");
    const boxes = lines.map(({ page, x, y, size, line }) => ({
      page,
      left: x + 0.01,
      right: x + line.width * size - 0.01,
      bottom: y,
      top: y + size * 0.7,
    }));
    for (const [index, a] of boxes.entries())
      for (const b of boxes.slice(index + 1))
        expect(
          a.page === b.page && a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top,
        ).toBe(false);
  }
});

const ghostscript = "gs -q -dBATCH -dNOPAUSE -dLastPage=1 -sDEVICE=pnggray";
const scans = {
  "a print at 150 dpi": 'pdftoppm -r 150 -gray -png -singlefile "$0" "$0"',
  "a print at 90 dpi": 'pdftoppm -r 90 -gray -png -singlefile "$0" "$0"',
  "a print of only black and white at 90 dpi": `${ghostscript} -r90 -sOutputFile="$0.png" "$0"`,
  "a fax": 'pdftoppm -r 204 -mono -png -singlefile "$0" "$0"',
};

for (const [kind, scan] of Object.entries(scans)) {
  test(`a phone reads the address with the signed attestation from ${kind}`, async () => {
    for (const changes of [
      {},
      { paper: "a4" },
      { paper: "a4", attestation: `${testFacts().attestation}${"A".repeat(21)}` },
      { language: "es", clientName: "x".repeat(60), documentName: "y".repeat(200) },
    ] as const) {
      const facts = testFacts(changes);
      const found = await runOn(await renderCertificate(facts), "zbar-tools", (file) => [
        "sh",
        "-c",
        `${scan} && zbarimg --quiet --raw "$0.png"`,
        file,
      ]);
      expect(found.trim()).toBe(verifyUrl(facts.origin, facts.serialNumber, facts.attestation));
    }
  });
}

test("beside an A4 document, the certificate is an A4 page, and its text stays within the frame", async () => {
  const facts = testFacts({ paper: "a4", originalDate: "2024-05-17", otherParties: "Ann" });
  const info = await runOn(await renderCertificate(facts), "poppler-utils", (file) => ["pdfinfo", file]);
  expect(info).toMatch(/Page size:\s+595\.28 x 841\.89 pts \(A4\)/);
  const { elements, pages } = layOutCertificate(facts, qrCode(facts.origin));
  expect(pages).toBe(1);
  for (const { x, line, size } of elements.flatMap(({ lines }) => lines)) {
    expect(x).toBeGreaterThanOrEqual(66);
    expect(x + line.width * size).toBeLessThanOrEqual(529.3);
  }
});

test("a certificate is smaller than 45 kB before its seal", async () => {
  expect((await renderCertificate(testFacts())).length).toBeLessThan(45_000);
});

test("certificates with names of common letters have the same fonts, which are cut once", async () => {
  const fontsOf = async (changes: Partial<CertificateFacts>) => {
    const pdf = await renderCertificate(testFacts(changes));
    return (await runOn(pdf, "poppler-utils", (file) => ["pdffonts", file])).match(/[A-Z]{6}\+\S+/g);
  };
  const fonts = await fontsOf({});
  expect(fonts).toHaveLength(3);
  const office = {
    clientName: "Office of Shiftley & Muñoz",
    documentName: "Draft (final_2), Jane’s flat.pdf",
  };
  for (const language of ["en", "es"] as const)
    for (const paper of ["letter", "a4"] as const)
      expect(await fontsOf({ ...office, language, paper, originalDate: "2024-05-17" })).toEqual(fonts);
});

test("the same facts give the same bytes, even in a new process and after certificates with other letters", async () => {
  const first = await renderCertificate(testFacts());
  await renderCertificate(testFacts({ clientName: "محمد", documentName: "租赁合同 fiancé.pdf" }));
  expect(Buffer.compare(await renderCertificate(testFacts()), first)).toBe(0);
  const program = `
    import { renderCertificate } from "./certificate.ts";
import type { CertificateFacts } from "./certificate-facts.ts";
    import { testFacts } from "../../testing/test-certificate.ts";
    process.stdout.write(await renderCertificate(testFacts()));`;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", program], { cwd: import.meta.dir });
  expect(Buffer.compare(stdout, first)).toBe(0);
});

test("the file is sound, tagged and dated from the facts", async () => {
  const bytes = await renderCertificate(testFacts());
  await runOn(bytes, "qpdf", (file) => ["qpdf", "--check", file]);
  const info = await runOn(bytes, "poppler-utils", (file) => ["pdfinfo", "-isodates", file]);
  expect(info).toMatch(/Tagged:\s+yes/);
  expect(info).toMatch(/Title:\s+Certificate of Attestation AT-/);
  expect(info).toMatch(/CreationDate:\s+2026-11-20T19:11:00/);
  const structure = await runOn(bytes, "poppler-utils", (file) => ["pdfinfo", "-struct-text", file]);
  expect(structure).toMatch(/H1[\s\S]*Certificate of Attestation[\s\S]*Figure[\s\S]*Link/);
});

test("names in other scripts can be read and copied [threat D2]", async () => {
  const facts = testFacts({ clientName: "محمد علي الحسن", documentName: "租赁合同 김철수 Юлия 🧿.pdf" });
  const text = await getText(await renderCertificate(facts));
  expect(text).toContain("محمد علي الحسن");
  expect(shape(text)).toContain(facts.documentName);
});

test("characters with a meaning in PDF, HTML or programs are treated like any others [threat D2]", async () => {
  const signs = `(a) \\( )) \\051 <<>> %PDF endstream </script> <b>&amp;</b> %s \${x} {{x}} 'q' "q"`;
  const facts = testFacts({ otherParties: signs, documentName: `${signs.replaceAll("/", "")}.pdf` });
  const bytes = await renderCertificate(facts);
  const text = shape(await getText(bytes));
  expect(text).toContain(signs);
  await runOn(bytes, "qpdf", (file) => ["qpdf", "--check", file]);
});

test("characters that could reverse or hide text are not printed [threat D2]", async () => {
  const otherParties = "Ann\u202e nnA\u2066 \u200bBob\u0007 Carl";
  const bytes = await renderCertificate(testFacts({ otherParties }));
  const text = shape(await getText(bytes));
  expect(text).toContain("Ann nnA Bob Carl");
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  await runOn(bytes, "qpdf", (file) => ["qpdf", "--check", file]);
});

test("two thousand characters of other parties continue on a second page, complete and within the page [threat D2]", async () => {
  const otherParties = Array.from({ length: 200 }, (_, index) => `Party ${index}`)
    .join(", ")
    .slice(0, 2000);
  const facts = testFacts({ otherParties });
  const layout = layOutCertificate(
    facts,
    qrCode(verifyUrl(facts.origin, facts.serialNumber, facts.attestation)),
  );
  expect(layout.pages).toBe(2);
  for (const { x, y, size, line } of layout.elements.flatMap((element) => element.lines)) {
    expect(x).toBeGreaterThanOrEqual(66);
    expect(x + line.width * size).toBeLessThanOrEqual(546.01);
    expect(y).toBeGreaterThanOrEqual(60);
  }
  const values = layout.elements.flatMap((element) => element.lines.map(({ line }) => line.text)).join(" ");
  expect(values.replace(" Other parties, continued", "")).toContain(otherParties);
});

test("names are printed in full, smaller if they are long", async () => {
  const clientName = `Dr. ${"María Fernández de Córdoba y ".repeat(6)}Hernández de Córdoba`;
  const documentName = `${"Contrato de arrendamiento con opción de compra ".repeat(5)}firmado.pdf`;
  const text = shape(await getText(await renderCertificate(testFacts({ clientName, documentName }))));
  expect(text).toContain(`“${clientName}”`);
  expect(text).toContain(`“${documentName}”`);
});

test("a name of many wide letters is shortened between words", async () => {
  const clientName = `${"WOMAN MAMMOGRAM ".repeat(20)}MAMMOGRAM`;
  const text = shape(await getText(await renderCertificate(testFacts({ clientName }))));
  expect(/“([^”]*…[^”]*)”/.exec(text)?.[1]?.split(/ … /)).toSatisfy(
    (parts) => parts?.length === 2 && parts.every((part: string) => /^((WOMAN|MAMMOGRAM) ?)+$/.test(part)),
  );
});

test("a little too much text is set smaller, and never continues on an almost empty page", () => {
  for (let count = 1; count <= 150; count += 7) {
    const facts = testFacts({ otherParties: "John Smith, ".repeat(count), notes: ["A note of ours."] });
    const { pages, elements } = layOutCertificate(facts, qrCode(facts.origin));
    if (count < 60) expect(pages).toBe(1);
    const onLast = elements.flatMap(({ lines }) => lines.filter(({ page }) => page === pages - 1));
    expect(onLast.length).toBeGreaterThan(8);
  }
});

test("every date on a certificate has the same style", async () => {
  const facts = testFacts({ originalDate: "2024-05-17" });
  for (const [language, day] of [
    ["en", "May 17, 2024"],
    ["es", "17 de mayo de 2024"],
  ] as const) {
    const text = shape(await getText(await renderCertificate({ ...facts, language })));
    expect(text).toContain(day);
    expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}/);
  }
  const words = await getText(await renderCertificate({ ...facts, originalDate: "around Easter 2024" }));
  expect(words).toContain("around Easter 2024");
});

test("a long file name is complete in the metadata", async () => {
  const documentName = `Lease ${"W".repeat(240)} final.pdf`;
  const pdf = await renderCertificate(testFacts({ documentName }));
  const metadata = await runOn(pdf, "poppler-utils", (file) => ["pdfinfo", "-meta", file]);
  expect(metadata).toContain(documentName);
});

test("a name is quoted as the account's word and not as ours", async () => {
  const text = shape(await getText(await renderCertificate(testFacts({ clientName: "Supreme Court" }))));
  expect(text).toMatch(
    /issued to “Supreme Court” for the document “[^”]+” \(names as stated by the account, not checked\)/,
  );
  expect(text.match(/not checked/g)).toHaveLength(1);
});

test("a name cannot end its quotation and continue as if in our words [threat D2]", async () => {
  const documentName = "Lease” checked and approved by “Superior Court.pdf";
  const clientName = 'Jane" (identity verified) ＂Doe';
  const text = shape(await getText(await renderCertificate(testFacts({ documentName, clientName }))));
  expect(text).toContain("“Lease' checked and approved by 'Superior Court.pdf”");
  expect(text).toContain("“Jane' (identity verified) 'Doe”");
});

test("nothing is stated that is not in the facts", async () => {
  const facts = testFacts({ clientName: null, originalKept: false, ownershipConfirmedAt: null });
  const text = await getText(await renderCertificate(facts));
  for (const absent of ["issued to", "begins with the original", "As stated by the client", "null"])
    expect(text).not.toContain(absent);
});

test("the address in the QR code carries an attestation that proves itself [spec 1 qr-attestation]", () => {
  const facts = testFacts();
  const [, jws = ""] = verifyUrl(facts.origin, facts.serialNumber, facts.attestation).split("#");
  expect(checkAttestation(jws, publicJwks([attestationKey]))).toHaveProperty(
    "attestation.serial",
    facts.serialNumber,
  );
});

test("a certificate says whose clock its time is from, and who vouches for it, in the verifier's words [threat V10]", async () => {
  const says = async (vouchedBy: CertificateFacts["timeStamp"]["vouchedBy"], language: "en" | "es") => {
    const authority = "Outside TSA, Outside Ltd";
    const time = Date.parse("2026-11-20T19:11:42Z");
    const timeStamp = { authority, time, vouchedBy, missing: [] };
    const file = await renderCertificate(testFacts({ language, timeStamp }));
    return shape(await getText(file));
  };
  expect(await says("service", "en")).toContain(
    "by Attestamp’s own clock (RFC 3161). When this was issued, only Attestamp itself vouched for that time. Proof of time: own clock only.",
  );
  expect(await says("named", "en")).toContain(
    "by the clock of Outside TSA, Outside Ltd (RFC 3161). Only Attestamp says that this authority is independent. Proof of time: own clock only.",
  );
  expect(await says("public", "en")).toContain(
    "by the clock of Outside TSA, Outside Ltd (RFC 3161), which said November 20, 2026, 1:11:42 PM CST. Proof of time: external timestamp at the time.",
  );
  expect(await says("service", "es")).toContain(
    "solo el propio Attestamp respondía de esa hora. Prueba de la hora: solo el reloj propio.",
  );
  expect(await says("named", "es")).toContain("Solo Attestamp dice que esta autoridad es independiente.");
  expect(await says("public", "es")).toContain("que marcaba el 20 de noviembre de 2026, 1:11:42 p. m. CST.");
});
