import { elementAt } from "./element-at.ts";
import type { JpegScan } from "./jpeg-parts.ts";
import { type BlockDecoder, type ScanDecoder, tableOf } from "./jpeg-scan-decoder.ts";
import { damagedPicture } from "./picture-limits.ts";

/** Sequential DCT: a block is complete after its scan (T.81, F.2.2). */
export function sequentialDecoder(scan: JpegScan): ScanDecoder {
  const tables = scan.components.map(({ dc, ac }) => [tableOf(scan, dc), tableOf(scan, ac)] as const);
  const predictions = new Int32Array(4);
  const block: BlockDecoder = (reader, coefficients, at, component) => {
    const [dc, ac] = elementAt(tables, component);
    const prediction = (predictions[component] as number) + reader.signed(reader.symbol(dc) & 15);
    predictions[component] = prediction;
    coefficients[at] = prediction;
    for (let index = 1; index < 64; index++) {
      const symbol = reader.symbol(ac);
      const size = symbol & 15;
      if (size === 0) {
        if (symbol !== 0xf0) break;
        index += 15;
        continue;
      }
      index += symbol >> 4;
      if (index > 63) throw damagedPicture();
      coefficients[at + index] = reader.signed(size);
    }
  };
  return { block, restart: () => predictions.fill(0) };
}
