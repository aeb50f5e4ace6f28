import { expect, test } from "bun:test";
import { withOlder } from "./history-list.tsx";

test("no document is shown twice or skipped when a new one pushes another out of the recent ones", () => {
  const [d5, d4, d3, d2, d1] = ["5", "4", "3", "2", "1"].map((id) => ({ id }));
  if (!d5 || !d4 || !d3 || !d2 || !d1) throw new Error("There are five documents.");
  expect(withOlder([d5, d4, d3], [d4, d3, d2, d1])).toEqual([d5, d4, d3, d2, d1]);
  expect(withOlder([d5, d4, d3], [])).toEqual([d5, d4, d3]);
});
