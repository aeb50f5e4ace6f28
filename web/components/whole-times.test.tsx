import { expect, test } from "bun:test";
import { renderToStaticMarkup } from "react-dom/server";
import { WholeTimes } from "./whole-times.tsx";

/** What stays on one line. */
const kept = (sentence: string) => {
  const html = renderToStaticMarkup(<WholeTimes>{sentence}</WholeTimes>);
  expect(html.replace(/<[^>]*>/g, "")).toBe(sentence);
  return [...html.matchAll(/inline-block">([^<]*)</g)].map(([, text]) => text);
};

test("a line does not break inside a time, and a time in UTC is kept with its day and its parentheses", () => {
  expect(kept("on November 22, 2026, 7:50:26 AM CST (2026-11-22 13:50:26 UTC), by")).toEqual([
    "7:50:26 AM CST",
    "(2026-11-22 13:50:26 UTC)",
  ]);
  expect(kept("el 28 de noviembre de 2026, 11:15:00 a. m. GMT+5:45, según")).toEqual([
    "11:15:00 a. m. GMT+5:45",
  ]);
  expect(kept("a las 12:50:26 p. m. CDT.")).toEqual(["12:50:26 p. m. CDT"]);
});
