import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SealOptions } from "../../evidence/pades/seal.ts";
import { gradient } from "../../formats/images/test-pictures.ts";
import { onePage, pdfWithTable } from "../../formats/pdf/test-documents.ts";
import { defaultStamp, sha256Of } from "../../formats/pdf/test-stamping.ts";
import { createLogger } from "../logger.ts";
import { findChildSandbox, noSandbox } from "./child-sandbox.ts";
import { getFailureCause } from "./failure-cause.ts";
import { WorkerPool } from "./worker-pool.ts";

setDefaultTimeout(600_000);

const folder = realpathSync(mkdtempSync(join(tmpdir(), "attestamp-work-")));
const main = join(import.meta.dir, "../../main.ts");
const folders = {
  temporaryFolder: folder,
  childrenFolder: join(folder, "children"),
  cacheFolder: join(folder, "cache"),
};
const pool = new WorkerPool({
  size: 1,
  command: [process.execPath, main, "work"],
  ...folders,
  log: createLogger("silent"),
  sandbox: () => findChildSandbox() ?? noSandbox,
});
afterAll(async () => {
  await pool.stop();
  rmSync(folder, { recursive: true });
});

const seal: SealOptions = {
  subFilter: "ETSI.CAdES.detached",
  name: "Attestamp",
  time: defaultStamp.time,
  certificates: [Buffer.from("certificate").toString("base64")],
  crls: [],
  reserved: { seal: 1500, timeStamp: 1000 },
  paddings: [7],
};

function stamp(
  name: string,
  content: Uint8Array,
  fileType: "application/pdf" | "image/png",
  seal?: SealOptions,
  children = pool,
) {
  const input = join(folder, name);
  const output = join(folder, `${name}.stamped`);
  writeFileSync(input, content);
  const order = { input, output, fileType, sha256: sha256Of(content), stamp: defaultStamp };
  return children.run("stamp", seal ? { ...order, seal } : order, { timeoutMs: 100_000 });
}

test("a PDF is stamped and its seal prepared in one step; the answer has the positions of the signatures", async () => {
  const {
    seal: open,
    bytes,
    sha256,
  } = await stamp("a.pdf", pdfWithTable(onePage()), "application/pdf", seal);
  const file = readFileSync(join(folder, "a.pdf.stamped"));
  expect({ bytes, sha256 }).toEqual({ bytes: file.length, sha256: sha256Of(file) });
  expect(open?.timeStamp.covered).toBe(file.length);
  for (const { placeholder } of [open?.seal, open?.timeStamp].filter((signature) => signature !== undefined))
    expect(file.toString("latin1", placeholder.start, placeholder.end)).toMatch(/^<(?:00){1000,1500}>$/);
});

test("without a requested seal, and for a picture, none is prepared", async () => {
  const plain = await stamp("b.pdf", pdfWithTable(onePage()), "application/pdf");
  expect(plain.seal).toBeUndefined();
  expect(readFileSync(join(folder, "b.pdf.stamped")).includes("/ByteRange")).toBe(false);
  const picture = await stamp("c.png", await gradient(400, 300).png().toBuffer(), "image/png", seal);
  expect(picture.seal).toBeUndefined();
});

test("if the library for pictures cannot be loaded, no picture is blamed, and the next child tries again", async () => {
  const [preload, installed] = [join(folder, "without-library.ts"), join(folder, "installed")];
  writeFileSync(
    preload,
    `import { existsSync } from "node:fs";
    Bun.plugin({
      name: "without the library",
      setup: (build) =>
        build.onLoad({ filter: /sharp\\.mjs$/ }, ({ path }) => {
          if (!existsSync(${JSON.stringify(installed)})) throw new Error("There is no library.");
          return { contents: require("node:fs").readFileSync(path, "utf8"), loader: "js" };
        }),
    });`,
  );
  const children = new WorkerPool({
    size: 1,
    command: [process.execPath, "--preload", preload, main, "work"],
    ...folders,
    log: createLogger("silent"),
    sandbox: () => noSandbox,
  });
  try {
    const png = await gradient(300, 200).png().toBuffer();
    const stampIt = (name: string) => stamp(name, png, "image/png", undefined, children);
    const error = await stampIt("first.png").catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "LIBRARY_NOT_LOADED" });
    expect(getFailureCause(error)).toBe("machine");
    writeFileSync(installed, "");
    expect((await stampIt("second.png")).contentType).toBe("image/png");
  } finally {
    await children.stop();
  }
});
