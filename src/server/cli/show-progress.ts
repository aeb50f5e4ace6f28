const everyMs = 2_000;

/** Reports the progress of long work on standard error every two seconds; nothing for short work. */
export function showProgress(what: string): { onProgress: (done: number) => void; end: () => void } {
  let last = performance.now();
  let hasTold = false;
  return {
    onProgress: (done) => {
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
