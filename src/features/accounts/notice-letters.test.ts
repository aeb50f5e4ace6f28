import { expect, test } from "bun:test";
import { noticeMail } from "./notice-letters.ts";

const news = { kind: "new-sign-in", browser: "Firefox", system: null, address: "192.0.2.1" } as const;
const facts = { productName: "Attestamp", at: 0, office: null };

test("the email about a sign-in names a new password only to people who log in with one [threat C37]", () => {
  for (const [language, password] of [
    ["en", /password/],
    ["es", /contraseña/],
  ] as const) {
    const owner = { id: "jane", username: "jane", emailConfirmedAt: new Date(0), language };
    const [own, provider] = [true, false].map((hasPassword) => {
      const { letter } = noticeMail(owner, news, { ...facts, hasPassword });
      return { text: letter.paragraphs.join("\n"), path: letter.links?.[0]?.path };
    });
    expect([own?.text, own?.path]).toEqual([expect.stringMatching(password), "/forgot-password"]);
    expect([provider?.text, provider?.path]).toEqual([expect.not.stringMatching(password), "/account"]);
  }
});

test("the email about the members that an office pays for says how many, what each costs, and from when", () => {
  for (const language of ["en", "es"] as const) {
    const owner = { id: "jane", username: "jane", emailConfirmedAt: new Date(0), language };
    const changed = { kind: "seats-changed", before: 2, after: 3, price: 1250 } as const;
    const { letter } = noticeMail(owner, changed, { ...facts, hasPassword: true, office: "Doe LLP" });
    expect(letter.paragraphs[0]).toMatch(/Doe LLP .*3 .*2.*\$12\.50/);
    expect(letter.links?.[0]?.path).toBe("/office");
    expect(letter.paragraphs[1]).toMatch(/rest of this month|resto de este mes/);
    const fewer = noticeMail(
      owner,
      { ...changed, before: 2, after: 1 },
      { ...facts, hasPassword: true, office: "Doe LLP" },
    );
    expect(fewer.letter.paragraphs[0]).toMatch(/1 member who|un miembro que/);
    expect(fewer.letter.paragraphs[1]).toMatch(/nothing is credited|no se abona nada/);
  }
});
