import { expect, test } from "bun:test";
import { declarationFacts as facts } from "../../testing/test-certificate.ts";
import { countPages, findPdfErrors, textOfPages } from "../pdf/test-tools.ts";
import { renderDeclaration } from "./declaration.ts";

test("a declaration is one sound page that names the document and says that it is not legal advice", async () => {
  const pdf = await renderDeclaration(facts);
  expect([findPdfErrors(pdf), countPages(pdf)]).toEqual(["", 1]);
  const [text = ""] = textOfPages(pdf);
  for (const words of [
    facts.serialNumber,
    facts.documentName,
    facts.originalSha256,
    "not legal advice",
    "Full name",
  ]) {
    expect(text).toContain(words.replace(/\s+/g, ""));
  }
  expect(await renderDeclaration(facts)).toEqual(pdf);
});

test("a very long name moves the text after it to another page, and nothing is lost", async () => {
  const pdf = await renderDeclaration({ ...facts, documentName: `${"lease ".repeat(40)}.pdf` });
  expect(findPdfErrors(pdf)).toBe("");
  expect(textOfPages(pdf).join("")).toContain("Witnessornotary");
});
