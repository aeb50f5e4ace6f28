/**
 * Witnesses that cosign transparency logs for others, as verifier keys. They are those of the policy that the Sigsum
 * project vetted for production (sigsum-generic-2025-1, December 2025): of Glasklar Teknik AB, Mullvad VPN AB and
 * Tillitis AB.
 */
export const publicLogWitnesses: readonly string[] = [
  "witness.glasklar.is+90ad80e6+BLIQbbkGXsl/JeCcGIOSFnUabibY7YtB5IWlY9PRSYU2",
  "witness.mullvad.net+0e35d04d+BBXW0BQVQyR7dLqzwQdjctnIlPYZw3bWSymqMSzAD2Gt",
  "tillitis.se/tillitis-witness-1+9246694a+BAdr6MnufqYJFvDfNgjJRddzAILss3dJ2tLJ7TOf6ncM",
];
