import { AppError } from "../../errors.ts";
import { findLibreOffice } from "../../platform/office/find-libreoffice.ts";
import { canInstall, installCommand, installLibreOffice } from "../../platform/office/install-libreoffice.ts";

/** Installs LibreOffice if it is missing. Throws AppError if only the operator can install it. */
export async function installConverter(): Promise<void> {
  if (await findLibreOffice()) return;
  if (!canInstall())
    throw new AppError("unavailable", "converter-not-installed", "Please install it with: {installCommand}", {
      params: { installCommand },
    });
  await installLibreOffice();
}
