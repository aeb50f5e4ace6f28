import { expect, test } from "bun:test";
import { deletionRequestedLetter } from "./deletion-letters.ts";

test("who asked for the deletion of an account reads which button keeps it, since logging in does not", () => {
  const owner = { id: "u1", username: "jane", emailConfirmedAt: null };
  const written = (language: "en" | "es") =>
    JSON.stringify(deletionRequestedLetter({ ...owner, language }, "Attestamp", new Date(0)));
  expect(written("en")).toContain(
    "press “Keep my account” on your account page: logging in alone does not keep it",
  );
  expect(written("es")).toContain("pulse «Conservar mi cuenta» en la página de su cuenta");
});
