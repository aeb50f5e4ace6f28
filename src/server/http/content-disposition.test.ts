import { expect, test } from "bun:test";
import { contentDisposition } from "./content-disposition.ts";

test("a plain ASCII name is written twice unchanged", () => {
  expect(contentDisposition("attachment", "Stamped_lease.pdf")).toBe(
    `attachment; filename="Stamped_lease.pdf"; filename*=UTF-8''Stamped_lease.pdf`,
  );
});

test("a name in any language has an ASCII fallback and is kept in full", () => {
  const header = contentDisposition("inline", "Stamped_café 契約(1)'s.pdf");
  expect(header).toContain(`filename="Stamped_cafe __(1)'s.pdf"`);
  const full = header.split("filename*=UTF-8''")[1] ?? "";
  expect(full).not.toMatch(/['()*"\s;]/);
  expect(decodeURIComponent(full)).toBe("Stamped_café 契約(1)'s.pdf");
});

test("no name can add a header line, a parameter or a second name [threat D6]", () => {
  for (const name of [
    'a"; filename="b.exe',
    "a\r\nSet-Cookie: x=1",
    "a;filename*=UTF-8''b",
    "a\\",
    "a\ud800",
    // Compatibility forms of dots and slashes, which have plain ASCII equivalents.
    "\u2024\u2024\uff0fa",
    "\u2025\uff3ca",
  ]) {
    const header = contentDisposition("attachment", name);
    expect(header).toMatch(/^attachment; filename="[^"/\\;%\r\n]*"; filename\*=UTF-8''[^\s"';]*$/);
  }
});
