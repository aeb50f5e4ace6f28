import { CompletedPanel } from "./completed-panel.tsx";
import { ConfigurePanel } from "./configure-panel.tsx";
import { ErrorPanel } from "./error-panel.tsx";
import { ProcessingPanel } from "./processing-panel.tsx";
import type { useWorkflow } from "./use-workflow.ts";

/** The panel that belongs to the stage; nothing while idle. */
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
      return <ErrorPanel message={workflow.message} onAgain={reset} />;
  }
}
