import { useEffect, useRef } from "react";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../referrals/copy-field.tsx";
import { webhooksMessages } from "./messages.ts";

const text = webhooksMessages.secret;

/** Stands where the form stood, with the one sight of a new secret; the focus moves to its heading. */
export function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="mt-5 grid gap-3 rounded-xl border border-warn/40 bg-warn-tint p-4">
      <h3 ref={heading} tabIndex={-1} className="text-xl">
        {text.title}
      </h3>
      <p>{text.text}</p>
      <CopyField value={secret} text={text.field} />
      <div>
        <Button onClick={onDone}>{text.done}</Button>
      </div>
    </div>
  );
}
