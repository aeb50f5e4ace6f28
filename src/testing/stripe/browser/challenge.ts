/** What the customer does outside the page: in the bank's dialog, or on the phone with Cash App. */

const WORDS: Record<string, { title: string; yes: string; no: string }> = {
  cashapp_handle_redirect_or_display_qr_code: {
    title: "Scan the QR code with Cash App",
    yes: "Authorize test payment",
    no: "Fail test payment",
  },
  use_stripe_sdk: {
    title: "3D Secure 2 test page",
    yes: "Complete authentication",
    no: "Fail authentication",
  },
};

/** Shows the dialog that Stripe would show and resolves with the customer's answer. */
export function askCustomer(actionType: string): Promise<"succeed" | "fail"> {
  const words = WORDS[actionType];
  if (words === undefined) throw new Error(`The stand-in of Stripe's library cannot handle ${actionType}.`);
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", words.title);
    Object.assign(dialog.style, { margin: "auto", padding: "24px", border: "1px solid #999" });
    const title = document.createElement("p");
    title.textContent = words.title;
    const answer = (outcome: "succeed" | "fail") => () => {
      dialog.remove();
      resolve(outcome);
    };
    dialog.append(title, button(words.yes, answer("succeed")), button(words.no, answer("fail")));
    dialog.addEventListener("cancel", answer("fail"));
    document.body.append(dialog);
    dialog.showModal();
  });
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  Object.assign(element.style, { margin: "16px 8px 0 0", padding: "8px 12px", border: "1px solid #999" });
  element.addEventListener("click", onClick);
  return element;
}
