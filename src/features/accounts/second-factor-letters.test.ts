import { expect, test } from "bun:test";
import { changeRequestedLetter } from "./email-letters.ts";
import { factorLetter, recoveryCodeLetter } from "./second-factor-letters.ts";

const changes = ["app-added", "app-removed", "codes-made", "passkey-added", "operator-reset"] as const;

test.each(["en", "es"] as const)(
  "emails about changes of the login name a remedy that the account has, in %s",
  (language) => {
    const owner = { id: "1", username: "mary", emailConfirmedAt: new Date(0), language };
    const lettersOf = (hasPassword: boolean) => {
      const facts = { productName: "Attestamp", hasPassword, at: 0 };
      return [
        ...changes.map((change) => factorLetter(owner, change, facts)),
        recoveryCodeLetter(owner, 9, facts),
        changeRequestedLetter(owner, facts),
      ];
    };
    const saidIn = (letters: ReturnType<typeof lettersOf>) =>
      letters.map(({ paragraphs, links }) => ({
        speaksOfPassword: /password|contraseña/.test(paragraphs.join(" ")),
        leadsTo: links?.map(({ path }) => path),
      }));
    expect(saidIn(lettersOf(true))).toEqual(
      Array(changes.length + 2).fill({ speaksOfPassword: true, leadsTo: ["/forgot-password"] }),
    );
    expect(saidIn(lettersOf(false))).toEqual(
      Array(changes.length + 2).fill({ speaksOfPassword: false, leadsTo: ["/account"] }),
    );
  },
);
