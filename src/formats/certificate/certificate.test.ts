import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkAttestation } from "../../evidence/attestation.ts";
import { publicJwks } from "../../evidence/signing-key.ts";
import { attestationKey, testFacts } from "../../testing/test-certificate.ts";
import { renderCertificate } from "./certificate.ts";
import { layOutCertificate } from "./layout.ts";
import { qrCode } from "./qr-code.ts";
import { verifyUrl } from "./verify-url.ts";

/** Output of a PDF tool run on the certificate; its exit code must be 0. */
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

test("a certificate says who, what and when, in text that can be copied [spec 1 certificate-content]", async () => {
  const facts = testFacts({
    originalDate: "2024-05-17",
    otherParties: "John Smith",
    notes: ["Scripts were removed."],
  });
  const text = shape(await getText(renderCertificate(facts)));
  for (const part of [
    "Certificate of Attestation",
    facts.serialNumber,
    "Jane Q. Public",
    facts.documentName,
    "PDF document, 1,234,567 bytes (1.2 MB), 10 pages",
    "2026-11-20 13:11:00 -06:00",
    "2026-11-20 19:11:00 UTC",
    facts.originalSha256,
    facts.stampedSha256,
    "head -c 1234567 stamped.pdf | sha256sum",
    "confirmed 2026-11-20 19:09:12 UTC",
    "not verified by us",
    "2024-05-17",
    "John Smith",
    "Scripts were removed.",
    "It is not a copyright registration and does not replace a copyright.",
    `https://attestamp.example/verify/${facts.serialNumber}`,
    "page 1 of 1",
  ]) {
    expect(text).toContain(part);
  }
});

test("the same facts give the same bytes, also in a new process and after certificates with other letters", () => {
  const first = renderCertificate(testFacts());
  renderCertificate(testFacts({ clientName: "محمد", documentName: "租赁合同 fiancé.pdf" }));
  expect(Buffer.compare(renderCertificate(testFacts()), first)).toBe(0);
  const program = `
    import { renderCertificate } from "./certificate.ts";
    import { testFacts } from "../../testing/test-certificate.ts";
    process.stdout.write(renderCertificate(testFacts()));`;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", program], { cwd: import.meta.dir });
  expect(Buffer.compare(stdout, first)).toBe(0);
});

test("the file is sound, tagged and dated from the facts", async () => {
  const bytes = renderCertificate(testFacts());
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
  const text = await getText(renderCertificate(facts));
  expect(text).toContain("محمد علي الحسن");
  expect(shape(text)).toContain(facts.documentName);
});

test("signs that PDF, HTML and programs read are letters like others [threat D2]", async () => {
  const signs = `(a) \\( )) \\051 <<>> %PDF endstream </script> <b>&amp;</b> %s \${x} {{x}} 'q' "q"`;
  const facts = testFacts({ otherParties: signs, documentName: `${signs.replaceAll("/", "")}.pdf` });
  const bytes = renderCertificate(facts);
  const text = shape(await getText(bytes));
  expect(text).toContain(signs);
  await runOn(bytes, "qpdf", (file) => ["qpdf", "--check", file]);
});

test("what could turn text around or hide it does not reach the paper [threat D2]", async () => {
  const otherParties = "Ann\u202e nnA\u2066 \u200bBob\u0007 Carl";
  const bytes = renderCertificate(testFacts({ otherParties }));
  const text = shape(await getText(bytes));
  expect(text).toContain("Ann nnA Bob Carl");
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  await runOn(bytes, "qpdf", (file) => ["qpdf", "--check", file]);
});

test("two thousand characters of other parties flow to a second page, whole and within the page [threat D2]", async () => {
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

test("a long file name gets two lines, with an ellipsis in its middle, and is whole in the metadata", async () => {
  const documentName = `Lease ${"x".repeat(240)} final.pdf`;
  const pdf = renderCertificate(testFacts({ documentName }));
  const text = await getText(pdf);
  expect(shape(text)).toMatch(/“Lease x+…x+ x* ?x+ final\.pdf”|“Lease x+(?: x+)?…x+(?: x+)? final\.pdf”/);
  expect(text.split("\n").filter((line) => line.includes("xxxx")).length).toBeLessThanOrEqual(2);
  const metadata = await runOn(pdf, "poppler-utils", (file) => ["pdfinfo", "-meta", file]);
  expect(metadata).toContain(documentName);
});

test("a name is quoted as the account's word and not as ours", async () => {
  const text = shape(await getText(renderCertificate(testFacts({ clientName: "Supreme Court" }))));
  expect(text).toContain("issued to (as stated by the account, not checked) “Supreme Court”");
  expect(text).toContain("for the document (as stated by the account, not checked) “Jane Public Residential");
});

test("nothing is said that the facts do not hold", async () => {
  const facts = testFacts({ clientName: null, originalKept: false, ownershipConfirmedAt: null });
  const text = await getText(renderCertificate(facts));
  for (const absent of ["issued to", "head -c", "As stated by the client", "null"])
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
