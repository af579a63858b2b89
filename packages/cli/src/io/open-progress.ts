import type { Io } from './io.ts'
import type { Progress } from './progress.ts'

/** A screen on a terminal, nothing in a pipe, in CI or with `--json`. The screen is loaded only when it is drawn. */
export async function openProgress(
  run: { io: Io; interactive: boolean; note(text: string): void },
  count: number,
): Promise<Progress> {
  if (!run.interactive) return { set() {}, say: run.note, close() {} }
  const { openProgressScreen } = await import('../screens/progress-screen.ts')
  return openProgressScreen(run.io, count)
}
