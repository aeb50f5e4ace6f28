import { afterAll, afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareWordPackage } from "../../formats/word/prepare-word-package.ts";
import { killIfAlive } from "../../testing/processes.ts";
import { until } from "../../testing/test-waiting.ts";
import { type Converter, type ConvertOptions, changeNotes, equationsLeftOut } from "./converter.ts";
import type { LibreOffice } from "./find-libreoffice.ts";
import { type ConversionLimits, createLibreOfficeConverter } from "./libreoffice-converter.ts";
import { startOfficeProcess } from "./office-process.ts";
import { requireOffice } from "./test-office.ts";
import {
  makeDocx,
  makeDocxWithExternalReferences,
  makeDocxWithLinkedPicture,
  makeDocxWithSvgShowing,
  makeEndlessDocx,
  paragraph,
} from "./test-word-samples.ts";

setDefaultTimeout(600_000);
const folder = mkdtempSync(join(tmpdir(), "conversion-test-"));
const opened: Converter[] = [];
const office = await requireOffice();

afterEach(closeAll);
afterAll(() => rmSync(folder, { recursive: true }));

function openConverter(limits: Partial<ConversionLimits> = {}, place: LibreOffice = office): Converter {
  const converter = createLibreOfficeConverter(place, limits);
  opened.push(converter);
  return converter;
}

async function convert(converter: Converter, document: Buffer, options?: ConvertOptions): Promise<string> {
  const input = join(folder, crypto.randomUUID());
  const output = `${input}.pdf`;
  writeFileSync(input, document);
  try {
    await converter.convert(input, output, options);
  } catch (error) {
    expect(existsSync(output)).toBe(false);
    throw error;
  }
  return output;
}

async function read(pdf: string): Promise<string> {
  return Bun.$`pdftotext -layout ${pdf} -`.text();
}

/** Every LibreOffice process that this test started, at any depth. */
function ownOffices(parent = process.pid): number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = all.flatMap((pid) => {
    const { command, state, parent: above } = readProcess(pid);
    return above === parent && state !== "Z" ? [{ pid: Number(pid), command }] : [];
  });
  const offices = children.filter(({ command }) => command === "soffice.bin").map(({ pid }) => pid);
  return [...offices, ...children.flatMap(({ pid }) => ownOffices(pid))];
}

function readProcess(pid: string): { command: string; state: string; parent: number } {
  const line = getStatus(pid);
  const [, command = "", state = "", parent = "0"] = /\((.*)\) (\S) (\d+)/.exec(line) ?? [];
  return { command, state, parent: Number(parent) };
}

/** A process may exit between two calls. */
function getStatus(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}

/** Waits until LibreOffice has started for a conversion. */
async function officeAtWork(): Promise<number> {
  await until("LibreOffice has come up", () => ownOffices().length > 0);
  return ownOffices()[0] ?? 0;
}

async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((converter) => converter.close()));
}

test("a Word document becomes a PDF with its text and pages", async () => {
  const body = `${paragraph("This lease — für Łukasz.")}<w:p><w:r><w:br w:type="page"/></w:r></w:p>${paragraph("Signed.")}`;
  const text = await read(await convert(openConverter(), makeDocx({ body })));
  const pages = text.split("\f");
  expect(pages[0]).toContain("This lease — für Łukasz.");
  expect(pages[1]).toContain("Signed.");
});

test("equations are drawn, or a note says that this server cannot draw them [threat F19]", async () => {
  const equation =
    '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>a=1500</m:t></m:r></m:oMath>';
  const input = join(folder, crypto.randomUUID());
  const prepare = async (body: string) => {
    writeFileSync(input, makeDocx({ body }));
    return prepareWordPackage(input, join(folder, crypto.randomUUID()));
  };
  expect((await prepare(paragraph("oMath"))).hasEquations).toBe(false);
  const { hasEquations } = await prepare(`<w:p>${equation}</w:p>`);
  expect(hasEquations).toBe(true);
  for (const drawsEquations of [office.drawsEquations, false]) {
    const output = join(folder, crypto.randomUUID());
    const { notes } = await openConverter({}, { ...office, drawsEquations }).convert(input, output, {
      hasEquations,
    });
    expect(notes).toEqual(drawsEquations ? [] : [equationsLeftOut]);
    if (drawsEquations === office.drawsEquations)
      expect((await read(output)).includes("1500")).toBe(drawsEquations);
  }
});

