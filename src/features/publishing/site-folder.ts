import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { AppError } from "../../errors.ts";

/** What says that a folder has a site, and of which server; written first as unfinished and last as complete. */
export const markName = "published.json";

/** Files below these folders that a run does not write are deleted at its end. */
const ownFolders = ["verify", "api", "evidence", "adopted"];

/** Valid on every file system, and nothing that leads out of the folder. */
const safeName = /^(?!\.{1,2}$)[\w.-]{1,100}$/;

/** Whether every part of a path below a site is valid on every file system and leads nowhere else. */
export const isSafePath = (path: string): boolean => path.split("/").every((part) => safeName.test(part));

export const siteMarkSchema = z.object({
  /** The address and the name of the service whose site it is. */
  site: z.url({ protocol: /^https?$/ }).max(300),
  name: z.string().min(1).max(200),
  hashesOnly: z.boolean(),
  records: z.int().min(0),
  /** The entries of its log; `withoutRecord`: how many of them belong to no record. */
  entries: z.int().min(0),
  withoutRecord: z.int().min(0),
  complete: z.boolean(),
});
export type SiteMark = z.infer<typeof siteMarkSchema>;

/** Runs work on the folder with the rights of whom it belongs to; nothing else may run at the same time. */
export type RunAs = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Files that are written and compared at a time. */
const filesAtATime = 32;

/**
 * A folder that becomes a web site. Each file has its old or its new content at any moment, and files that are the same
 * are not written. A run that was interrupted is finished by the next one, since each compares every file.
 */
export class SiteFolder {
  readonly #folder: string;
  readonly #run: RunAs;
  readonly #names = new Set<string>();
  readonly #made = new Set<string>();
  /** How many files were written because they were new or different, and how many are in the site. */
  written = 0;

  private constructor(folder: string, run: RunAs) {
    this.#folder = folder;
    this.#run = run;
  }

  get files(): number {
    return this.#names.size;
  }

  /** Opens a new or empty folder, or the site of the same server. Throws AppError for any other folder. */
  static async open(folder: string, mark: SiteMark, run: RunAs = (work) => work()): Promise<SiteFolder> {
    await run(() => prepare(folder, mark));
    const site = new SiteFolder(folder, run);
    await site.writeAll([{ path: markName, content: printMark(mark) }]);
    return site;
  }

  /** Writes files by their paths below the folder, some at a time, unless they have this content. */
  async writeAll(files: { path: string; content: string | Uint8Array }[]): Promise<void> {
    await this.#run(async () => {
      for (let at = 0; at < files.length; at += filesAtATime) {
        const some = files.slice(at, at + filesAtATime);
        await Promise.all(some.map(({ path, content }) => this.#write(path, content)));
      }
    });
  }

  /** The same for one file. */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    await this.writeAll([{ path, content }]);
  }

  /** Deletes what earlier runs wrote and this one did not, and then marks the site as complete. */
  async complete(mark: SiteMark): Promise<void> {
    await this.#run(async () => {
      for (const folder of ownFolders) await this.#sweep(folder);
    });
    await this.write(markName, printMark(mark));
  }

  async #write(path: string, content: string | Uint8Array): Promise<void> {
    const parts = path.split("/");
    const key = path.toLowerCase();
    if (!isSafePath(path)) throw new Error(`${path} is no name for a file of a site.`);
    this.#names.add(key);
    const target = join(this.#folder, ...parts);
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    const found = await readFile(target).catch(ifMissing);
    if (found?.equals(bytes)) return;
    const parent = dirname(target);
    if (!this.#made.has(parent)) await mkdir(parent, { recursive: true });
    this.#made.add(parent);
    await writeFile(`${target}.new`, bytes, { flush: true });
    await rename(`${target}.new`, target);
    this.written += 1;
  }

  /** Resolves with whether the folder is empty now. */
  async #sweep(path: string): Promise<boolean> {
    const entries = await readdir(join(this.#folder, path), { withFileTypes: true }).catch(ifMissing);
    let kept = 0;
    for (const entry of entries ?? []) {
      const name = `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!(await this.#sweep(name))) kept += 1;
      } else if (this.#names.has(name.toLowerCase())) kept += 1;
      else await rm(join(this.#folder, name));
    }
    if (entries && kept === 0) await rmdir(join(this.#folder, path));
    return kept === 0;
  }
}

async function prepare(folder: string, mark: SiteMark): Promise<void> {
  await mkdir(folder, { recursive: true });
  const found = await readMark(folder);
  if (found === undefined && (await readdir(folder)).length > 0) {
    throw new AppError(
      "conflict",
      "folder-is-no-site",
      "{folder} is not empty, and it has no site that this command wrote. Please name a new folder.",
      { params: { folder } },
    );
  }
  if (found !== undefined && found !== mark.site) {
    throw new AppError(
      "conflict",
      "site-of-another-server",
      "{folder} has the site of {site}. Please name another folder, or delete it.",
      { params: { folder, site: found } },
    );
  }
}

const printMark = (mark: SiteMark) => `${JSON.stringify(mark, null, 2)}\n`;

/** The address of the server whose site a folder has. */
async function readMark(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, markName), "utf8").catch(ifMissing);
  if (text === undefined) return undefined;
  const site = /"site": ("[^"\n]*")/.exec(text)?.[1];
  return site === undefined ? "" : String(JSON.parse(site));
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
