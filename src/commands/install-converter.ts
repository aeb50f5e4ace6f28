import { findLibreOffice } from "../conversion/find-libreoffice.ts";
import { canInstall, installCommand, installLibreOffice } from "../conversion/install-libreoffice.ts";
import { AppError } from "../errors.ts";

/** Installs LibreOffice where it is missing. Throws AppError where only the operator can install it. */
export async function installConverter(): Promise<void> {
  if (await findLibreOffice()) return;
  if (!canInstall()) throw new AppError("unavailable", `Please install it with: ${installCommand}`);
  await installLibreOffice();
}
