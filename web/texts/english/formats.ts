/** The words in sizes and times, beside what `Intl` knows. */
export const formats = {
  units: ["bytes", "KB", "MB", "GB"],
  justNow: "just now",
  secondsLeft: (count: number) => (count === 1 ? "1 second left" : `${count} seconds left`),
  minutesLeft: (count: number) => (count === 1 ? "1 minute left" : `${count} minutes left`),
};
