import type { Run } from '../cli.ts'
import { InterruptedError, UsageError } from '../failures.ts'
import { plain } from '../render/display-width.ts'
import { confirm } from './prompt.ts'

/** Asks before something is lost; in a script `--yes` must have been given. */
export async function requireYes(run: Run, yes: boolean | undefined, question: string): Promise<void> {
  if (yes) return
  if (!run.interactive) throw new UsageError('This deletes something and there is nobody to ask', 'Give --yes.')
  if (!(await confirm(run.io, plain(question)))) throw new InterruptedError('Nothing was changed')
}
