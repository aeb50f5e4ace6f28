import { expect, test } from "bun:test";
import { tooltipClosed, tooltipDelay } from "./tooltip-delay.ts";

test("a tooltip waits 700 ms, but opens immediately within 300 ms of the last one [spec 9 tooltips]", () => {
  tooltipClosed(1000);
  expect(tooltipDelay(1299)).toBe(0);
  expect(tooltipDelay(1300)).toBe(700);
});
