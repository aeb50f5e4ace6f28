import { expect, test } from "bun:test";
import { AppError } from "../errors.ts";
import { type ConverterSetting, ensureConverter } from "./ensure-converter.ts";

function ensure(setting: string) {
  const said: string[] = [];
  const options: ConverterSetting = {
    setting,
    say: (line) => said.push(line),
    warn: (line) => said.push(line),
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

test("the server does not wait for LibreOffice: until it is found, a sentence says so", async () => {
  const { converter } = ensure("found");
  expect(converter.availability()).toEqual({
    available: false,
    sentence: "Word documents will be accepted in a moment: LibreOffice is being looked for on this server.",
  });
  await converter.close();
});

test("a LibreOffice that is not where the setting says is named in the refusal, and to the operator", async () => {
  const { converter, said } = ensure("/opt/nowhere/soffice");
  const { kind, message } = await refusal(converter);
  expect(kind).toBe("unavailable");
  expect(message).toContain("CONVERTER to /opt/nowhere/soffice");
  expect(message).toContain("save the document as PDF");
  expect(converter.availability()).toEqual({ available: false, sentence: message });
  expect(said.join()).toStartWith(
    "Word documents are refused: CONVERTER is /opt/nowhere/soffice, and LibreOffice Writer is not there. Install it with: ",
  );
  expect(said.join()).toContain("apt-get install -y --no-install-recommends libreoffice-writer-nogui");
  await converter.close();
});

test("Word documents that are switched off are refused and nothing is said to the operator", async () => {
  const { converter, said } = ensure("off");
  expect((await refusal(converter)).message).toStartWith("Word documents are switched off on this server.");
  expect(said).toEqual([]);
  await converter.close();
});
