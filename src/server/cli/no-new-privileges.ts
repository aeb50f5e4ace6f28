import { dlopen, ptr } from "bun:ffi";

/** linux/prctl.h, linux/seccomp.h, linux/bpf_common.h. */
const setNoNewPrivileges = 38;
const setFilter = 1;
const forAllThreads = 1;
const withoutSpeculationControl = 4;
const returnAlways = 0x06;
const allow = 0x7fff0000;
const seccomp: Partial<Record<NodeJS.Architecture, number>> = { x64: 317, arm64: 277 };

/**
 * No thread of this process and nothing that it starts from now on can gain rights, e.g. by a setuid program
 * (no_new_privs, prctl(2)). The flag belongs to a thread; a filter that allows every system call carries it to all
 * threads that already run. Where the kernel has no such filters, the main thread has the flag, and it starts all other
 * processes. Throws an Error if the kernel refuses.
 */
export function forbidNewPrivileges(): void {
  const { symbols, close } = dlopen("libc.so.6", {
    prctl: { args: ["i32", "u64", "u64", "u64", "u64"], returns: "i32" },
    syscall: { args: ["i64", "u64", "u64", "ptr"], returns: "i64" },
  });
  try {
    if (symbols.prctl(setNoNewPrivileges, 1, 0, 0, 0) !== 0) throw new Error("prctl refused no_new_privs.");
    const number = seccomp[process.arch];
    if (number === undefined) return;
    const filter = new DataView(new ArrayBuffer(8));
    filter.setUint16(0, returnAlways, true);
    filter.setUint32(4, allow, true);
    const program = new DataView(new ArrayBuffer(16));
    program.setUint16(0, 1, true);
    program.setBigUint64(8, BigInt(ptr(filter)), true);
    symbols.syscall(number, setFilter, forAllThreads | withoutSpeculationControl, ptr(program));
  } finally {
    close();
  }
}
