import type { FileHandle } from "node:fs/promises";
import { openOutput } from "../output-file.ts";

/** A picture as it is stored in a PDF (ISO 32000-1, 8.9.5). */
export type PdfPicture = {
  /** Pixels. */
  width: number;
  height: number;
  colorSpace: "DeviceGray" | "DeviceRGB" | "DeviceCMYK";
  bitsPerComponent: number;
  /** Filter entries of the dictionary, e.g. "/Filter /FlateDecode". */
  filter: string;
  data: Buffer[];
  /** EXIF orientation, if the page has to rotate the picture. */
  orientation?: number;
};

/** Page size in points. */
export type PdfPageSize = { width: number; height: number };

/** The matrix that shows a picture of this orientation upright on a page of this size. */
function uprightMatrix(right: string, top: string, orientation: number): string {
  const matrices = [
    `${right} 0 0 ${top} 0 0`,
    `-${right} 0 0 ${top} ${right} 0`,
    `-${right} 0 0 -${top} ${right} ${top}`,
    `${right} 0 0 -${top} 0 ${top}`,
    `0 -${top} -${right} 0 ${right} ${top}`,
    `0 -${top} ${right} 0 0 ${top}`,
    `0 ${top} ${right} 0 0 0`,
    `0 ${top} -${right} 0 ${right} 0`,
  ];
  return matrices[orientation - 1] ?? "";
}

/** Between a picture and the strip for its stamp: width in points, and gray. */
const rule = { width: 0.75, gray: 0.6 };

/** A page with a free strip at one side of its picture. The picture is in the opposite corner, at the left. */
export type StripPage = PdfPageSize & { strip: "above" | "below" | "right" };

/** The line along the edge at which the picture meets the strip. */
function drawRule(shown: PdfPageSize, { width, height, strip }: StripPage): string {
  const edge = strip === "above" ? shown.height : height - shown.height - rule.width;
  const box = strip === "right" ? [shown.width, 0, rule.width, height] : [0, edge, width, rule.width];
  return `q ${rule.gray} g ${box.map((length) => length.toFixed(3)).join(" ")} re f Q\n`;
}

/** Writes a PDF of pictures to disk one at a time, so that only one page is in memory. */
export class ImagePdf {
  readonly #file: FileHandle;
  readonly #offsets: number[] = [];
  readonly #pages: number[] = [];
  #size = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * Runs `write` on a file at `path`, which must not exist or must be empty; the PDF is complete when the promise
   * resolves. `metadata` are its XMP metadata, if any.
   */
  static async create(
    path: string,
    metadata: string | undefined,
    write: (pdf: ImagePdf) => Promise<void>,
  ): Promise<void> {
    const file = await openOutput(path);
    try {
      const pdf = new ImagePdf(file);
      await pdf.#append(Buffer.from("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n", "latin1"));
      await write(pdf);
      await pdf.#finish(metadata);
    } finally {
      await file.close();
    }
  }

  /** Adds a page that shows the picture in the given size. */
  async addPage(picture: PdfPicture, shown: PdfPageSize, page: StripPage): Promise<void> {
    const { width, height, colorSpace, bitsPerComponent, filter, data } = picture;
    const image = await this.#addStream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /${colorSpace} /BitsPerComponent ${bitsPerComponent} ${filter}`,
      data,
    );
    const matrix = uprightMatrix(shown.width.toFixed(3), shown.height.toFixed(3), picture.orientation ?? 1);
    const bottom = page.strip === "above" ? 0 : page.height - shown.height;
    const content = await this.#addStream("", [
      Buffer.from(`q 1 0 0 1 0 ${bottom.toFixed(3)} cm ${matrix} cm /Picture Do Q\n${drawRule(shown, page)}`),
    ]);
    const box = `[0 0 ${page.width.toFixed(3)} ${page.height.toFixed(3)}]`;
    const body = `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Resources << /XObject << /Picture ${image} 0 R >> >> /Contents ${content} 0 R >>`;
    this.#pages.push(await this.#addObject(this.#nextNumber(), body));
  }

  /** Numbers 1 and 2 are reserved for the catalog and the page tree. */
  #nextNumber(): number {
    return Math.max(3, this.#offsets.length);
  }

  async #addStream(entries: string, data: Buffer[]): Promise<number> {
    const number = this.#nextNumber();
    const length = data.reduce((sum, part) => sum + part.length, 0);
    this.#offsets[number] = this.#size;
    await this.#append(Buffer.from(`${number} 0 obj\n<< ${entries} /Length ${length} >>\nstream\n`));
    for (const part of data) await this.#append(part);
    await this.#append(Buffer.from("\nendstream\nendobj\n"));
    return number;
  }

  async #addObject(number: number, body: string): Promise<number> {
    this.#offsets[number] = this.#size;
    await this.#append(Buffer.from(`${number} 0 obj\n${body}\nendobj\n`));
    return number;
  }

  async #finish(metadata: string | undefined): Promise<void> {
    const described =
      metadata === undefined
        ? ""
        : ` /Metadata ${await this.#addStream("/Type /Metadata /Subtype /XML", [Buffer.from(metadata)])} 0 R`;
    await this.#addObject(1, `<< /Type /Catalog /Pages 2 0 R${described} >>`);
    const kids = this.#pages.map((number) => `${number} 0 R`).join(" ");
    await this.#addObject(2, `<< /Type /Pages /Count ${this.#pages.length} /Kids [${kids}] >>`);
    const start = this.#size;
    const rows = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
    const count = this.#offsets.length;
    await this.#append(
      Buffer.from(
        `xref\n0 ${count}\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
      ),
    );
  }

  async #append(bytes: Buffer): Promise<void> {
    await this.#file.writeFile(bytes);
    this.#size += bytes.length;
  }
}
