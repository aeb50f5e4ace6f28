import { expect, test } from "bun:test";
import { renderToStaticMarkup } from "react-dom/server";
import { SerialNumber } from "./serial-number.tsx";

test("the lines of a serial number break only between its groups", () => {
  const html = renderToStaticMarkup(<SerialNumber>AT-00000-11111</SerialNumber>);
  expect(html).toMatch(/class="[^"]*\bwrap-normal\b[^"]*"[^>]*>AT-<wbr\/>00000-<wbr\/>11111</);
});
