/** Of child processes: one that hangs would block every test of the thread, or outlive it. */
export const CHILD_LIMITS = { timeout: 60_000, killSignal: 'SIGKILL' } as const

/** Of `npm pack`. */
export const PACK_LIMITS = { timeout: 120_000, killSignal: 'SIGKILL' } as const
