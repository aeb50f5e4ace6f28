import { expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publicAuthorities } from "../../evidence/trust-lists/public-authorities.ts";
import { readConfig } from "../../server/read-config.ts";
import { makeTestFolder } from "../../testing/test-server.ts";
import { shippedAnchors } from "./shipped-anchors.ts";

const anchorsOf = (settings: Record<string, string> = {}) => {
  const { tsaUrls, anchorAuthorities, otsCalendars, bitcoinExplorers } = readConfig(settings);
  return { tsaUrls, anchorAuthorities, otsCalendars, bitcoinExplorers };
};
const shipped = (kind: string) =>
  shippedAnchors.filter((anchor) => anchor.kind === kind).map(({ address }) => address);
const none = { tsaUrls: [], anchorAuthorities: [], otsCalendars: [], bitcoinExplorers: [] };
const ofProduct = {
  tsaUrls: [],
  anchorAuthorities: shipped("authority"),
  otsCalendars: shipped("calendar"),
  bitcoinExplorers: shipped("explorer"),
};

test("a new server asks the calendars, explorers and authorities of the list that ships with it", () => {
  expect(anchorsOf()).toEqual(ofProduct);
  expect(anchorsOf({ ANCHORS: "on" })).toEqual(ofProduct);
});

test("every entry of the shipped list has an operator, a page to read and a date, and several companies are on it", () => {
  for (const { address, operator, policy, checked } of shippedAnchors) {
    expect(new URL(address).href).toStartWith(address);
    expect(operator).not.toBe("");
    expect(new URL(policy).protocol).toStartWith("http");
    expect(checked).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
  const operators = (kind: string) =>
    new Set(shippedAnchors.filter((anchor) => anchor.kind === kind).map(({ operator }) => operator)).size;
  expect(["calendar", "explorer", "authority"].map(operators)).toEqual([3, 2, 2]);
  const listed = publicAuthorities.flatMap(({ addresses }) => addresses);
  expect(listed).toEqual(expect.arrayContaining(shipped("authority")));
});

test("with ANCHORS=off, only what other settings name is asked", () => {
  expect(anchorsOf({ ANCHORS: "off" })).toEqual(none);
  const named = {
    TSA_URLS: "http://tsa.example",
    OTS_CALENDARS: "https://a.example",
    BITCOIN_EXPLORERS: "https://b.example/api",
  };
  expect(anchorsOf({ ANCHORS: "off", ...named })).toEqual({
    ...none,
    tsaUrls: ["http://tsa.example"],
    otsCalendars: ["https://a.example"],
    bitcoinExplorers: ["https://b.example/api"],
  });
});

test("calendars, explorers and authorities that a setting names take the place of the shipped ones", () => {
  expect(anchorsOf({ OTS_CALENDARS: "https://a.example/" })).toEqual({
    ...ofProduct,
    otsCalendars: ["https://a.example"],
  });
  expect(anchorsOf({ TSA_URLS: "http://tsa.example" })).toEqual({
    ...ofProduct,
    tsaUrls: ["http://tsa.example"],
    anchorAuthorities: [],
  });
});

test("a list of one's own replaces the shipped one and adds to what other settings name", () => {
  const list = "calendar https://a.example/, authority http://tsa.example/r\ncalendar https://b.example";
  expect(anchorsOf({ ANCHORS: list })).toEqual({
    ...none,
    anchorAuthorities: ["http://tsa.example/r"],
    otsCalendars: ["https://a.example", "https://b.example"],
  });
  const named = { TSA_URLS: "http://tsa.example/r", OTS_CALENDARS: "https://b.example" };
  expect(anchorsOf({ ANCHORS: list, ...named })).toEqual({
    ...none,
    tsaUrls: ["http://tsa.example/r"],
    otsCalendars: ["https://b.example", "https://a.example"],
  });
});

test("an empty ANCHORS is refused: it could be meant as no one, or as the default", () => {
  expect(() => readConfig({ ANCHORS: "" })).toThrow("ANCHORS: is empty. Write on, off or a list.");
  const folder = makeTestFolder();
  writeFileSync(join(folder, "anchors"), "\n");
  expect(() => readConfig({ ANCHORS_FILE: join(folder, "anchors") })).toThrow("ANCHORS: is empty.");
  rmSync(folder, { recursive: true });
});

test("docs/security.md lists every address that a new server sends something to, and no other", async () => {
  const text = await Bun.file(join(import.meta.dir, "../../../docs/security.md")).text();
  const rows = text.split("\n").filter((line) => line.includes("| `ANCHORS` |"));
  const hosts = rows.flatMap((row) => row.split("|")[1]?.match(/[a-z0-9-]+(\.[a-z0-9-]+)+/g) ?? []);
  expect(hosts.toSorted()).toEqual(shippedAnchors.map(({ address }) => new URL(address).host).toSorted());
});

test("a list that cannot be read stops the start with one sentence", () => {
  for (const list of ["yes", "https://a.example", "calendar a.example", "witness https://a.example", ", ,"])
    expect(() => readConfig({ ANCHORS: list })).toThrow("ANCHORS: Please write on, off, or a list such as");
});
