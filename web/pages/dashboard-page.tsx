import type { CurrentUser } from "../../src/features/accounts/accounts.output.schema.ts";
import { DeletionNotice } from "../features/account/deletion-notice.tsx";
import { useRights } from "../features/accounts/use-rights.ts";
import { DocumentPaymentDialog } from "../features/billing/document-payment-dialog.tsx";
import { SubscriptionBanner } from "../features/billing/subscription-banner.tsx";
import { useReturnedPayment } from "../features/billing/use-returned-payment.ts";
import type { DocumentView } from "../features/documents/document.ts";
import { HistoryList } from "../features/documents/history/history-list.tsx";
import { useDocuments } from "../features/documents/history/use-documents.ts";
import { KeyBenefits } from "../features/documents/key-benefits.tsx";
import { useSeveralFiles } from "../features/documents/queue/use-several-files.ts";
import { WaitingDocuments } from "../features/documents/queue/waiting-documents.tsx";
import { UploadCard } from "../features/documents/upload/upload-card.tsx";
import { UploadLocked } from "../features/documents/upload/upload-locked.tsx";
import { useOwnership } from "../features/documents/upload/use-ownership.ts";
import { ViewerNote } from "../features/documents/upload/viewer-note.tsx";
import { WaitingFilesCard } from "../features/documents/upload/waiting-files-card.tsx";
import { StagePanel } from "../features/documents/workflow/stage-panel.tsx";
import { useChosenDocument } from "../features/documents/workflow/use-chosen-document.ts";
import { useWorkflow } from "../features/documents/workflow/use-workflow.ts";
import { ConfirmationNotice } from "../features/email-address/confirmation-notice.tsx";
import { About } from "../features/landing/about.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { useServiceWorker } from "../lib/use-service-worker.ts";
import { useTitle } from "../lib/use-title.ts";
import { documentsMessages } from "../texts/documents.ts";

/** The page at / for signed-in users. */
export function DashboardPage({ user }: { user: CurrentUser }) {
  const documents = useDocuments();
  const { mayWrite } = useRights();
  const work = useWorkflow(documents.data);
  const { workflow, dispatch, unpaid } = work;
  const several = useSeveralFiles();
  const ownership = useOwnership();
  const current = "document" in workflow ? workflow.document : undefined;
  const isIdle = workflow.stage === "idle";
  const setUp = isIdle ? (document: DocumentView) => dispatch({ type: "uploaded", document }) : undefined;
  useChosenDocument((document) => dispatch({ type: "uploaded", document }));
  useTitle(documentsMessages.title);
  useServiceWorker();
  useReturnedPayment(({ documentId, config }) => work.resume(documentId, config));
  return (
    <PageFrame header={<UserHeader user={user} />}>
      <h1 className="sr-only">{documentsMessages.title}</h1>
      <div className="grid gap-4 sm:gap-6">
        <SubscriptionBanner />
        <DeletionNotice deletionAt={user.deletionAt} />
        {user.office && !mayWrite ? (
          <ViewerNote office={user.office.name} />
        ) : workflow.stage === "idle" ? (
          <UploadCard
            ownership={ownership}
            onUploaded={(document) => dispatch({ type: "uploaded", document })}
            onFailed={(name, message) => dispatch({ type: "failed", name, message })}
            onSeveral={several.add}
            hasSeveral={several.isOpen}
          />
        ) : (
          <UploadLocked stage={workflow.stage} />
        )}
        {mayWrite && (
          <WaitingFilesCard
            username={user.username}
            confirmed={ownership.isConfirmed && isIdle}
            onFiles={several.add}
          />
        )}
        <StagePanel {...work} />
        <ConfirmationNotice {...user} />
        {mayWrite && isIdle && !several.isOpen && (
          <WaitingDocuments documents={documents.data} onStampAll={several.resume} />
        )}
        {several.List && (
          <several.List
            batches={several.batches}
            resumed={several.resumed}
            deleted={several.deleted}
            onListed={several.setListed}
            settingUp={workflow.stage === "configuring" ? workflow.document.id : undefined}
            onSetUp={setUp}
            onPay={isIdle ? work.resume : undefined}
            onClose={several.clear}
          />
        )}
        <HistoryList
          documents={documents}
          listedAbove={several.listed}
          onContinue={setUp}
          onDeleted={(id) => {
            several.forget(id);
            if (id === current?.id) dispatch({ type: "reset" });
          }}
        />
      </div>
      <div className="mt-16 grid gap-12 border-t border-line pt-12">
        <KeyBenefits />
        <About isQuiet />
      </div>
      {unpaid && (
        <DocumentPaymentDialog
          documentId={unpaid.document.id}
          name={unpaid.document.originalName}
          config={unpaid.config}
          message={unpaid.message}
          onPaid={() => work.start(unpaid.document, unpaid.config)}
          onClose={work.closePayment}
        />
      )}
    </PageFrame>
  );
}
