import type { Backfill, Connection, Omen } from '@omen/sdk'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError, InterruptedError } from '../failures.ts'
import { describeBackfill } from '../render/connection.ts'
import { duration } from '../render/duration.ts'
import type { Io } from './io.ts'
import { openProgress } from './open-progress.ts'

const LOOK_EVERY_MS = 1000
/** In a pipe a line is written when so much more is done. */
const NOTE_EVERY = 0.1

interface BackfillWatcher {
  readonly io: Io
  /** Whether there is a terminal to draw on. */
  readonly interactive: boolean
  note(text: string): void
}

/** Waits until a back-fill no longer runs, and shows how far it is. Ctrl-C stops only the waiting. */
export async function watchBackfill(
  run: BackfillWatcher,
  omen: Omen,
  name: string,
  timeoutMs: number | undefined,
): Promise<Connection> {
  const { clock } = run.io
  const stop = new AbortController()
  const goesOn = `It goes on: omen projects backfill ${name} --wait`
  const release = run.io.onInterrupt((signal) => stop.abort(new InterruptedError('Stopped watching', goesOn, signal)))
  const progress = await openProgress(run, 1)
  const end = clock.now() + (timeoutMs ?? Number.POSITIVE_INFINITY)
  let noted: Pick<Backfill, 'done' | 'sentence'> = { done: Number.NEGATIVE_INFINITY, sentence: null }
  try {
    for (;;) {
      const connection = await omen.projects.connection(name, { signal: stop.signal })
      const { backfill } = connection.collection
      if (backfill?.state !== 'running') return connection
      const text = describeBackfill(backfill, run)
      progress.set(name, { name, step: { share: backfill.done, text } })
      const isNews = backfill.done - noted.done >= NOTE_EVERY || backfill.sentence !== noted.sentence
      if (isNews && !run.interactive) {
        noted = backfill
        run.note(text)
      }
      if (clock.now() >= end) throw late(name, timeoutMs!, goesOn)
      await clock.sleep(LOOK_EVERY_MS, stop.signal)
    }
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error
  } finally {
    progress.close()
    release()
  }
}

function late(name: string, timeoutMs: number, hint: string): CliError {
  const message = `The back-fill of ${name} has not ended after ${duration(timeoutMs)}`
  return new CliError(message, { code: 'TIMEOUT', exit: EXIT_CODE.tryAgain, hint })
}
