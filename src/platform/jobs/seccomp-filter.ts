/**
 * System calls that no decoder needs and that give access to the kernel or to other processes, by their numbers on
 * x86-64 and in the generic table of ARM64 (linux/arch/x86/entry/syscalls, include/uapi/asm-generic/unistd.h).
 */
const refused: Record<string, { x64: number; arm64: number }> = {
  ptrace: { x64: 101, arm64: 117 },
  process_vm_readv: { x64: 310, arm64: 270 },
  process_vm_writev: { x64: 311, arm64: 271 },
  kcmp: { x64: 312, arm64: 272 },
  pidfd_getfd: { x64: 438, arm64: 438 },
  mount: { x64: 165, arm64: 40 },
  umount2: { x64: 166, arm64: 39 },
  pivot_root: { x64: 155, arm64: 41 },
  chroot: { x64: 161, arm64: 51 },
  open_tree: { x64: 428, arm64: 428 },
  move_mount: { x64: 429, arm64: 429 },
  fsopen: { x64: 430, arm64: 430 },
  fsconfig: { x64: 431, arm64: 431 },
  fsmount: { x64: 432, arm64: 432 },
  mount_setattr: { x64: 442, arm64: 442 },
  unshare: { x64: 272, arm64: 97 },
  setns: { x64: 308, arm64: 268 },
  add_key: { x64: 248, arm64: 217 },
  request_key: { x64: 249, arm64: 218 },
  keyctl: { x64: 250, arm64: 219 },
  bpf: { x64: 321, arm64: 280 },
  perf_event_open: { x64: 298, arm64: 241 },
  userfaultfd: { x64: 323, arm64: 282 },
  io_uring_setup: { x64: 425, arm64: 425 },
  io_uring_enter: { x64: 426, arm64: 426 },
  io_uring_register: { x64: 427, arm64: 427 },
  name_to_handle_at: { x64: 303, arm64: 264 },
  open_by_handle_at: { x64: 304, arm64: 265 },
  fanotify_init: { x64: 300, arm64: 262 },
  kexec_load: { x64: 246, arm64: 104 },
  kexec_file_load: { x64: 320, arm64: 294 },
  init_module: { x64: 175, arm64: 105 },
  finit_module: { x64: 313, arm64: 273 },
  delete_module: { x64: 176, arm64: 106 },
  swapon: { x64: 167, arm64: 224 },
  swapoff: { x64: 168, arm64: 225 },
  reboot: { x64: 169, arm64: 142 },
  acct: { x64: 163, arm64: 89 },
  quotactl: { x64: 179, arm64: 60 },
  syslog: { x64: 103, arm64: 116 },
};

/** AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64 (linux/audit.h). */
const architectures = { x64: 0xc000003e, arm64: 0xc00000b7 };
/** Call numbers of the x32 interface, an alternative to the same calls, have this bit. */
const x32Bit = 0x40000000;
const clone = { x64: 56, arm64: 220 };
/** Its flags are behind a pointer, which a filter cannot read: refused as unknown, so that libraries use clone. */
const clone3 = 435;
const newUserNamespace = 0x10000000;

/** A program that has a lease on a file can make others who open or truncate that file wait for 45 seconds. */
const fcntl = { x64: 72, arm64: 25 };
const setLease = 1024;
/** A delegation (since Linux 6.19) is a lease that also delays changes of the file's name or mode. */
const setDelegation = 1040;

/** Fields of struct seccomp_data (linux/seccomp.h). */
const callNumber = 0;
const architecture = 4;
const firstArgument = 16;
const secondArgument = 24;

/** Codes of classic BPF (linux/bpf_common.h): load a word, compare, return. */
const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfGreaterOrEqual = 0x35;
const jumpIfAnyBit = 0x45;
const answer = 0x06;

/** SECCOMP_RET_ALLOW, SECCOMP_RET_KILL_PROCESS, and SECCOMP_RET_ERRNO with EPERM and ENOSYS. */
const allow = 0x7fff0000;
const kill = 0x80000000;
const refuse = 0x00050000 | 1;
const unknown = 0x00050000 | 38;

/**
 * A filter that allows everything except the calls above, leases, delegations and new user namespaces, which fail with
 * EPERM, and the calls of another architecture, which kill the process. The bytes are the input of bubblewrap's
 * --seccomp: struct sock_filter, little-endian. Undefined on processors with other call numbers.
 */
export function seccompFilter(arch: string): Buffer | undefined {
  if (arch !== "x64" && arch !== "arm64") return undefined;
  const steps: [code: number, skipIfTrue: number, skipIfFalse: number, value: number][] = [
    [load, 0, 0, architecture],
    [jumpIfEqual, 1, 0, architectures[arch]],
    [answer, 0, 0, kill],
    [load, 0, 0, callNumber],
  ];
  if (arch === "x64") steps.push([jumpIfGreaterOrEqual, 0, 1, x32Bit], [answer, 0, 0, refuse]);
  for (const call of Object.values(refused))
    steps.push([jumpIfEqual, 0, 1, call[arch]], [answer, 0, 0, refuse]);
  steps.push([jumpIfEqual, 0, 1, clone3], [answer, 0, 0, unknown]);
  steps.push([jumpIfEqual, 0, 5, fcntl[arch]], [load, 0, 0, secondArgument]);
  steps.push([jumpIfEqual, 1, 0, setLease], [jumpIfEqual, 0, 1, setDelegation]);
  steps.push([answer, 0, 0, refuse], [answer, 0, 0, allow]);
  steps.push([jumpIfEqual, 0, 3, clone[arch]], [load, 0, 0, firstArgument]);
  steps.push([jumpIfAnyBit, 0, 1, newUserNamespace], [answer, 0, 0, refuse], [answer, 0, 0, allow]);
  const program = Buffer.alloc(steps.length * 8);
  steps.forEach(([code, skipIfTrue, skipIfFalse, value], at) => {
    program.writeUInt16LE(code, at * 8);
    program.writeUInt8(skipIfTrue, at * 8 + 2);
    program.writeUInt8(skipIfFalse, at * 8 + 3);
    program.writeUInt32LE(value, at * 8 + 4);
  });
  return program;
}
