type ProgressBarProps = { label: string; percent: number; valueText?: string };

/** A progress bar from 0 to 100 percent, also announced. */
export function ProgressBar({ label, percent, valueText }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={valueText}
      className="h-3 overflow-hidden rounded-full border border-line bg-sunk"
    >
      <div
        className="h-full rounded-full bg-brand forced-colors:bg-highlight"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
