import { deflateSync } from "node:zlib";
import { ByteWriter } from "./byte-writer.ts";
import { ObjectPacker, type Pack } from "./object-packer.ts";
import { getRaw } from "./values.ts";
import { type PackedObject, type WrittenObject, writeWholeXref } from "./xref-writer.ts";

/** Writes a new PDF file with object streams. The same calls give the same bytes. */
export class NewPdfFile {
  private readonly out = new ByteWriter().text("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n");
  private readonly plain: WrittenObject[] = [];
  private readonly packed: PackedObject[] = [];
  private readonly packer = new ObjectPacker();
  private free = 1;

  reserve(): number {
    return this.free++;
  }

  write(number: number, body: string): void {
    this.writePack(this.packer.add(number, (out) => void out.text(body)));
  }

  add(body: string): number {
    const number = this.reserve();
    this.write(number, body);
    return number;
  }

  /** `entries` are those of the stream's dictionary without /Length. */
  addStream(entries: string, data: Uint8Array): number {
    const number = this.reserve();
    this.plain.push({ number, generation: 0, offset: this.out.length });
    this.out.text(`${number} 0 obj\n<< ${entries} /Length ${data.length} >>\nstream\n`);
    this.out.bytes(data).text("\nendstream\nendobj\n");
    return number;
  }

  addPacked(data: Uint8Array): number {
    return this.addStream("/Filter /FlateDecode", deflateSync(data));
  }

  /** `trailer` holds the values of /Root, /Info and /ID. */
  finish(trailer: Record<string, string>): Buffer {
    this.writePack(this.packer.flush());
    const entries = Object.entries(trailer).map(([key, value]) => [key, getRaw(value)] as const);
    const { plain, packed } = this;
    writeWholeXref(this.out, { plain, packed }, new Map(entries));
    return this.out.written();
  }

  private writePack(pack: Pack | undefined): void {
    if (!pack) return;
    const stream = this.addStream(pack.entries, pack.data);
    pack.numbers.forEach((number, index) => {
      this.packed.push({ number, stream, index });
    });
  }
}
