import { expect, test } from "bun:test";
import { requireNoDomain } from "./office-name.ts";

const codeFor = (name: string) =>
  requireNoDomain(name).then(
    () => "accepted",
    ({ code }: { code: string }) => code,
  );

test("an office cannot be named like a domain, which would read as a verified one [threat C61]", async () => {
  const names = [
    "harvard.edu",
    "Harvard.edu",
    "Admissions of harvard.edu",
    "whitehouse.gov",
    "navy.mil",
    "Smith.law",
    "first.bank",
    "ox.ac.uk",
    "ｈａｒｖａｒｄ．ｅｄｕ",
    "harvard。edu",
    "harvard .edu",
    "harvard. edu",
    "harvard. ac. uk",
    "münchen.bayern",
    "例え.みんな",
    // Letters and dots of other scripts that look alike.
    "harvаrd.edu",
    "harvard.еdu",
    "deloitte.cоm",
    "harvard.cοm",
    "асме.сом",
    "harvard.ᴇᴅᴜ",
    "smith.lаw",
    "harvardꓸedu",
    "harvard۔edu",
    "harvard։edu",
    // Something after a hyphen.
    "first.bank-Ag",
    "yale.university-Office",
    "Bundestag .de-Kanzlei",
    "harvard .ac .uk-Law",
  ];
  for (const name of names) expect([name, await codeFor(name)]).toEqual([name, "office-name-domain"]);
});

test.each([
  "Doe & Partners LLP",
  "J.R. Smith",
  "J.R.R.Tolkien",
  "St. John",
  "St.John",
  "A.B.",
  "Dr. Ng & Sons",
  "Md.Rahman",
  "Acme Co. Ltd",
  "Müller, Roe & Doe",
  "Иванов и партнёры",
  "А.С. Пушкин",
  "Παπαδόπουλος Α.Ε.",
  "張法律事務所",
])("an office can be named %p", async (name) => {
  expect(await codeFor(name)).toBe("accepted");
});
