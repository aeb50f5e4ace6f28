import { expect, test } from "bun:test";
import { parseTracingHeaders } from "./tracing-settings.ts";

test("the headers for a collector are read as OpenTelemetry writes them", () => {
  expect(parseTracingHeaders("authorization=Bearer%20a%2Cb, x-team = stamps")).toEqual({
    authorization: "Bearer a,b",
    "x-team": "stamps",
  });
});

test.each(["", "authorization", "=value", "name=", "a=1,,b=2", "name=%", "na me=1", "name=a%0Ab"])(
  "headers for a collector that no one could send are refused: %p",
  (text) => {
    expect(parseTracingHeaders(text)).toBeUndefined();
  },
);
