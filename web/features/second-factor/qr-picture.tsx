import { listBars, qrCode, quietModules } from "../../../src/formats/qr-code.ts";

/** A QR code, black on white also on a dark page: many readers find no other. */
export function QrPicture({ value, label }: { value: string; label: string }) {
  const code = qrCode(value);
  const side = code.size + 2 * quietModules;
  const bars = listBars(code).map(
    ({ row, column, length }) => `M${column + quietModules} ${row + quietModules}h${length}v1h-${length}z`,
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="aspect-square w-field max-w-full rounded-sm border border-line bg-white forced-color-adjust-none"
    >
      <path d={bars.join("")} fill="black" />
    </svg>
  );
}
