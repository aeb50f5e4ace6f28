import type { ReactNode } from "react";
import { Card } from "../../../components/card.tsx";
import { stageTitleId } from "./use-focus-on-stage.ts";

/** The panel of one stage; its heading is focused when the stage begins. */
export function StageCard({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Card aria-labelledby={stageTitleId} className="rise">
      <h2 id={stageTitleId} tabIndex={-1} className="text-heading">
        {title}
      </h2>
      {children}
    </Card>
  );
}
