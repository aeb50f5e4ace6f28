import { expect, test } from "bun:test";
import { parseDevice } from "./device.ts";

const engine = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine} Chrome/139.0.0.0 Safari/537.36`, "Chrome", "Windows"],
  [`Mozilla/5.0 (Windows NT 10.0) ${engine} Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0`, "Edge", "Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox", "Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPhone",
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${engine} Chrome/139.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
  ["curl/8.5.0", "curl", null],
  ["<b>Firefox</b>", null, null],
  ["", null, null],
  [null, null, null],
])("the device of %p is %p on %p", (header, browser, system) => {
  expect(parseDevice(header)).toEqual({ browser, system });
});
