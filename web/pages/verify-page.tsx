import { getRouteApi } from "@tanstack/react-router";
import { Spinner } from "../components/spinner.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { PublicHeader } from "../features/shell/public-header.tsx";
import { useCodeState } from "../features/verification/use-code-state.ts";
import { useFragment } from "../features/verification/use-fragment.ts";
import { useRecordLookup } from "../features/verification/use-record.ts";
import { useTrust } from "../features/verification/use-trust.ts";
import { VerificationResult } from "../features/verification/verification-result.tsx";
import { useNoIndex } from "../lib/use-no-index.ts";
import { useTitle } from "../lib/use-title.ts";
import { verificationMessages as text } from "../texts/verification.ts";

const route = getRouteApi("/verify/$serialNumber");

/** The page that opens when anyone scans a certificate's QR code or types its serial number. */
export function VerifyPage() {
  const { serialNumber } = route.useParams();
  const { lookup, retry } = useRecordLookup(serialNumber);
  const { trust, reload } = useTrust();
  const codeText = useFragment();
  const code = useCodeState(codeText, lookup, trust);
  useTitle(`${serialNumber} · ${text.title}`);
  useNoIndex();
  return (
    <PageFrame header={<PublicHeader />} narrow>
      {lookup ? (
        <VerificationResult
          serialNumber={serialNumber}
          lookup={lookup}
          codeText={codeText}
          code={code}
          trust={trust}
          onRetry={() => {
            retry();
            reload();
          }}
        />
      ) : (
        // As tall as the window: content that arrives later must not push a visible footer down.
        <div className="min-h-dvh">
          <h1 className="sr-only">{text.title}</h1>
          <Spinner label={text.loading} />
        </div>
      )}
    </PageFrame>
  );
}
