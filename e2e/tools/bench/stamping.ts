import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { degrees, PDFDocument, StandardFonts } from "pdf-lib";
import type { Stamp } from "../../../src/formats/stamp/stamp.ts";
import { writePhoto, writeScanPdf, writeTextPdf } from "../../support/samples.ts";
import type { BenchOrder } from "./stamping-child.ts";
import { compare, median, type Row } from "./table.ts";

const stamp: Stamp = {
  productName: "Attestamp",
  serialNumber: "AT-0123A-BCDEF-GHJKM-NPQR0",
  clientName: "Jane Doe",
  time: Date.UTC(2026, 10, 20, 19, 11, 0),
  timeZone: "America/Chicago",
  position: "vertical-right",
};

const documents = [
  {
    name: "10 pages",
    file: "p10.pdf",
    times: 21,
    limit: 0.4,
    write: (path: string) => writeTextPdf(path, 10),
  },
  {
    name: "100 pages",
    file: "p100.pdf",
    times: 11,
    limit: 0.6,
    write: (path: string) => writeTextPdf(path, 100),
  },
  {
    name: "1,000 pages",
    file: "p1000.pdf",
    times: 7,
    limit: 0.5,
    write: (path: string) => writeTextPdf(path, 1000),
  },
  {
    name: "1,000 pages in object streams",
    file: "o1000.pdf",
    times: 7,
    limit: 0.5,
    write: (path: string) => writeTextPdf(path, 1000, true),
  },
  {
    name: "5,000 pages",
    file: "p5000.pdf",
    times: 5,
    limit: 0.5,
    write: (path: string) => writeTextPdf(path, 5000),
  },
  {
    name: "45 MB scan, 36 pages",
    file: "scan.pdf",
    times: 5,
    limit: 0.6,
    write: (path: string) => writeScanPdf(path, 36),
  },
];

/** Our engine in a warm child, compared with complete runs of qpdf and mutool that add the same overlay. */
export async function measureStamping(scratch: string): Promise<Row[]> {
  const overlay = join(scratch, "overlay.pdf");
  const output = join(scratch, "out.pdf");
  await writeOverlay(overlay);
  const child = startChild();
  const rows: Row[] = [];
  for (const { name, file, times, limit, write } of documents) {
    const input = join(scratch, file);
    await write(input);
    await child.stamp({ input, output, fileType: "application/pdf", stamp, times: 3 });
    const ours = await child.stamp({ input, output, fileType: "application/pdf", stamp, times });
    const qpdf = await timeRuns(
      ["qpdf", input, "--overlay", overlay, "--from=", "--repeat=1", "--", join(scratch, "q.pdf")],
      times,
    );
    const script = join(import.meta.dir, "mutool-stamp.js");
    const mutool = await timeRuns(
      ["mutool", "run", script, input, join(scratch, "m.pdf"), stamp.serialNumber],
      times,
    );
    rows.push(compare(`PDF, ${name}`, ours.milliseconds, "qpdf", qpdf, limit));
    rows.push(
      compare(`  child at ${ours.rssMb.toFixed(0)} MB`, ours.milliseconds, "mutool", mutool, undefined),
    );
  }
  child.stop();
  return rows;
}

/** A 12-megapixel photo, compared with ImageMagick adding a picture. */
export async function measurePictures(scratch: string): Promise<Row> {
  const input = join(scratch, "photo.jpg");
  const output = join(scratch, "stamped.jpg");
  const badge = join(scratch, "badge.png");
  await writePhoto(input, 4000, 3000);
  await timeRuns(["convert", "-size", "1800x90", "xc:white", badge], 1);
  const child = startChild();
  await child.stamp({ input, output, fileType: "image/jpeg", stamp, times: 2 });
  const ours = await child.stamp({ input, output, fileType: "image/jpeg", stamp, times: 7 });
  child.stop();
  const command = ["convert", input, badge, "-gravity", "southeast", "-composite", join(scratch, "m.jpg")];
  return compare("JPEG, 12 megapixels", ours.milliseconds, "ImageMagick", await timeRuns(command, 7), 1);
}

/** One page with the same line at the same place, which qpdf adds to every page. */
export async function writeOverlay(path: string): Promise<void> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage([612, 792]).drawText(stamp.serialNumber, { x: 604, y: 40, size: 7, font, rotate: degrees(90) });
  await writeFile(path, await pdf.save());
}

type Child = { stamp(order: BenchOrder): Promise<{ milliseconds: number; rssMb: number }>; stop(): void };

function startChild(): Child {
  let settle: (answer: { milliseconds: number[]; rssMb: number }) => void = () => {};
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "stamping-child.ts")], {
    stdout: "inherit",
    stderr: "inherit",
    ipc: (message: { milliseconds: number[]; rssMb: number }) => settle(message),
  });
  return {
    async stamp(order) {
      const answered = new Promise<{ milliseconds: number[]; rssMb: number }>((resolve) => {
        settle = resolve;
      });
      child.send(order);
      const crashed = child.exited.then((code) => {
        throw new Error(`The stamping child ended with code ${code}.`);
      });
      const { milliseconds, rssMb } = await Promise.race([answered, crashed]);
      return { milliseconds: median(milliseconds), rssMb };
    },
    stop: () => child.kill(),
  };
}

async function timeRuns(command: string[], times: number): Promise<number> {
  const milliseconds: number[] = [];
  for (let round = 0; round < times; round++) {
    const started = performance.now();
    const exitCode = await Bun.spawn(command, { stdout: "ignore", stderr: "pipe" }).exited;
    // qpdf exits with 3 if there were only warnings.
    if (exitCode !== 0 && exitCode !== 3) throw new Error(`"${command.join(" ")}" ended with ${exitCode}.`);
    milliseconds.push(performance.now() - started);
  }
  return median(milliseconds);
}
