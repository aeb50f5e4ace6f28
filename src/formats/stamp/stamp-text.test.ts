import { expect, test } from "bun:test";
import type { Stamp } from "./stamp.ts";
import { stampLines, stampParagraphs } from "./stamp-text.ts";

const time = Date.UTC(2026, 10, 20, 19, 11, 0, 987);
const stamp: Stamp = {
  productName: "Attestamp",
  serialNumber: "AT-7K3M9-QX2T4-HV8BW-1C5DN",
  clientName: "Jane Doe",
  time,
  timeZone: "America/Chicago",
  position: "vertical-right",
};

test("the sentence is exactly the promised one [spec 2 stamp-sentence]", () => {
  expect(stampLines(stamp)[1]).toBe(
    "This is a Professional Document Timestamp validating by Attestation the authenticity of this document on this date: 2026-11-20 19:11:00 UTC",
  );
});

test("a stamp says product, local time with its zone, client and serial number, then the sentence [spec 1 stamp-content]", () => {
  expect(stampLines(stamp)).toEqual([
    "Attestamp · November 20, 2026, 1:11:00 PM CST (UTC−6) · stated client: Jane Doe · Serial AT-7K3M9-QX2T4-HV8BW-1C5DN",
    "This is a Professional Document Timestamp validating by Attestation the authenticity of this document on this date: 2026-11-20 19:11:00 UTC",
  ]);
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

test("a stamp says where to check it, and is in the language that was chosen", () => {
  const origin = "https://attestamp.example:8443/";
  expect(stampLines({ ...stamp, origin })[1]).toEndWith("19:11:00 UTC · Check it at attestamp.example:8443");
  expect(stampLines({ ...stamp, origin, language: "es" })).toEqual([
    "Attestamp · 20 de noviembre de 2026, 1:11:00 p. m. CST (UTC−6) · cliente declarado: Jane Doe · N.º de serie AT-7K3M9-QX2T4-HV8BW-1C5DN",
    "Este es un sello de tiempo profesional de documentos que valida mediante atestación la autenticidad de este documento en esta fecha: 2026-11-20 19:11:00 UTC · Compruébelo en attestamp.example:8443",
  ]);
});
