import { createRandom } from '../../../packages/engine/src/stats/random.ts'
import type { LogSet } from './log-sets.ts'
import { type Assignment, scoreTemplates } from './score-templates.ts'
import { type OddKind, type StressLine, stressLog } from './stress-log.ts'
import { swapWords } from './swap-words.ts'

/** Groups the lines of a log, given with their headers and without. */
export type Grouper = (lines: readonly string[], messages: readonly string[]) => (string | number)[]

export type Robustness = {
  readonly GA: number
  readonly FGA: number
  /** Lines of each form that are grouped with the usual lines of their event. */
  readonly together: ReadonlyMap<OddKind, number>
  /** Rare new events that have a group of their own. */
  readonly apart: number
  readonly events: number
}

const SEEDS = [5000, 5001, 5002]

/** What odd lines and rare new events do to the groups of each set, in three draws. */
export function judgeStress(sets: readonly LogSet[], group: Grouper): Robustness {
  const runs = sets.flatMap((set, k) =>
    SEEDS.map((seed) => {
      const log = stressLog(set, createRandom(seed + 10 * k))
      const ids = group(
        log.map(({ line }) => line),
        log.map(({ message }) => message),
      )
      return {
        log,
        ids,
        scores: scoreTemplates(asAssignments(log.map(({ group: event }) => event)), asAssignments(ids)),
      }
    }),
  )
  const odd = runs.flatMap(({ log, ids }) => oddLines(log, ids))
  const kinds = [...new Set(odd.map(({ kind }) => kind))].sort()
  const shareOf = (kind: OddKind): number =>
    share(odd.filter((one) => one.kind === kind).map(({ isTogether }) => isTogether))
  const events = runs.flatMap(({ log, ids }) => newEvents(log, ids))
  return {
    GA: mean(runs.map(({ scores }) => scores.GA)),
    FGA: mean(runs.map(({ scores }) => scores.FGA)),
    together: new Map(kinds.map((kind) => [kind, shareOf(kind)])),
    apart: share(events),
    events: events.length,
  }
}

/** GA and FGA where every word of the messages is another one of the same form. */
export function judgeSwapped(sets: readonly LogSet[], group: Grouper): { GA: number; FGA: number } {
  const scores = sets.map(({ lines, messages, truth }) => {
    const swapped = messages.map(swapWords)
    const whole = lines.map((line, i) => line.slice(0, line.lastIndexOf(messages[i]!)) + swapped[i])
    return scoreTemplates(asAssignments(truth.map((one) => one.group)), asAssignments(group(whole, swapped)))
  })
  return { GA: mean(scores.map(({ GA }) => GA)), FGA: mean(scores.map(({ FGA }) => FGA)) }
}

const asAssignments = (groups: readonly (string | number)[]): Assignment[] =>
  groups.map((group) => ({ group, text: '' }))

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const share = (isOne: readonly boolean[]): number => isOne.filter(Boolean).length / isOne.length

function oddLines(log: readonly StressLine[], ids: readonly (string | number)[]) {
  const usual = new Map<string, Map<string | number, number>>()
  log.forEach(({ group, odd }, i) => {
    const counts = usual.get(group) ?? new Map<string | number, number>()
    if (!odd) counts.set(ids[i]!, (counts.get(ids[i]!) ?? 0) + 1)
    usual.set(group, counts)
  })
  const usualOf = (group: string): string | number | undefined =>
    [...(usual.get(group) ?? [])].sort((a, b) => b[1] - a[1])[0]?.[0]
  return log.flatMap(({ group, odd }, i) => (odd ? [{ kind: odd, isTogether: ids[i] === usualOf(group) }] : []))
}

/** Of each new event, whether its lines are one group and no others are in it. */
function newEvents(log: readonly StressLine[], ids: readonly (string | number)[]): boolean[] {
  const names = new Set(log.filter(({ isNew }) => isNew).map(({ group }) => group))
  return [...names].map((name) => {
    const own = new Set(ids.filter((_, i) => log[i]!.group === name))
    return own.size === 1 && log.every(({ group }, i) => group === name || !own.has(ids[i]!))
  })
}
