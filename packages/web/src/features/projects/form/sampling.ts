const MINUTE_MS = 60_000
const SECONDS_OFFERED = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]

/** Sampling intervals to choose from, in milliseconds, with the current one even if it is not among the common ones. */
export const samplingChoices = (currentMs: number): number[] =>
  [...new Set([...SECONDS_OFFERED.map((seconds) => seconds * 1000), currentMs])].sort((a, b) => a - b)

/** The API gives minutes, and rounds to milliseconds: a second is 1/60. */
export const samplingMsOf = (minutes: number): number => Math.round(minutes * MINUTE_MS)

export const samplingMinutesOf = (ms: number): number => ms / MINUTE_MS
