/** A page with its stamp along the right edge, and in front of it the certificate with seal and QR code. */
export function DocumentDrawing({ label, className }: { label: string; className?: string }) {
  return (
    <svg viewBox="0 0 520 300" role="img" aria-label={label} className={className}>
      <g transform="translate(-16 0) rotate(-3 150 150)">
        <rect
          x="36"
          y="18"
          width="206"
          height="264"
          rx="6"
          className="fill-card stroke-field-line"
          strokeWidth="1.5"
        />
        <rect x="60" y="46" width="92" height="9" rx="2" className="fill-ink" />
        <TextLines x={60} y={74} widths={[138, 146, 132, 146, 96]} />
        <TextLines x={60} y={160} widths={[146, 124, 146, 138, 146, 70]} />
        <rect x="218" y="18" width="24" height="264" className="fill-tint" />
        <text transform="translate(226 36) rotate(90)" className="fill-brand text-[8.5px] font-semibold">
          ATTESTAMP · 20 NOV 2026 13:11:00 −06:00 · AT-7K2M9-X40QD
        </text>
      </g>
      <g transform="translate(22 4) rotate(2.5 370 160)">
        <rect
          x="238"
          y="52"
          width="250"
          height="222"
          rx="6"
          className="fill-card stroke-brand"
          strokeWidth="1.5"
        />
        <rect
          x="248"
          y="62"
          width="230"
          height="202"
          rx="3"
          className="fill-none stroke-brand"
          strokeWidth="1"
          strokeDasharray="1.5 3"
        />
        <text x="363" y="98" textAnchor="middle" className="fill-ink font-serif text-[17px] font-semibold">
          Certificate of Attestation
        </text>
        <rect x="318" y="108" width="90" height="2" className="fill-seal" />
        <TextLines x={270} y={128} widths={[186, 170, 182]} />
        <QrDrawing />
        <g transform="translate(410 212)" className="text-seal">
          <circle r="33" className="fill-none stroke-current" strokeWidth="3.5" strokeDasharray="6 3.2" />
          <circle r="24" className="fill-none stroke-current" strokeWidth="2" />
          <path
            d="m-11 1 8 8 15-17"
            className="fill-none stroke-current"
            strokeWidth="5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </g>
      </g>
    </svg>
  );
}

function TextLines({ x, y, widths }: { x: number; y: number; widths: number[] }) {
  const lines = widths.map((width, line) => `M${x} ${y + line * 14}h${width}`).join("");
  return <path d={lines} className="fill-none stroke-line" strokeWidth="5" strokeLinecap="round" />;
}

const qrRows = [
  "111010111",
  "101001101",
  "111011111",
  "000100100",
  "101101011",
  "010010010",
  "111011101",
  "101000110",
  "111010011",
];
const qrCells = qrRows.flatMap((row, y) =>
  [...row].map((cell, x) => (cell === "1" ? `M${272 + x * 7} ${184 + y * 7}h7v7h-7z` : "")),
);

function QrDrawing() {
  return <path d={qrCells.join("")} className="fill-ink" />;
}
