/** Hands out work, each piece to one worker; what the work is and how it stands is in the `jobs` table. */
export interface JobQueue {
  /** Begins to work. A `run` that rejects is handed out again later. */
  start(run: (jobId: string) => Promise<void>): Promise<void>
  send(jobId: string): Promise<void>
  /** Tells those who wait in this process that the job has changed. */
  announce(jobId: string): void
  /** Resolves on the next announcement, or after the time, since another process may have changed it. */
  nextChange(jobId: string, timeoutMs: number): Promise<void>
  /** Waits for running work no longer than so; what is still running is handed out again after the next start. */
  stop(graceMs: number): Promise<void>
}
