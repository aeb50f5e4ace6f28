import { expect, test } from "bun:test";
import { rehearsalRounds, rehearse } from "./warm-up.ts";

test("rehearsing stamps a sound document of its own, round after round", () => {
  for (let round = 0; round < rehearsalRounds; round++) expect(() => rehearse(round)).not.toThrow();
});
