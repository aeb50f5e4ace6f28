import { CircleAlert } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { documentsMessages } from "../messages.ts";
import { StageCard } from "./stage-card.tsx";

const text = documentsMessages.error;

export function ErrorPanel({ message, onAgain }: { message: string; onAgain: () => void }) {
  return (
    <StageCard title={text.title}>
      <div className="mt-4 mb-5">
        <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
          {message}
        </Notice>
      </div>
      <Button onClick={onAgain}>{text.again}</Button>
    </StageCard>
  );
}
