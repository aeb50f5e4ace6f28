/** OWASP's first recommendation for Argon2id: 19 MiB, two passes, one lane. Raising it rehashes at login. */
const parameters = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const currentPrefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=1$`;

/** Every hash takes 19 MiB and a core; more at once would only make everybody wait longer. */
const maxAtOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** The PHC string to store. Equal passwords give different strings. Runs off the event loop. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => Bun.password.hash(normalised(password), parameters));
}

/**
 * Whether the password belongs to the hash. Without a hash (no such user) it works just as long on a hash
 * nobody knows the password of, so that time tells nothing.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const matches = await inTurn(async () =>
    Bun.password.verify(normalised(password), hash ?? (await unknownUserHash())),
  );
  return hash !== undefined && matches;
}

/** True when the hash was made with other parameters than those in use today. */
export function needsRehash(hash: string): boolean {
  return !hash.startsWith(currentPrefix);
}

let unknownUser: Promise<string> | undefined;
function unknownUserHash(): Promise<string> {
  unknownUser ??= Bun.password.hash(crypto.randomUUID(), parameters);
  return unknownUser;
}

/** To be awaited before the first login, or the making of that hash would tell the first unknown name. */
export async function readyUnknownUserHash(): Promise<void> {
  await unknownUserHash();
}

/** One password typed on two systems may arrive composed or decomposed (NIST SP 800-63B, 3.1.1.2). */
function normalised(password: string): string {
  return password.normalize("NFKC");
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxAtOnce) await new Promise<void>((turn) => waiting.push(turn));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
