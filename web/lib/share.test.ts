import { expect, test } from "bun:test";
import { fileNameIn } from "./share.ts";

test("a shared file has the name that the server gives its download, in any script", () => {
  const both = `attachment; filename="Stamped_?.pdf"; filename*=UTF-8''Stamped_r%C3%A9sum%C3%A9.pdf`;
  expect(fileNameIn(both)).toBe("Stamped_résumé.pdf");
  expect(fileNameIn('attachment; filename="Stamped_lease.pdf"')).toBe("Stamped_lease.pdf");
  expect([fileNameIn("inline"), fileNameIn(null)]).toEqual([undefined, undefined]);
});
