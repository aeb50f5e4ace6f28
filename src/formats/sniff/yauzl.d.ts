/** The part of yauzl 3 this folder uses; the package ships no types. */
declare module "yauzl" {
  export type Entry = {
    fileName: string;
    compressionMethod: number;
    crc32: number;
    compressedSize: number;
    uncompressedSize: number;
    /** Unix mode in the upper 16 bits when the maker was a Unix program. */
    externalFileAttributes: number;
    relativeOffsetOfLocalHeader: number;
    canDecodeFileData(): boolean;
  };

  export type ZipFile = {
    entryCount: number;
    eachEntry(): AsyncIterableIterator<Entry>;
    openReadStreamPromise(entry: Entry): Promise<import("node:stream").Readable>;
    readLocalFileHeaderPromise(entry: Entry, options: { minimal: true }): Promise<{ fileDataStart: number }>;
    close(): void;
  };

  /**
   * Rejects entry names that are absolute or contain `..`, and entries whose inflated size differs from the declared
   * size.
   */
  export function openPromise(
    path: string,
    options: { lazyEntries: true; autoClose: false },
  ): Promise<ZipFile>;
}
