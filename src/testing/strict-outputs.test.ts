import { expect, test } from "bun:test";
import { z } from "zod";
import { makeStrict } from "./strict-outputs.ts";

test("in tests an answer with a field that its schema does not name fails, even inside a list", () => {
  const person = makeStrict(z.object({ name: z.string(), nested: z.object({ age: z.int() }).optional() }));
  const people = makeStrict(z.array(z.object({ name: z.string() })));
  expect(person.parse({ name: "Jane", nested: { age: 40 } })).toEqual({ name: "Jane", nested: { age: 40 } });
  expect(() => person.parse({ name: "Jane", password: "horse" })).toThrow("password");
  expect(() => person.parse({ name: "Jane", nested: { age: 40, size: 2 } })).toThrow("size");
  expect(() => people.parse([{ name: "Jane" }, { name: "Joe", id: 7 }])).toThrow("id");
});
