import { expect, test } from "bun:test";
import { createSigningKey } from "../../evidence/signing-key.ts";
import { buildVerifier } from "../../evidence/tlog/sign-note.ts";
import { shippedLists } from "../../evidence/trust-lists/trust-lists.ts";
import { independentWitnesses } from "./independent-witnesses.ts";

const none = { tsaUrls: [], anchorAuthorities: [], otsCalendars: [], bitcoinExplorers: [], logWitnesses: [] };
const url = "https://witness.example";

test("public authorities, calendars and public cosigners are independent", () => {
  const [key] = shippedLists.witnesses;
  if (!key) throw new Error("The list is empty.");
  expect(independentWitnesses({ ...none, tsaUrls: ["http://timestamp.digicert.com/"] })).toHaveLength(1);
  const calendars = { ...none, otsCalendars: ["https://calendar.example"] };
  const bitcoinExplorers = ["https://explorer.example/api"];
  expect(independentWitnesses({ ...calendars, bitcoinExplorers })).toHaveLength(1);
  expect(independentWitnesses({ ...none, logWitnesses: [{ key, url }] })).toEqual([url]);
});

test("calendars confirm nothing without the block headers that explorers have", () => {
  expect(independentWitnesses({ ...none, otsCalendars: ["https://calendar.example"] })).toEqual([]);
});

test("whom only the operator names is not independent", () => {
  const key = buildVerifier(
    "witness.example",
    createSigningKey((size) => new Uint8Array(size).fill(7)),
    4,
  );
  expect(
    independentWitnesses({ ...none, tsaUrls: ["https://tsa.example"], logWitnesses: [{ key, url }] }),
  ).toEqual([]);
});