test("a document with tracked changes shows its final text, and a note says so [threat F19]", async () => {
  const by = 'w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"';
  const change = (kind: string, run: string) => `<w:${kind} ${by}><w:r>${run}</w:r></w:${kind}>`;
  const mark = (kind: string) => `<w:pPr><w:rPr><w:${kind} ${by}/></w:rPr></w:pPr>`;
  const row = (kind: string, text: string) =>
    `<w:tr><w:trPr><w:${kind} ${by}/></w:trPr><w:tc><w:p>${mark(kind)}${change(kind, text)}</w:p></w:tc></w:tr>`;
  const body = [
    `<w:p>${change("del", "<w:delText>old rent</w:delText>")}${change("ins", "<w:t>new rent</w:t>")}</w:p>`,
    `<w:p>${mark("del")}<w:r><w:t xml:space="preserve">One </w:t></w:r></w:p><w:p><w:r><w:t>line</w:t></w:r></w:p>`,
    `<w:p>${change("moveFrom", "<w:t>moved away</w:t>")}</w:p><w:p>${change("moveTo", "<w:t>moved here</w:t>")}</w:p>`,
    `<w:tbl>${row("del", "<w:delText>old row</w:delText>")}${row("ins", "<w:t>new row</w:t>")}</w:tbl><w:p/>`,
  ].join("");
  const [input, output] = [join(folder, "tracked"), join(folder, "tracked.pdf")];
  writeFileSync(input, makeDocx({ body }));
  const { notes } = await openConverter().convert(input, output);
  expect(notes).toEqual([changeNotes.accepted]);
  const text = await read(output);
  for (const words of ["new rent", "One line", "moved here", "new row"]) expect(text).toContain(words);
  expect(text).not.toMatch(/old|away/);
});

test("a document that prints its own file name prints the one its owner gave it [threat D9]", async () => {
  const field = (code: string) =>
    `<w:p><w:fldSimple w:instr=" ${code} "><w:r><w:t>old</w:t></w:r></w:fldSimple></w:p>`;
  const document = makeDocx({ body: field("FILENAME") + field("FILENAME \\p") });
  const converter = openConverter();
  const named = async (name: string) =>
    (await read(await convert(converter, document, { name }))).trim().split(/\s*\n\s*/);
  expect(await named("Łukasz’ lease.docx")).toEqual(["Łukasz’ lease.docx", "Łukasz’ lease.docx"]);
  expect(await named("../../--help.docx")).toEqual([".._.._--help.docx", ".._.._--help.docx"]);
  const order = "-rf $(touch CANARY); `touch CANARY` @x.docx";
  expect(await named(order)).toEqual([order, order]);
  const places = [process.cwd(), folder];
  expect(places.filter((place) => existsSync(join(place, "CANARY")))).toEqual([]);
});

test("a linked picture on the network is not fetched, with a sandbox and without [threat G1]", async () => {
  let calls = 0;
  const listener = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(`${++calls}`) });
  const document = makeDocxWithLinkedPicture(`http://127.0.0.1:${listener.port}/picture.png`);
  const open: LibreOffice = { ...office, sandbox: { strength: "open", prefix: [] } };
  for (const place of [office, open, { ...open, python: undefined }]) {
    expect(await read(await convert(openConverter({}, place), document))).toContain("A linked picture.");
  }
  expect(calls).toBe(0);
  expect(await (await fetch(listener.url)).text()).toBe("1");
  await listener.stop(true);
});

test("a linked picture on the server's disk is not shown, with a sandbox and without [threat G1]", async () => {
  const picture = join(folder, "private.png");
  const pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
  writeFileSync(picture, Buffer.from(pixel, "base64"));
  const open: LibreOffice = { ...office, sandbox: { strength: "open", prefix: [] } };
  for (const place of [office, open]) {
    const converter = openConverter({}, place);
    for (const make of [makeDocxWithLinkedPicture, makeDocxWithSvgShowing]) {
      const pdf = await convert(converter, make(`file://${picture}`));
      const pictures = await Bun.$`pdfimages -list ${pdf}`.text();
      expect(pictures.trim().split("\n")).toHaveLength(2);
    }
  }
});

test("nothing that a document requests is fetched, read or started, with a sandbox and without [threat G1] [threat G4]", async () => {
  let calls = 0;
  const listener = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(`${++calls}`) });
  const secret = join(folder, "secret.txt");
  writeFileSync(secret, "a secret of this machine", { mode: 0o644 });
  const document = makeDocxWithExternalReferences(`http://127.0.0.1:${listener.port}`, secret);
  const open: LibreOffice = { ...office, sandbox: { strength: "open", prefix: [] } };
  for (const place of [office, open]) {
    const text = await read(await convert(openConverter({}, place), document));
    expect(text).toContain("All that is here.");
    expect(text).not.toContain("a secret of this machine");
  }
  expect(calls).toBe(0);
  expect(existsSync(`${secret}.canary`)).toBe(false);
  await listener.stop(true);
});

test.skipIf(office.sandbox.strength !== "sealed")(
  "processes in the sandbox see nothing of the server: no files, no environment, no network, no processes",
  async () => {
    const look =
      "ls -d /etc/passwd /root /home /var/lib; sed -n 's/^ *\\(.*\\):.*/interface \\1/p' /proc/net/dev; env; id -u; ls /proc";
    const { child, ended } = startOfficeProcess(office.sandbox, () => ["/bin/sh", "-c", `(${look}) 2>&1`]);
    const seen = (await new Response(child.stdout).text()).split("\n").map((line) => line.trim());
    await ended;
    expect(seen.filter((line) => line.includes("cannot access"))).toHaveLength(4);
    expect(seen.filter((line) => line.startsWith("interface "))).toEqual(["interface lo"]);
    const known = ["PATH", "HOME", "TMPDIR", "LANG", "SAL_USE_VCLPLUGIN", "PWD"];
    const names = seen.flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(seen).toContain("65534");
    expect(seen.filter((line) => /^\d{1,4}$/.test(line)).length).toBeLessThan(6);
  },
);

