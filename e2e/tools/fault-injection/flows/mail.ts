import { mails } from "../../../../db/schema.ts";
import { emailDocument } from "../../../../src/features/documents/email.service.ts";
import type { Flow } from "../flow.ts";
import type { World } from "../world.ts";
import { documentsOf } from "./steps.ts";

export const mailsOf = ({ deps }: World) => deps.db.select().from(mails).all();

/** A stamped document is emailed with its files; it must not arrive twice, whatever happens. */
export const mail: Flow = {
  what: "a stamped document is mailed",
  begin: async () => {},
  async act(world) {
    const id = (await documentsOf(world))[0]?.id ?? "";
    const recipient = { id, email: "ann@example.org", name: undefined };
    await emailDocument(world.deps, world.owner, recipient, "127.0.0.1");
    await world.settled();
  },
  async again(world) {
    if ((await mailsOf(world)).length === 0) await mail.act(world);
  },
  isDone: async (world) =>
    (await mailsOf(world)).some(({ state }) => state === "sent" || state === "uncertain"),
  faultsIn: async (world) => {
    const arrived = world.mailServer.mails.length;
    const [row, ...others] = await mailsOf(world);
    if (!row || others.length > 0) return [`${others.length + 1} mails were queued instead of one`];
    const isRight = row.state === "sent" ? arrived === 1 : row.state === "uncertain" && arrived <= 1;
    return isRight ? [] : [`a mail that is ${row.state} arrived ${arrived} times`];
  },
};
