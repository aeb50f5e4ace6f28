import { SealMark } from "./logo.tsx";

/** A loading area; the label is shown and announced. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-[50vh] place-items-center px-4 text-center">
      <div className="grid justify-items-center gap-4">
        <SealMark className="size-14 animate-spin text-brand [animation-duration:2.4s]" />
        <p className="text-muted">{label}</p>
      </div>
    </div>
  );
}
