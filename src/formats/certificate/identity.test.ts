import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testFacts } from "../../testing/test-certificate.ts";
import { qrCode } from "../qr-code.ts";
import { verifyUrl } from "../verify-url.ts";
import { renderCertificate } from "./certificate.ts";
import type { CertificateFacts } from "./certificate-facts.ts";
import { layOutCertificate } from "./layout.ts";

setDefaultTimeout(600_000);

const layOut = (facts: CertificateFacts) =>
  layOutCertificate(facts, qrCode(verifyUrl(facts.origin, facts.serialNumber, facts.attestation)));

/** The text of each page. */
async function readPages(facts: CertificateFacts): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  try {
    const file = join(folder, "certificate.pdf");
    writeFileSync(file, await renderCertificate(facts));
    const child = Bun.spawn(["pdftotext", "-layout", file, "-"], { stdout: "pipe" });
    const text = await new Response(child.stdout).text();
    expect(await child.exited).toBe(0);
    return text.split("\f").map((page) => page.replace(/\s+/g, " "));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const readText = async (facts: CertificateFacts) => (await readPages(facts)).join(" ");

const identity = {
  office: "Peña & Asociados",
  domain: { name: "xn--pea-abogados-bhb.es", on: "2026-11-29" },
  email: { address: "ana@xn--pea-abogados-bhb.es", on: "2026-01-05" },
};

test("a certificate says for which office it was issued, and what was checked on which day", async () => {
  const text = await readText(testFacts({ clientName: "Ana García", identity }));
  expect(text).toContain("issued to “Ana García” for the office “Peña & Asociados”");
  expect(text).toContain(
    "Domain xn--pea-abogados-bhb.es (peña-abogados.es), verified by a DNS record on November 29, 2026",
  );
  expect(text).toContain("Email address ana@xn--pea-abogados-bhb.es, confirmed on January 5, 2026");
  expect(text).toContain("(names as stated by the account, not checked)");
});

test("a certificate says the same in Spanish", async () => {
  const text = await readText(testFacts({ clientName: "Ana García", identity, language: "es" }));
  expect(text).toContain("expedido a “Ana García” para la oficina “Peña & Asociados”");
  expect(text).toContain("peña-abogados.es), verificado con un registro DNS el 29 de noviembre de 2026");
  expect(text).toContain("confirmado el 5 de enero de 2026");
});

test("a certificate of an office with a verified domain still fits on one page", () => {
  for (const language of ["en", "es"] as const) {
    const facts = testFacts({ identity: { domain: { name: "example.com", on: "2026-11-29" } }, language });
    expect(layOut(facts).pages).toBe(1);
  }
});

test("long names, a long domain and a long address fit, and the date stays on the first page", async () => {
  const long = {
    office: "Rodríguez, Hernández, Villanueva y Asociados, Abogados, S.L.",
    domain: { name: "abogados-rodriguez-hernandez-villanueva-y-asociados.example.com", on: "2026-11-29" },
    email: {
      address: "maria.fernanda.rodriguez@abogados-rodriguez-villanueva.example.com",
      on: "2026-11-29",
    },
  };
  for (const language of ["en", "es"] as const) {
    const facts = testFacts({
      clientName: "María Fernanda Rodríguez Hernández de la Torre y Villanueva",
      documentName: "Contrato de arrendamiento de vivienda habitual firmado por ambas partes en 2026.pdf",
      identity: long,
      language,
    });
    const { elements, paper } = layOut(facts);
    const lines = elements.flatMap((element) => element.lines);
    expect(lines.filter(({ x }) => x < paper.left - 0.01 || x > paper.right)).toEqual([]);
    const [firstPage = ""] = (await readPages(facts)).map((page) => page.replaceAll(" ", ""));
    for (const part of [long.domain.name, long.email.address, "2026", facts.serialNumber])
      expect(firstPage).toContain(part);
    expect(firstPage).toContain(language === "en" ? "November20,2026" : "20denoviembrede2026");
  }
});
