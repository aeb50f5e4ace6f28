import { type FileArea, type FileKey, FileStore, type LocatedFile } from "../../src/files/store.ts";
import type { FaultPlan } from "./fault-plan.ts";

const diskFault = () => Object.assign(new Error("EIO: i/o error"), { code: "EIO" });

/** The file store on a disk that fails when the plan says so. */
export class FaultyFiles extends FileStore {
  readonly #plan: FaultPlan;

  constructor(dataDir: string, plan: FaultPlan) {
    super(dataDir);
    this.#plan = plan;
  }

  override temporaryPath(): string {
    return this.#plan.call("files: a temporary file", diskFault, () => super.temporaryPath());
  }

  override locate(key: string, keptBytes?: number): LocatedFile {
    return this.#plan.call("files: locate", diskFault, () => super.locate(key, keptBytes));
  }

  override temporaryRunFolder(): Promise<string> {
    return this.#plan.callLater("files: a folder for a run", diskFault, () => super.temporaryRunFolder());
  }

  override discard(temporaryPath: string): Promise<void> {
    return this.#plan.callLater("files: discard", diskFault, () => super.discard(temporaryPath));
  }

  override keep(temporaryPath: string, area: FileArea, id: string): Promise<FileKey> {
    return this.#plan.callLater(`files: keep in ${area}`, diskFault, () =>
      super.keep(temporaryPath, area, id),
    );
  }

  override remove(key: string): Promise<void> {
    return this.#plan.callLater("files: remove", diskFault, () => super.remove(key));
  }

  override ensureRoomFor(bytes: number): Promise<void> {
    return this.#plan.callLater("files: room", diskFault, () => super.ensureRoomFor(bytes));
  }
}
