import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classes } from "../lib/classes.ts";

export const inputLook = classes(
  "w-full min-h-11 rounded-lg border border-field-line bg-card px-3 py-2 text-base text-ink",
  "placeholder:text-muted aria-invalid:border-bad aria-invalid:border-2",
);

type FieldProps = {
  label: string;
  /** Shown next to the label, e.g. "optional". */
  note?: string;
  hint?: ReactNode;
  error?: string;
  /** Renders the control with the attributes that link it to its label, hint and error. */
  children: (control: Control) => ReactNode;
};
type Control = {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
  className: string;
};

/** From top to bottom: the label, the hint, the error, and the control, so that all of it is read before typing. */
export function Field({ label, note, hint, error, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="flex items-baseline justify-between gap-2 font-semibold">
        {label}
        {note && <span className="text-sm font-normal text-muted">{note}</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {children({
        id,
        "aria-invalid": error !== undefined,
        "aria-describedby": describedBy || undefined,
        className: inputLook,
      })}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-center gap-2 text-sm font-semibold text-bad">
      <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
      {children}
    </p>
  );
}
