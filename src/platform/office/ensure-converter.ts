import { AppError, type Message } from "../../errors.ts";
import { type Availability, type Converter, conversionMessages } from "./converter.ts";
import { equationsWarning, findLibreOffice, type LibreOffice } from "./find-libreoffice.ts";
import { canInstall, installCommand, installLibreOffice } from "./install-libreoffice.ts";
import { createLibreOfficeConverter } from "./libreoffice-converter.ts";
import { sweepOfficeFolders } from "./office-process.ts";
import { officeSandboxWarning } from "./sandbox.ts";

export type ConverterSetting = {
  /**
   * "auto" (or "found", its earlier name): use LibreOffice where it is installed; "install": install it first where it
   * is missing; "off"; anything else is the path of soffice.
   */
  setting: string;
  /** Prints one line on the operator's console. */
  say: (line: string) => void;
  /** Warns the operator about a gap in the protection. */
  warn: (sentence: string) => void;
  machine?: Machine;
};

/** How LibreOffice is found and installed on this machine. */
export type Machine = {
  find: (path?: string) => Promise<LibreOffice | undefined>;
  canInstall: () => boolean;
  install: () => Promise<void>;
};

const thisMachine: Machine = { find: findLibreOffice, canInstall, install: installLibreOffice };

/**
 * Returns the converter immediately. Finding and installing LibreOffice continue in the background and never fail the
 * start; until they are done, Word documents are refused with a message that says so.
 */
export function ensureConverter({ setting, say, warn, machine = thisMachine }: ConverterSetting): Converter {
  let closed = false;
  let converter: Converter | undefined;
  let refusal: Message = conversionMessages.preparing;

  async function find(path?: string): Promise<boolean> {
    const found = await machine.find(path);
    if (found === undefined || closed) return false;
    converter = createLibreOfficeConverter(found);
    const warning = officeSandboxWarning(found.sandbox);
    if (warning !== undefined) warn(warning);
    if (!found.drawsEquations) warn(equationsWarning);
    return true;
  }

  async function prepare(): Promise<void> {
    if (setting === "off") {
      refusal = conversionMessages.off;
      return;
    }
    sweepOfficeFolders();
    const path = ["auto", "found", "install"].includes(setting) ? undefined : setting;
    if (await find(path)) return;
    refusal =
      path === undefined ? conversionMessages.missing(installCommand) : conversionMessages.notThere(path);
    if (setting === "install" && machine.canInstall()) void install();
    else say(`Word documents are refused: ${gapAt(path)} Install it with: ${installCommand}`);
  }

  async function install(): Promise<void> {
    refusal = conversionMessages.installing;
    say(
      "Installing LibreOffice for Word documents because of CONVERTER=install (this takes a few minutes) …",
    );
    try {
      await machine.install();
      if (await find()) return say("LibreOffice is installed: Word documents are now accepted.");
      say("LibreOffice was installed but cannot be found: Word documents are refused.");
    } catch (error) {
      if (closed) return;
      say(`LibreOffice could not be installed (${error instanceof Error ? error.message : error}).`);
    }
    refusal = conversionMessages.missing(installCommand);
  }

  const prepared = prepare().catch((error: unknown) => {
    refusal = conversionMessages.missing(installCommand);
    warn(`Looking for LibreOffice failed: ${error instanceof Error ? error.message : error}`);
  });

  function availability(): Availability {
    return converter === undefined ? { available: false, refusal } : { available: true };
  }

  return {
    availability,
    async convert(input, output, options) {
      await prepared;
      if (converter === undefined) throw AppError.from("unavailable", refusal);
      return converter.convert(input, output, options);
    },
    async noteFonts(text, embedded) {
      await prepared;
      return (await converter?.noteFonts(text, embedded)) ?? [];
    },
    async close() {
      closed = true;
      await prepared;
      await converter?.close();
    },
  };
}

/** The warning about a path without LibreOffice or, if no path is set, about all default places. */
function gapAt(path: string | undefined): string {
  if (path === undefined) return "LibreOffice is missing.";
  return `CONVERTER is ${path}, and LibreOffice Writer is not there.`;
}
