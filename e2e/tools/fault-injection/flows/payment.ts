import { AppError } from "../../../../src/errors.ts";
import {
  completeDocumentPayment,
  payPerDocument,
} from "../../../../src/features/billing/document-payment.service.ts";
import { takeStamp } from "../../../../src/features/billing/usage.repo.ts";
import type { Flow } from "../flow.ts";
import type { World } from "../world.ts";
import { documentsOf, stamp, upload } from "./steps.ts";

const name = "fourth.pdf";

const getId = async (world: World) => (await documentsOf(world, name))[0]?.id ?? "";
const isStamped = async (world: World) => (await documentsOf(world, name))[0]?.status === "completed";

/** Pays in the browser with the prepared payment. */
async function pay({ deps, owner, stripe }: World, id: string): Promise<void> {
  const { clientSecret } = await payPerDocument(deps, owner, id);
  stripe.control.pay(clientSecret.replace(/_secret_.*$/, ""));
}

async function stampPaid(world: World, id: string): Promise<void> {
  await completeDocumentPayment(world.deps, world.owner, id);
  await stamp(world, id);
}

/** The trial is used up, and a document is paid for and stamped. */
export const payment: Flow = {
  what: "a document is paid for and stamped",
  async begin(world) {
    const { deps, owner } = world;
    for (const former of ["second", "third"]) await takeStamp(deps.db, owner.id, former, "trial", deps.now());
    await upload(world, name);
  },
  async act(world) {
    const id = await getId(world);
    await pay(world, id);
    await stampPaid(world, id);
  },
  async again(world) {
    if (await isStamped(world)) return;
    const id = await getId(world);
    await pay(world, id).catch((error) => {
      if (!(error instanceof AppError) || error.kind !== "conflict") throw error;
    });
    await stampPaid(world, id);
  },
  isDone: isStamped,
  faultsIn: async ({ stripe }) => {
    const payments = stripe.control.events().filter(({ type }) => type === "payment_intent.succeeded").length;
    return payments === 1 ? [] : [`it was paid ${payments} times`];
  },
};
