/** How `omen` ends; documented in `omen --help`. */
export const EXIT_CODE = {
  ok: 0,
  failed: 1,
  usage: 2,
  anomalies: 3,
  notSignedIn: 4,
  partlyFailed: 5,
  tryAgain: 6,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitCode = (typeof EXIT_CODE)[keyof typeof EXIT_CODE]
