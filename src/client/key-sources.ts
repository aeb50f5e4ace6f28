/** Sources of a service's keys: files, or the service's address for missing files. */
export type KeySources = {
  ca?: string;
  stampCa?: string;
  crl?: string;
  jwks?: string;
  vkey?: string;
  witnesses?: string;
  origin?: string;
  /** The reader's own lists, a file. */
  trust?: string;
};