test("a document that takes too long is stopped with all its processes, and the next one works [threat G2]", async () => {
  const limits = { timeMs: 4_000, size: 1 };
  const converter = openConverter(limits);
  const endless = convert(converter, makeEndlessDocx());
  endless.catch(() => undefined);
  const stuck = await officeAtWork();
  await expect(endless).rejects.toThrow("Processing took too long. Please save the document as PDF");
  expect(ownOffices()).not.toContain(stuck);
  limits.timeMs = 100_000;
  expect(await read(await convert(converter, makeDocx()))).toContain("A lease.");
  await closeAll();
  expect(ownOffices()).toEqual([]);
});

test("a document with which the resident LibreOffice fails is converted by a separate one", async () => {
  const place = { ...office, python: "/bin/false" };
  expect(await read(await convert(openConverter({}, place), makeDocx()))).toContain("A lease.");
});

test("a document that always crashes LibreOffice is refused, and another user's is converted [threat G3]", async () => {
  const converter = openConverter({ size: 1 });
  const dying = convert(converter, makeEndlessDocx(), { account: "hostile", isPlain: true });
  let outcome = "";
  dying.catch((error: Error) => {
    outcome = error.message;
  });
  await until("it is given up", () => {
    if (outcome === "") for (const pid of ownOffices()) killIfAlive(pid);
    return outcome !== "";
  });
  expect(outcome).toStartWith("Couldn't convert this document to PDF.");
  expect(await read(await convert(converter, makeDocx(), { account: "other" }))).toContain("A lease.");
});

test("if the server stops during a conversion, the document is not reported as inconvertible", async () => {
  const converter = openConverter();
  const running = convert(converter, makeEndlessDocx());
  running.catch(() => undefined);
  await officeAtWork();
  await converter.close();
  await expect(running).rejects.toThrow("The server is stopping. Please try again in a moment.");
  expect(ownOffices()).toEqual([]);
});

test("a user's plain documents share a LibreOffice; another user's get another one [threat G8]", async () => {
  const converter = openConverter({ size: 2 });
  const ann = { account: "Ann", isPlain: true };
  await convert(converter, makeDocx(), ann);
  const annsOffice = Math.min(...ownOffices());
  await convert(converter, makeDocx(), ann);
  await convert(converter, makeDocx(), { account: "Bob", isPlain: true });
  await until("each has an office, and a fresh one is ready", () => ownOffices().length === 3);
  expect(ownOffices()).toContain(annsOffice);
  await convert(converter, makeDocx(), { account: "Ann", isPlain: false });
  await until("Ann's office has ended after a document that is not plain", () => {
    return !ownOffices().includes(annsOffice);
  });
});

test("an aborted conversion ends immediately [threat G2]", async () => {
  const controller = new AbortController();
  const running = convert(openConverter(), makeEndlessDocx(), { signal: controller.signal });
  running.catch(() => undefined);
  await officeAtWork();
  controller.abort(new Error("called off"));
  await expect(running).rejects.toThrow("called off");
  await closeAll();
  expect(ownOffices()).toEqual([]);
});

test("simultaneous documents do not mix", async () => {
  const converter = openConverter();
  const names = Array.from({ length: 8 }, (_, index) => `Tenant number ${index}.`);
  const pdfs = await Promise.all(
    names.map((name) => convert(converter, makeDocx({ body: paragraph(name) }))),
  );
  const texts = await Promise.all(pdfs.map(read));
  expect(texts.map((text) => text.trim())).toEqual(names);
});

test("without a Python that can talk to it, LibreOffice is started for each document", async () => {
  const place = { ...office, python: undefined };
  expect(await read(await convert(openConverter({}, place), makeDocx()))).toContain("A lease.");
  await expect(convert(openConverter({ timeMs: 3_000 }, place), makeEndlessDocx())).rejects.toThrow(
    "Processing took too long.",
  );
  await closeAll();
  expect(ownOffices()).toEqual([]);
});

test("old DOC files are converted too", async () => {
  const made = join(folder, "made");
  writeFileSync(`${made}.docx`, makeDocx({ body: paragraph("From an old program.") }));
  await Bun.$`${office.program} -env:UserInstallation=file://${folder}/profile --headless --convert-to doc --outdir ${folder} ${made}.docx || ${office.program} -env:UserInstallation=file://${folder}/profile --headless --convert-to doc --outdir ${folder} ${made}.docx`.quiet();
  expect(await read(await convert(openConverter(), readFileSync(`${made}.doc`)))).toContain(
    "From an old program.",
  );
});
