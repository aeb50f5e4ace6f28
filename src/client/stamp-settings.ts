/** The stamping options for every document of a run, named as in the API. */
export type StampSettings = {
  position?: string | undefined;
  originalDate?: string | undefined;
  otherParties?: string | undefined;
  qrCode?: string | undefined;
};
