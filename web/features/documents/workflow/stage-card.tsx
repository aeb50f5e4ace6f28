import type { ReactNode } from "react";
import { Card } from "../../../components/card.tsx";

/** The panel of one stage; its heading takes the focus when the stage begins. */
export function StageCard({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Card aria-labelledby="stage-title" className="rise">
      <h2 id="stage-title" tabIndex={-1} className="text-2xl">
        {title}
      </h2>
      {children}
    </Card>
  );
}
