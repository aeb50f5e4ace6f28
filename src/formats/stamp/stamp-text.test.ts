import { expect, test } from "bun:test";
import type { Stamp } from "./stamp.ts";
import { attestationSentence, stampLines, stampParagraphs, zonedDateTime } from "./stamp-text.ts";

const time = Date.UTC(2026, 10, 20, 19, 11, 0, 987);
const stamp: Stamp = {
  productName: "Attestamp",
  serialNumber: "AT-7K3M9-QX2T4-HV8BW-1C5DN",
  clientName: "Jane Doe",
  time,
  timeZone: "America/Chicago",
  position: "vertical-right",
};

test("the sentence is the promised one, to the letter [spec 2 stamp-sentence]", () => {
  expect(attestationSentence(time)).toBe(
    "This is a Professional Document Timestamp validating by Attestation the authenticity of this document on this date: 2026-11-20 19:11:00 UTC",
  );
});

test("a stamp says product, local time with its offset, client and serial number, then the sentence [spec 1 stamp-content]", () => {
  expect(stampLines(stamp)).toEqual([
    "Attestamp · 2026-11-20 13:11:00 -06:00 · Client (as stated by the account, not checked): Jane Doe · Serial AT-7K3M9-QX2T4-HV8BW-1C5DN",
    attestationSentence(time),
  ]);
});

test("offsets follow the zone and the season", () => {
  expect(zonedDateTime(time, "UTC")).toBe("2026-11-20 19:11:00 +00:00");
  expect(zonedDateTime(time, "Asia/Kathmandu")).toBe("2026-11-21 00:56:00 +05:45");
  expect(zonedDateTime(time, "America/St_Johns")).toBe("2026-11-20 15:41:00 -03:30");
  expect(zonedDateTime(Date.UTC(2026, 6, 1, 12), "America/Chicago")).toBe("2026-07-01 07:00:00 -05:00");
  expect(() => zonedDateTime(time, "Nowhere/Land")).toThrow(RangeError);
});

test("the hour that is skipped in spring, and the one that repeats in autumn, are distinguished by their offset [threat R11]", () => {
  const inChicago = (utc: string) => zonedDateTime(Date.parse(utc), "America/Chicago");
  expect(inChicago("2026-03-08T07:59:00Z")).toBe("2026-03-08 01:59:00 -06:00");
  expect(inChicago("2026-03-08T08:00:00Z")).toBe("2026-03-08 03:00:00 -05:00");
  expect(inChicago("2026-11-01T06:30:00Z")).toBe("2026-11-01 01:30:00 -05:00");
  expect(inChicago("2026-11-01T07:30:00Z")).toBe("2026-11-01 01:30:00 -06:00");
});

test("a server in Tokyo prints the same stamp [threat R11]", () => {
  const program = `import { stampLines } from "./stamp-text.ts"; console.log(JSON.stringify(stampLines(${JSON.stringify(stamp)})))`;
  const env = { ...process.env, TZ: "Asia/Tokyo" };
  const { stdout } = Bun.spawnSync([process.execPath, "-e", program], { cwd: import.meta.dir, env });
  expect(JSON.parse(stdout.toString())).toEqual(stampLines(stamp));
});

test("the client's name is a separate part", () => {
  const groups = stampParagraphs({ ...stamp, clientName: "محمد" }).flat();
  expect(groups.flat()).toContainEqual({ text: "محمد", look: "normal" });
});
