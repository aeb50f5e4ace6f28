import { expect, test } from "bun:test";
import { say, writeInZone } from "./text.ts";

const time = new Date("2026-11-28T05:30:00Z");

test("a sentence of the verifier can be written with all its times in another zone", () => {
  const reason = say("reason", "the key ended on {time}", { time });
  const text = say("text", "{name} says {time}: {reason}", { name: "Attestamp", time, reason });
  const inChicago = "November 27, 2026, 11:30:00 PM CST (2026-11-28 05:30:00 UTC)";
  const inMadrid = "November 28, 2026, 6:30:00 AM GMT+1 (2026-11-28 05:30:00 UTC)";
  expect(text.message).toBe(`Attestamp says ${inChicago}: the key ended on ${inChicago}`);
  expect(writeInZone(text, "Europe/Madrid")).toBe(`Attestamp says ${inMadrid}: the key ended on ${inMadrid}`);
});
