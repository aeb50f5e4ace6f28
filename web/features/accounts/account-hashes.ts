import type { AuthMode } from "./auth-card.tsx";

/** The fragments of the landing page's address that open a form for accounts. */
export const accountHashes: Record<AuthMode, string> = { login: "log-in", register: "create-account" };

/** The form that this fragment (with its #) asks for, if any. */
export function modeIn(hash: string): AuthMode | undefined {
  if (hash === `#${accountHashes.login}`) return "login";
  return hash === `#${accountHashes.register}` ? "register" : undefined;
}
