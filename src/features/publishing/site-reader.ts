import { constants } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { refusedSite } from "./refused-site.ts";
import { isSafePath } from "./site-folder.ts";

/** Keys, checkpoints and statements are a few kilobytes. */
const smallFile = 256 * 1024;

/**
 * Reads a folder that someone else wrote: only regular files of a limited size that lie in it, through no link. Throws
 * AppError for anything else.
 */
export class SiteReader {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  static async open(folder: string): Promise<SiteReader> {
    const root = await realpath(folder).catch(() => undefined);
    if (root === undefined || !(await stat(root)).isDirectory())
      throw refusedSite(`${folder} is no folder that can be read.`);
    return new SiteReader(root);
  }

  /** The content of a file by its path below the folder; undefined if there is none. */
  async find(path: string, most = smallFile): Promise<Buffer | undefined> {
    const at = await this.#locate(path);
    if (at === undefined) return undefined;
    // A pipe must not keep us waiting.
    const file = await open(at, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
      () => {
        throw refusedSite(`${path} can't be read.`);
      },
    );
    try {
      const { size, ...kind } = await file
        .stat()
        .then((found) => ({ size: found.size, isFile: found.isFile() }));
      if (!kind.isFile) throw refusedSite(`${path} is not a file.`);
      if (size > most) throw refusedSite(`${path} has ${size} bytes; it may have ${most}.`);
      const bytes = Buffer.alloc(size);
      const { bytesRead } = await file.read(bytes, 0, size, 0);
      if (bytesRead !== size) throw refusedSite(`${path} changed while it was read.`);
      return bytes;
    } finally {
      await file.close();
    }
  }

  /** The same for a file without which the site is not whole. */
  async read(path: string, most?: number): Promise<Buffer> {
    const found = await this.find(path, most);
    if (!found) throw refusedSite(`${path} is missing.`);
    return found;
  }

  async readText(path: string, most?: number): Promise<string> {
    return (await this.read(path, most)).toString("utf8");
  }

  /** The names of the files in a folder below this one, sorted; none if it is missing. */
  async names(path: string): Promise<string[]> {
    const at = await this.#locate(path);
    if (at === undefined) return [];
    const entries = await readdir(at, { withFileTypes: true }).catch(() => {
      throw refusedSite(`${path} is no folder that can be read.`);
    });
    const link = entries.find((entry) => entry.isSymbolicLink());
    if (link) throw refusedSite(`${path}/${link.name} is a link.`);
    return entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted();
  }

  /** Where a path leads, which must be itself: with a link in it, it leads elsewhere. */
  async #locate(path: string): Promise<string | undefined> {
    if (!isSafePath(path)) throw refusedSite(`${path} is no name for a file of a site.`);
    const at = join(this.#root, path);
    const real = await realpath(at).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
      throw refusedSite(`${path} can't be read.`);
    });
    if (real !== undefined && real !== at) throw refusedSite(`${path} is a link, or lies behind one.`);
    return real;
  }
}
