import { type GroupingLimits, usualLimits } from '../../../packages/engine/src/logs/templates/grouping-limits.ts'
import { createTemplateStore } from '../../../packages/engine/src/logs/templates/template-store.ts'
import { createRandom } from '../../../packages/engine/src/stats/random.ts'
import type { LogSet } from './log-sets.ts'
import { type Assignment, scoreTemplates } from './score-templates.ts'
import { stressLog } from './stress-log.ts'

/** The grouping accuracy of a set, as it is and with odd lines. */
type Judged = { readonly plain: number; readonly stressed: number }

const SEED = 7000

const candidates: readonly GroupingLimits[] = [
  usualLimits,
  ...[0.02, 0.05, 0.1].flatMap((seldom) =>
    [5, 20, 80].flatMap((enumerationLines) =>
      [2, 3, 5].map((dottedNames) => ({ seldom, enumerationLines, dottedNames })),
    ),
  ),
]

/**
 * Each set judged with the limits that are best on all other sets, so that no figure depends on a limit that was chosen by looking at
 * it. Means over the sets.
 */
export function judgeLimits(sets: readonly LogSet[]): Judged {
  const scores = candidates.map((limits) => sets.map((set, k) => judge(set, k, limits)))
  const chosen = sets.map((_, left) => {
    const quality = scores.map((of) =>
      of.reduce((sum, { plain, stressed }, k) => (k === left ? sum : sum + plain + stressed), 0),
    )
    return quality.indexOf(Math.max(...quality))
  })
  const mean = (of: (judged: Judged) => number): number =>
    chosen.reduce((sum, at, k) => sum + of(scores[at]![k]!), 0) / sets.length
  return { plain: mean(({ plain }) => plain), stressed: mean(({ stressed }) => stressed) }
}

function judge(set: LogSet, k: number, limits: GroupingLimits): Judged {
  const stressed = stressLog({ ...set, lines: set.messages }, createRandom(SEED + k))
  const accuracy = (truth: readonly Assignment[], messages: readonly string[]): number =>
    scoreTemplates(truth, group(messages, limits)).GA
  return {
    plain: accuracy(set.truth, set.messages),
    stressed: accuracy(
      stressed.map((one) => ({ group: one.group, text: '' })),
      stressed.map(({ line }) => line),
    ),
  }
}

function group(messages: readonly string[], limits: GroupingLimits): Assignment[] {
  const store = createTemplateStore({}, undefined, limits)
  const ids = messages.map((message) => store.add(message))
  store.settle()
  return ids.map((id) => ({ group: store.resolve(id), text: '' }))
}
