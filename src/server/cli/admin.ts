import { AppError } from "../../errors.ts";
import { createAdmin, promoteToAdmin, resetPassword } from "../../features/accounts/operator.service.ts";
import type { Deps } from "../../features/deps.ts";
import { choosePassword } from "./choose-password.ts";
import { tellWithDeps } from "./with-deps.ts";

const usage = "Please say: admin create NAME, admin promote NAME, or admin reset-password NAME";

const actions: Record<string, (deps: Deps, name: string) => Promise<string>> = {
  create: async (deps, name) => {
    const { password, shown } = await choosePassword();
    await createAdmin(deps, name, password);
    return `${name} was created with administrator rights.${shown}`;
  },
  promote: async (deps, name) => {
    promoteToAdmin(deps, name);
    return (
      `${name} has administrator rights now. They count after the next sign-in with a password of 12 characters ` +
      "or more, or after a new one was chosen."
    );
  },
  "reset-password": async (deps, name) => {
    const { password, shown } = await choosePassword();
    await resetPassword(deps, name, password);
    return `${name} has a new password; all sessions were ended.${shown}`;
  },
};

/** Changes accounts from the console, also while the server runs. Throws AppError with the operator's sentence. */
export async function admin([verb = "", name, ...rest]: string[]): Promise<void> {
  const action = actions[verb];
  if (!action || !name || rest.length > 0) throw new AppError("invalid", usage);
  await tellWithDeps((deps) => action(deps, name));
}
