import type { CurrentUser } from "../../src/accounts/accounts.schema.ts";
import { HistoryList } from "../features/documents/history/history-list.tsx";
import { useDocuments } from "../features/documents/history/use-documents.ts";
import { KeyBenefits } from "../features/documents/key-benefits.tsx";
import { documentsMessages } from "../features/documents/messages.ts";
import { TrialBanner } from "../features/documents/trial-banner.tsx";
import { UploadCard } from "../features/documents/upload/upload-card.tsx";
import { UploadLocked } from "../features/documents/upload/upload-locked.tsx";
import { PaymentDialog } from "../features/documents/workflow/payment-dialog.tsx";
import { StagePanel } from "../features/documents/workflow/stage-panel.tsx";
import { useWorkflow } from "../features/documents/workflow/use-workflow.ts";
import { About } from "../features/landing/about.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { useTitle } from "../lib/use-title.ts";

/** What those who are signed in see at /. */
export function DashboardPage({ user }: { user: CurrentUser }) {
  const documents = useDocuments();
  const work = useWorkflow(documents.data);
  const { workflow, dispatch } = work;
  const current = "document" in workflow ? workflow.document : undefined;
  useTitle(documentsMessages.title);
  return (
    <PageFrame header={<UserHeader user={user} />}>
      <h1 className="sr-only">{documentsMessages.title}</h1>
      <div className="grid gap-6">
        <TrialBanner />
        {workflow.stage === "idle" ? (
          <UploadCard
            onUploaded={(document) => dispatch({ type: "uploaded", document })}
            onFailed={(message) => dispatch({ type: "failed", message })}
          />
        ) : (
          <UploadLocked stage={workflow.stage} />
        )}
        <StagePanel {...work} />
        <HistoryList
          documents={documents}
          onContinue={
            workflow.stage === "idle" ? (document) => dispatch({ type: "uploaded", document }) : undefined
          }
          onDeleted={(id) => id === current?.id && dispatch({ type: "reset" })}
        />
      </div>
      <div className="mt-16 grid gap-16">
        <KeyBenefits />
        <About />
      </div>
      {work.paymentMessage && <PaymentDialog message={work.paymentMessage} onClose={work.closePayment} />}
    </PageFrame>
  );
}
