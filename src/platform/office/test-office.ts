import { findLibreOffice, type LibreOffice } from "./find-libreoffice.ts";
import { installCommand } from "./install-libreoffice.ts";

/** The LibreOffice of this machine. If it is missing, throws an error that says what the conversion tests need. */
export async function requireOffice(): Promise<LibreOffice & { python: string }> {
  const found = await findLibreOffice();
  if (found === undefined) throw new Error(`These tests need LibreOffice: ${installCommand}`);
  const { python } = found;
  const missing = [
    ...(python === undefined ? ["python3-uno"] : []),
    ...(Bun.which("bwrap") === null ? ["bubblewrap"] : []),
    ...(Bun.which("pdftotext") === null ? ["poppler-utils"] : []),
  ];
  if (python === undefined || missing.length > 0)
    throw new Error(`These tests need ${missing.join(", ")} (apt-get install).`);
  return { ...found, python };
}
