import { expect, test } from "bun:test";
import { AppError } from "../../errors.ts";
import { conversionMessages } from "./converter.ts";
import { type ConverterSetting, ensureConverter, type Machine } from "./ensure-converter.ts";
import { equationsWarning } from "./find-libreoffice.ts";

function ensure(setting: string, machine?: Machine) {
  const said: string[] = [];
  const options: ConverterSetting = {
    setting,
    say: (line) => said.push(line),
    warn: (line) => said.push(line),
    ...(machine && { machine }),
  };
  return { converter: ensureConverter(options), said };
}

async function refusal(converter: ReturnType<typeof ensureConverter>): Promise<AppError> {
  const outcome = await converter
    .convert("/nonexistent.docx", "/nonexistent.pdf")
    .catch((error: unknown) => error);
  if (!(outcome instanceof AppError)) throw new Error("The document was not refused with a sentence.");
  return outcome;
}

test("the server does not wait for LibreOffice: until it is found, a message says so", async () => {
  const { converter } = ensure("auto");
  expect(converter.availability()).toEqual({ available: false, refusal: conversionMessages.preparing });
  await converter.close();
});

test("a start installs LibreOffice only where CONVERTER=install asks for it", async () => {
  const installed: string[] = [];
  async function startWithoutLibreOffice(setting: string): Promise<string> {
    const machine = {
      find: async () => undefined,
      canInstall: () => true,
      install: async () => void installed.push(setting),
    };
    const { converter, said } = ensure(setting, machine);
    await refusal(converter);
    await converter.close();
    return said.join("\n");
  }
  for (const setting of ["auto", "found"]) {
    expect(await startWithoutLibreOffice(setting)).toContain("Install it with: apt-get install");
  }
  expect(installed).toEqual([]);
  expect(await startWithoutLibreOffice("install")).toContain("because of CONVERTER=install");
  expect(installed).toEqual(["install"]);
});

test("the operator is told that equations are missing without LibreOffice Math", async () => {
  const start = async (drawsEquations: boolean) => {
    const found = {
      program: "soffice",
      python: undefined,
      sandbox: { strength: "sealed", prefix: [] },
    } as const;
    const find = async () => ({ ...found, sandbox: { ...found.sandbox, prefix: [] }, drawsEquations });
    const { converter, said } = ensure("auto", { find, canInstall: () => false, install: async () => {} });
    await converter.noteFonts({ fonts: [], characters: [] }, []).catch(() => undefined);
    await converter.close();
    return said;
  };
  expect(await start(false)).toEqual([equationsWarning]);
  expect(await start(true)).toEqual([]);
});

test("a LibreOffice missing from the configured path is reported in the refusal and to the operator", async () => {
  const { converter, said } = ensure("/opt/nowhere/soffice");
  const { kind, message } = await refusal(converter);
  expect(kind).toBe("unavailable");
  expect(message).toContain("CONVERTER to /opt/nowhere/soffice");
  expect(message).toContain("save the document as PDF");
  expect(converter.availability()).toEqual({
    available: false,
    refusal: conversionMessages.notThere("/opt/nowhere/soffice"),
  });
  expect(said.join()).toStartWith(
    "Word documents are refused: CONVERTER is /opt/nowhere/soffice, and LibreOffice Writer is not there. Install it with: ",
  );
  expect(said.join()).toContain("apt-get install -y --no-install-recommends libreoffice-writer-nogui");
  await converter.close();
});

test("if Word documents are turned off, they are refused, and the operator gets no warning", async () => {
  const { converter, said } = ensure("off");
  expect((await refusal(converter)).message).toStartWith("Word documents are turned off on this server.");
  expect(said).toEqual([]);
  await converter.close();
});
