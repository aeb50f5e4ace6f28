import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { Button, buttonClasses } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { documentsMessages } from "../../../texts/documents.ts";
import { CompletedPanel } from "./completed-panel.tsx";
import { ConfigurePanel } from "./configure-panel.tsx";
import { ProcessingPanel } from "./processing-panel.tsx";
import { StageCard } from "./stage-card.tsx";
import type { useWorkflow } from "./use-workflow.ts";

/** The panel of the stage; nothing while idle. */
export function StagePanel({ workflow, dispatch, start }: ReturnType<typeof useWorkflow>) {
  const reset = () => dispatch({ type: "reset" });
  switch (workflow.stage) {
    case "idle":
      return null;
    case "configuring":
      return (
        <ConfigurePanel
          key={workflow.document.id}
          document={workflow.document}
          onStart={(config) => start(workflow.document, config)}
          onLeave={reset}
        />
      );
    case "processing":
      return <ProcessingPanel name={workflow.document.originalName} shown={workflow.shown} />;
    case "completed":
      return <CompletedPanel document={workflow.document} onAnother={reset} />;
    case "error":
      return <ErrorPanel name={workflow.name} message={workflow.message} onAgain={reset} />;
  }
}

const text = documentsMessages.error;

type ErrorPanelProps = { name: string; message: string; onAgain: () => void };

function ErrorPanel({ name, message, onAgain }: ErrorPanelProps) {
  return (
    <StageCard title={text.title}>
      <p className="mt-2 text-muted wrap-anywhere" translate="no">
        {name}
      </p>
      <div className="mt-4 mb-4">
        <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
          {message}
        </Notice>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onAgain}>{text.again}</Button>
        <Link to="/support" search={{ tab: "contact" }} className={buttonClasses({ variant: "secondary" })}>
          {text.support}
        </Link>
      </div>
    </StageCard>
  );
}
