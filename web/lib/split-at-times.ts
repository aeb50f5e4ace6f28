const times =
  /(\b\d{1,2}(?::\d\d){1,2} (?:[AP]M|[ap]\. m\.) [A-Z]{2,5}(?:[+-][\d:]+)?|\(?\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\)?)/;

/**
 * The parts of a sentence: times such as "7:50:26 AM CST", "7:50:26 a. m. GMT+1" and "(2026-11-22 13:50:26 UTC)",
 * inside which a line should not break, and what is between them.
 */
export const splitAtTimes = (sentence: string): { text: string; isTime: boolean }[] =>
  sentence.split(times).map((text, index) => ({ text, isTime: index % 2 === 1 }));
