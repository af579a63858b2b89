import { InterruptedError, UsageError } from '../failures.ts'
import { plain } from '../render/plain.ts'
import type { Io } from './io.ts'
import { confirm } from './prompt.ts'

/** Asks before a deletion, or what `why` says; a script must give `--yes`. */
export async function requireYes(
  run: { io: Io; interactive: boolean },
  yes: boolean | undefined,
  question: string,
  why = 'Deleting needs confirmation',
): Promise<void> {
  if (yes) return
  if (!run.interactive) throw new UsageError(`${why}, and there is no terminal`, 'Give --yes.')
  if (!(await confirm(run.io, plain(question)))) throw new InterruptedError('Nothing was changed')
}
