import type { Context } from '../context.ts'
import { readScrub } from '../scrub/index.ts'
import { type Finding, ok, warning } from './finding.ts'

const dayMs = 86_400_000

/** A scrub that has run for twice its period is not making progress. */
export async function* checkScrub(ctx: Context): AsyncGenerator<Finding> {
  const { scrubDays } = ctx.settings
  if (scrubDays === 0) {
    yield warning(
      'scrub',
      'stored data is not compared in the background',
      'Set OMEN_SCRUB_DAYS, or run doctor by a timer.',
    )
    return
  }
  const state = await readScrub(ctx)
  const isLate = state !== undefined && ctx.clock.now() - state.startedAt > 2 * scrubDays * dayMs
  const seen = state
    ? `${state.checked} items in the ${state.finishedAt === null ? 'pass under way' : 'last pass'}`
    : 'not yet'
  if (!isLate) yield ok('scrub', `stored data is compared in the background: ${seen}`)
  else
    yield warning(
      'scrub',
      `the last scrub is overdue: ${seen}`,
      'Raise OMEN_SCRUB_BYTES_PER_SECOND or OMEN_SCRUB_DAYS.',
    )
}
