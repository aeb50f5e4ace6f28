import { z } from "zod";

/** An identity provider (OpenID Connect) as the operator set it up. */
export type SignInProvider = {
  /** The setting that has it, for messages. */
  setting: "SIGN_IN_PROVIDERS" | "OIDC_ISSUER";
  /** Part of the address to which the provider sends people back. */
  id: string;
  /** For "Continue with NAME". */
  name: string;
  issuer: string;
  clientId: string;
  /** Undefined for Apple, and for a public client. */
  clientSecret: string | undefined;
  /** Apple has no client secret: each is signed with this key. */
  appleKey: AppleKey | undefined;
  scope: string;
  /** Whether the answer comes as a form from the provider's page; otherwise in the address. */
  usesFormPost: boolean;
  /** Who is in this group is an administrator; undefined: the provider makes none. */
  adminGroup: string | undefined;
  groupClaim: string;
  /** Whether an account's authenticator app is asked for as well. */
  secondStep: boolean;
};

export type AppleKey = { teamId: string; keyId: string; privateKey: string };

type Issued = { issuer: string };

/** The operator may write the address of a provider in another way than the provider does, such as with a slash. */
export const isSameIssuer = (one: Issued, other: Issued): boolean => plainIssuer(one) === plainIssuer(other);
const plainIssuer = ({ issuer }: Issued) => new URL(issuer).href;

const presets = {
  google: { name: "Google", issuer: "https://accounts.google.com" },
  microsoft: { name: "Microsoft", issuer: undefined },
  apple: { name: "Apple", issuer: "https://appleid.apple.com" },
} as const;

const isLocal = (url: string) => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
export const issuerSetting = z
  .url({ protocol: /^https?$/, error: "Please write https://…", abort: true })
  .refine((url) => url.startsWith("https:") || isLocal(url), "Please use https");

const writtenProvider = z
  .strictObject({
    preset: z.enum(["google", "microsoft", "apple"]).optional(),
    id: z
      .string()
      .regex(/^[a-z0-9-]{1,30}$/, "Please use a-z, 0-9 and hyphens")
      .optional(),
    name: z.string().trim().min(1).max(40).optional(),
    issuer: issuerSetting.optional(),
    tenant: z.uuid("Please write the tenant's ID, not its name").optional(),
    clientId: z.string().min(1),
    clientSecret: z.string().min(1).optional(),
    appleKey: z
      .strictObject({
        teamId: z.string().min(1),
        keyId: z.string().min(1),
        privateKey: z.string().includes("-----BEGIN PRIVATE KEY-----"),
      })
      .optional(),
    scope: z.string().min(1).optional(),
    adminGroup: z.string().min(1).optional(),
    groupClaim: z.string().min(1).default("groups"),
    secondStep: z.boolean().default(false),
  })
  .superRefine(({ preset, id, name, issuer, tenant, appleKey }, { addIssue }) => {
    if ((preset === undefined) !== (issuer !== undefined)) addIssue("needs either preset or issuer");
    if (preset === undefined && (id === undefined || name === undefined)) addIssue("needs id and name");
    if ((preset === "microsoft") !== (tenant !== undefined)) addIssue("tenant: needed for microsoft alone");
    if ((preset === "apple") !== (appleKey !== undefined)) addIssue("appleKey: needed for apple alone");
  });

/** The setting SIGN_IN_PROVIDERS: a list in JSON. */
export const signInProvidersSetting = z
  .string()
  .transform((text, { addIssue }): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      addIssue("Please write a list in JSON, as docs/signing-in-with-a-provider.md shows");
      return z.NEVER;
    }
  })
  .pipe(z.array(writtenProvider.transform(toProvider)).min(1).max(10))
  .superRefine((providers, { addIssue }) => {
    const areDifferent = (values: string[]) => new Set(values).size === values.length;
    if (!areDifferent(providers.map(({ id }) => id))) addIssue("Two providers have the same id");
    if (!areDifferent(providers.map(plainIssuer))) addIssue("Two providers have the same issuer");
  });

/**
 * The one provider of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, as if it stood in the list. It has the name
 * of its preset, if it has one, otherwise its host.
 */
export function toSingleProvider(issuer: string, clientId: string, clientSecret: string): SignInProvider {
  const preset = Object.values(presets).find((one) => one.issuer && isSameIssuer({ issuer }, one));
  const name = preset?.name ?? new URL(issuer).host;
  const defaults = { groupClaim: "groups", secondStep: false };
  const provider = toProvider({ id: "oidc", name, issuer, clientId, clientSecret, ...defaults });
  return { ...provider, setting: "OIDC_ISSUER" };
}

/** Why the single provider cannot stand next to those of the list; undefined if it can. */
export function findRepetition(providers: readonly SignInProvider[]): string | undefined {
  const single = providers.find(({ setting }) => setting === "OIDC_ISSUER");
  const others = providers.filter((one) => one !== single);
  if (!single) return undefined;
  if (others.some((one) => isSameIssuer(one, single)))
    return "OIDC_ISSUER: SIGN_IN_PROVIDERS has a provider with this issuer already.";
  if (others.some(({ id }) => id === single.id))
    return `OIDC_ISSUER: this provider gets the id ${single.id}, which one in SIGN_IN_PROVIDERS has already.`;
  return undefined;
}

function toProvider(written: z.infer<typeof writtenProvider>): SignInProvider {
  const preset = written.preset && presets[written.preset];
  const isApple = written.preset === "apple";
  return {
    setting: "SIGN_IN_PROVIDERS",
    id: written.id ?? written.preset ?? "",
    name: written.name ?? preset?.name ?? "",
    issuer: written.issuer ?? preset?.issuer ?? `https://login.microsoftonline.com/${written.tenant}/v2.0`,
    clientId: written.clientId,
    clientSecret: written.clientSecret,
    appleKey: written.appleKey,
    scope: written.scope ?? (isApple ? "openid name email" : "openid profile email"),
    usesFormPost: isApple,
    adminGroup: written.adminGroup,
    groupClaim: written.groupClaim,
    secondStep: written.secondStep,
  };
}
