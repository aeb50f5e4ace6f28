import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { documentsMessages } from "../messages.ts";

const text = documentsMessages.payment;

/** Says why the server asks for a payment, in its own sentence, and what can be done about it. */
export function PaymentDialog({ message, onClose }: { message: string; onClose: () => void }) {
  return (
    <Dialog title={text.title} closeLabel={text.close} onClose={onClose}>
      <p className="text-lg">{message}</p>
      <p className="mt-3 text-muted">
        {text.intro} {text.noOnline}
      </p>
      <Button className="mt-5" onClick={onClose}>
        {text.close}
      </Button>
    </Dialog>
  );
}
