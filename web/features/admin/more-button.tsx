import { Button } from "../../components/button.tsx";
import { adminMessages as text } from "../../texts/admin.ts";
import type { More } from "./parts.ts";

/** Shown below a list that has more entries. */
export function MoreButton({ more }: { more: More }) {
  return (
    <div className="mt-4 grid justify-items-center gap-2">
      {more.failed && <p role="alert">{text.failed}</p>}
      <Button variant="secondary" busy={more.busy} onClick={more.load}>
        {text.more}
      </Button>
    </div>
  );
}
