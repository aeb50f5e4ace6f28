import { relative } from "node:path";
import { type Disk, realDisk } from "../../../src/platform/files/disk.ts";
import type { FaultPlan } from "./fault-plan.ts";

export const diskFault = () => Object.assign(new Error("EIO: i/o error"), { code: "EIO" });

/** The disk operations in a data folder, each a call of the plan. */
export function faultyDisk(dataDir: string, plan: FaultPlan): Disk {
  const nameOf = (step: string, path: string) =>
    `disk: ${step} ${relative(dataDir, path).split("/")[0] || "the folder"}`;
  const later = <Result>(step: string, path: string, work: () => Promise<Result>) =>
    plan.callLater(nameOf(step, path), diskFault, work);
  const now = <Result>(step: string, path: string, work: () => Result) =>
    plan.call(nameOf(step, path), diskFault, work);
  const openFaulty = async <File extends OpenFile>(
    path: string,
    open: () => Promise<File>,
  ): Promise<File> => {
    let opened: File | undefined;
    try {
      await later("open", path, async () => {
        opened = await open();
      });
    } catch (error) {
      await opened?.close();
      throw error;
    }
    if (!opened) throw new Error("It was not opened.");
    return faultyFile(opened, (step, work) => later(step, path, work));
  };
  return {
    open: (path, flags, mode) => openFaulty(path, () => realDisk.open(path, flags, mode)),
    openPrepared: (path) => openFaulty(path, () => realDisk.openPrepared(path)),
    chmod: (path, mode) => later("chmod", path, () => realDisk.chmod(path, mode)),
    rename: (from, to) => later("rename", to, () => realDisk.rename(from, to)),
    sync: (path) => later("sync", path, () => realDisk.sync(path)),
    remove: (path) => later("remove", path, () => realDisk.remove(path)),
    makeFolder: (path, options) => later("make folder", path, () => realDisk.makeFolder(path, options)),
    statfs: (path) => later("room", path, () => realDisk.statfs(path)),
    getSize: (path) => now("size", path, () => realDisk.getSize(path)),
  };
}

type OpenFile = { close: () => Promise<void> };
type Strike = (step: string, work: () => Promise<unknown>) => Promise<unknown>;

const steps = ["read", "write", "sync", "close"];

/** An open file. If closing it fails, it is closed anyway, as on Linux. */
function faultyFile<File extends OpenFile>(file: File, strike: Strike): File {
  return new Proxy(file, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        const work = () => Reflect.apply(member, target, args);
        if (!steps.includes(String(property))) return work();
        if (property === "close") return work().then(() => strike("close", async () => {}));
        return strike(String(property), work);
      };
    },
  });
}
