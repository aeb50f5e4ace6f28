const everyMs = 2_000;

/**
 * Says on standard error how far something long has come, every two seconds and from then on; nothing for short work.
 */
export function showProgress(what: string): { tell: (done: number) => void; end: () => void } {
  let last = performance.now();
  let hasTold = false;
  return {
    tell: (done) => {
      if (performance.now() - last < everyMs) return;
      last = performance.now();
      hasTold = true;
      process.stderr.write(process.stderr.isTTY ? `\r${done} ${what}` : `${done} ${what}\n`);
    },
    end: () => {
      if (hasTold && process.stderr.isTTY) process.stderr.write("\n");
    },
  };
}
