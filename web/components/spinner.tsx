import { SealMark } from "./logo.tsx";

/** A loading area; the label is shown and announced. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-view place-items-center px-4 text-center">
      <div className="grid justify-items-center gap-4">
        <SealMark className="size-16 animate-turn text-brand" />
        <p className="text-muted">{label}</p>
      </div>
    </div>
  );
}
