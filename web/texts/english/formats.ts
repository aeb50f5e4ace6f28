/** Words in sizes and times that `Intl` does not provide. */
export const formats = {
  /** The locale of prices and counts. */
  numbers: "en-US",
  justNow: "just now",
  secondsLeft: (count: number) => (count === 1 ? "1 second left" : `${count} seconds left`),
  minutesLeft: (count: number) => (count === 1 ? "1 minute left" : `${count} minutes left`),
};
