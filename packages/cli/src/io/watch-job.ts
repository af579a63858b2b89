import { type Job, type Omen, TransportError } from '@omen/sdk'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { duration } from '../render/duration.ts'
import type { Guard } from './interrupt.ts'

/** Follows a job to its end; after `timeoutMs` throws an error whose hint is the command to keep waiting. */
export async function watchJob(
  omen: Omen,
  id: string,
  guard: Guard,
  { timeoutMs, onProgress }: { timeoutMs?: number | undefined; onProgress?: ((job: Job) => void) | undefined },
): Promise<Job> {
  const ended = guard.jobRuns(id)
  try {
    const job = await omen.jobs.wait(id, { timeoutMs, onProgress, signal: guard.signal })
    ended()
    return job
  } catch (error) {
    const isLate = error instanceof TransportError && error.kind === 'timeout' && timeoutMs !== undefined
    if (!isLate || guard.signal.aborted) throw error
    const message = `Job ${id} has not ended after ${duration(timeoutMs)}; it continues`
    throw new CliError(message, {
      code: 'TIMEOUT',
      exit: EXIT_CODE.tryAgain,
      hint: `omen jobs wait ${id}`,
      cause: error,
    })
  }
}
