/**
 * Where the sister music-validation service is found. Its public address is not settled, so this leads to the
 * section of the landing page that introduces it; an address of its own needs a change only here.
 */
export const musicPartnerHref = "#music-partner";
