import type { Omen } from '@omen/sdk'
import { type EndSignal, InterruptedError } from '../failures.ts'
import type { Io } from './io.ts'

/** Where Ctrl-C comes from, and where remarks go. */
export interface Watcher {
  readonly io: Pick<Io, 'onInterrupt' | 'clock'>
  note(text: string): void
}

/** Work that Ctrl-C can stop. */
export interface Guard {
  /** Aborted when the work is to stop. */
  readonly signal: AbortSignal
  /** Registers a job that runs on the server; the returned function removes it once it has ended. */
  jobRuns(id: string): () => void
}

export interface GuardOptions {
  /** Whether Ctrl-C cancels running jobs at once; otherwise a second one within three seconds does. */
  cancelOnInterrupt?: boolean | undefined
  /** What is kept when the work stops before a job has begun, and how to resume. */
  kept?: string | undefined
  /** Where to print what a second Ctrl-C does; stderr by default. */
  say?: ((text: string) => void) | undefined
}

const ASK_AGAIN_MS = 3000

/** Runs `body` so that Ctrl-C ends it cleanly: jobs continue unless it is pressed again; a remark explains both. */
export async function guarded<T>(
  run: Watcher,
  omen: Omen,
  options: GuardOptions,
  body: (guard: Guard) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const jobs = new Set<string>()
  let presses = 0
  let reason: InterruptedError | undefined
  let cancelling: Promise<void> | undefined
  const end = (error: InterruptedError) => {
    reason ??= error
    stop.abort(error)
  }
  const cancelJobs = async (signal: EndSignal | undefined) => {
    const ids = [...jobs]
    await Promise.allSettled(ids.map((id) => omen.jobs.cancel(id)))
    const what = ids.length === 1 ? `job ${ids[0]}` : `${ids.length} jobs`
    end(new InterruptedError(`Cancelled ${what} on the server`, undefined, signal))
  }
  const release = run.io.onInterrupt((signal) => {
    presses++
    if (jobs.size === 0) return end(new InterruptedError('Stopped', options.kept, signal))
    if (options.cancelOnInterrupt || presses > 1) {
      cancelling ??= cancelJobs(signal)
      return cancelling
    }
    const leave = () => {
      if (presses > 1) return
      end(new InterruptedError('Stopped watching', `The job continues: ${waitCommand(jobs)}`, signal))
    }
    // Nobody is there to press a key again: what ends the program has little patience.
    if (signal === 'SIGTERM') return leave()
    const say = options.say ?? run.note
    say('Stopping. Ctrl-C again within 3 s cancels the job on the server too.')
    void run.io.clock.sleep(ASK_AGAIN_MS, stop.signal).then(leave, () => undefined)
  })
  try {
    return await body({ signal: stop.signal, jobRuns: (id) => jobs.add(id) && (() => void jobs.delete(id)) })
  } catch (error) {
    // A watched job reports its cancellation before the cancelling call has returned.
    await cancelling
    throw reason ?? error
  } finally {
    release()
  }
}

function waitCommand(jobs: Set<string>): string {
  return `omen jobs wait ${[...jobs].join(' ')}`
}
