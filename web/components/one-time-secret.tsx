import { useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { CopyField } from "./copy-field.tsx";

type OneTimeSecretProps = {
  value: string;
  text: { title: string; text: string; field: { label: string; copy: string; copied: string }; done: string };
  /** Whether it is a link that its reader gives to others; every other secret stays off the share sheet. */
  canBeShared?: boolean;
  onDone: () => void;
};

/** Replaces a form and shows the secret it created, once; the focus moves to its heading. */
export function OneTimeSecret({ value, text, canBeShared = false, onDone }: OneTimeSecretProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="mt-6 grid gap-3 rounded-panel border border-warn/40 bg-warn-tint p-4">
      <h3 ref={heading} tabIndex={-1}>
        {text.title}
      </h3>
      <p>{text.text}</p>
      <CopyField value={value} text={text.field} canBeShared={canBeShared} />
      <div>
        <Button onClick={onDone}>{text.done}</Button>
      </div>
    </div>
  );
}
