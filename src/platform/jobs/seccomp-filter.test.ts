import { expect, test } from "bun:test";
import { seccompFilter } from "./seccomp-filter.ts";

const allowed = 0x7fff0000;
const refused = 0x00050001;

/** What the kernel does with a system call of a process that has the filter. */
function decide(filter: Buffer, call: { architecture: number; number: number; args: number[] }): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.architecture, 4);
  call.args.forEach((value, at) => {
    data.writeUInt32LE(value, 16 + 8 * at);
  });
  let loaded = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const [code, value] = [filter.readUInt16LE(at), filter.readUInt32LE(at + 4)];
    const jump = (isTrue: boolean) => {
      at += 8 * filter.readUInt8(at + (isTrue ? 2 : 3));
    };
    if (code === 0x06) return value;
    if (code === 0x20) loaded = data.readUInt32LE(value);
    else if (code === 0x15) jump(loaded === value);
    else if (code === 0x35) jump(loaded >= value);
    else if (code === 0x45) jump((loaded & value) !== 0);
    else throw new Error(`unknown code ${code}`);
  }
  throw new Error("The filter does not answer.");
}

test.each([
  { arch: "x64", architecture: 0xc000003e, fcntl: 72, clone: 56, read: 0 },
  { arch: "arm64", architecture: 0xc00000b7, fcntl: 25, clone: 220, read: 63 },
])("on $arch a child gets neither a lease nor a delegation, and may do the rest [threat F16]", (machine) => {
  const filter = seccompFilter(machine.arch) ?? Buffer.alloc(0);
  const tries = (number: number, ...args: number[]) =>
    decide(filter, { architecture: machine.architecture, number, args });
  const [getFlags, setLease, getLease, setDelegation] = [3, 1024, 1025, 1040];
  for (const command of [setLease, setDelegation]) expect(tries(machine.fcntl, 5, command)).toBe(refused);
  for (const command of [getFlags, getLease]) expect(tries(machine.fcntl, 5, command)).toBe(allowed);
  expect(tries(machine.read, 5, setLease)).toBe(allowed);
  expect(tries(machine.clone, 0x10000000)).toBe(refused);
  expect(tries(machine.clone, 0)).toBe(allowed);
});
