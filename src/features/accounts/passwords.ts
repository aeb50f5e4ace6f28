/** The cost of a hash: memory in KiB and passes over it. */
type PasswordCost = { memoryCost: number; timeCost: number };

/** OWASP's first recommendation for Argon2id: 19 MiB, two passes, one lane. Raising it rehashes at login. */
const recommended: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/** Every hash takes 19 MiB and a core; running more at a time would only make all users wait longer. */
const maxConcurrent = 2;

/** Hashes and checks passwords, all at the same cost, and off the event loop. */
export class Passwords {
  readonly #parameters: Bun.Password.Argon2Algorithm;
  readonly #currentPrefix: string;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #unknownUser: Promise<string> | undefined;

  constructor({ memoryCost, timeCost } = recommended) {
    this.#parameters = { algorithm: "argon2id", memoryCost, timeCost };
    this.#currentPrefix = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`;
  }

  /** The PHC string to store. Hashing the same password twice gives different strings. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => Bun.password.hash(normalized(password), this.#parameters));
  }

  /**
   * Whether the password matches the hash. Without a hash (no such user), or with an empty one (an account without a
   * password), it checks the hash of an unknown password, which takes just as long, so timing reveals nothing. That
   * hash is created at the first call for any user.
   */
  async verify(password: string, hash: string | undefined): Promise<boolean> {
    const matches = await this.#inTurn(async () => {
      const unknownUserHash = await this.#unknownUserHash();
      return Bun.password.verify(normalized(password), hash || unknownUserHash);
    });
    return Boolean(hash) && matches;
  }

  /** True if the hash was made with other parameters than the current ones. */
  needsRehash(hash: string): boolean {
    return !hash.startsWith(this.#currentPrefix);
  }

  #unknownUserHash(): Promise<string> {
    this.#unknownUser ??= Bun.password.hash(crypto.randomUUID(), this.#parameters).catch((error) => {
      this.#unknownUser = undefined;
      throw error;
    });
    return this.#unknownUser;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= maxConcurrent) await new Promise<void>((turn) => this.#waiting.push(turn));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** The same password typed on two systems may arrive composed or decomposed (NIST SP 800-63B, 3.1.1.2). */
function normalized(password: string): string {
  return password.normalize("NFKC");
}
