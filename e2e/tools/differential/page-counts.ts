import { findNumber, type Limits, runLimited } from "./readers.ts";

/**
 * The number of pages according to a program, or undefined if it cannot open the file. Ghostscript counts while it
 * draws.
 */
export type PageCounts = Partial<Record<"qpdf" | "mupdf" | "poppler" | "pypdf" | "ghostscript", number>>;

/** Counts the pages of files with qpdf, MuPDF, Poppler and pypdf. */
export class PageCounter {
  readonly #pypdf = new PypdfServer();

  async count(file: string, limits: Limits, folder: string): Promise<PageCounts> {
    const run = (...command: string[]) => runLimited(command, limits, folder).then(({ text }) => text);
    const [qpdf, mupdf, poppler, pypdf] = await Promise.all([
      run("qpdf", "--no-warn", "--show-npages", file),
      run("mutool", "show", file, "pages"),
      run("pdfinfo", file),
      this.#pypdf.count(file, limits),
    ]);
    return onlyFound({
      qpdf: findNumber(qpdf, /^(\d+)$/m),
      mupdf: mupdf.match(/^page \d+/gm)?.length,
      poppler: findNumber(poppler, /^Pages:\s+(\d+)/m),
      pypdf,
    });
  }

  stop(): void {
    this.#pypdf.stop();
  }
}

function onlyFound(counts: Record<string, number | undefined>): PageCounts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}

/** Importing pypdf takes longer than most counts, so it is done once, and each file is opened in a fork. */
const program = `
import json, os, resource, sys, warnings, logging
from pypdf import PdfReader
warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)
for line in sys.stdin:
    order = json.loads(line)
    reading, writing = os.pipe()
    if os.fork() == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (order["cpu"], order["cpu"]))
        resource.setrlimit(resource.RLIMIT_AS, (order["memory"], order["memory"]))
        try:
            reader = PdfReader(order["file"])
            if reader.is_encrypted:
                reader.decrypt("")
            os.write(writing, str(len(reader.pages)).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        print("=" + answer.read(), flush=True)
    os.wait()
`;

class PypdfServer {
  readonly #child = Bun.spawn(["/usr/bin/python3", "-c", program], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
  readonly #answers = this.#child.stdout.getReader();

  /** One file at a time: the answers arrive in the order of the questions. */
  async count(file: string, { cpuSeconds }: Limits): Promise<number | undefined> {
    this.#child.stdin.write(`${JSON.stringify({ file, cpu: cpuSeconds, memory: 1_500_000_000 })}\n`);
    this.#child.stdin.flush();
    let answer = "";
    while (!answer.endsWith("\n")) {
      const { value, done } = await this.#answers.read();
      if (done) throw new Error("pypdf's process ended; is the Debian package python3-pypdf installed?");
      answer += new TextDecoder().decode(value);
    }
    return findNumber(answer, /^=(\d+)$/m);
  }

  stop(): void {
    this.#child.stdin.end();
  }
}
