import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressible = new Set([".html", ".js", ".css", ".svg", ".webmanifest"]);

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Writes NAME.br and NAME.gz for every text file of the folder, so that the server does not compress at run time. */
export async function compressFolder(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => compressible.has(extname(name)));
  await Promise.all(texts.map((name) => compressFile(join(folder, name))));
}

async function compressFile(path: string): Promise<void> {
  const content = await Bun.file(path).bytes();
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const [br, gz] = await Promise.all([brotli(content, quality), deflate(content, { level: 9 })]);
  await Promise.all([Bun.write(`${path}.br`, br), Bun.write(`${path}.gz`, gz)]);
}
