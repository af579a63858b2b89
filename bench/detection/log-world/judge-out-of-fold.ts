import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LeftOut, overridesOf } from '../../constants/left-out.ts'
import { logChoices } from '../../constants/logs/log-choices.ts'
import { type Figures, measureWith } from '../../constants/measure-with.ts'
import type { TemplateScores } from './score-templates.ts'

/** Means over log sets: of the lines as they are, and with odd ones. */
export type JudgedSets = { readonly plain: TemplateScores; readonly stressed: Pick<TemplateScores, 'GA' | 'FGA'> }

const kept = join(import.meta.dirname, '../../constants/logs/chosen-left-out.json')

/** For each log set the constants that the search chose on all others. */
export function readLeftOut(): LeftOut {
  return JSON.parse(readFileSync(kept, 'utf8')) as LeftOut
}

/**
 * Each log set judged with an engine whose constants were chosen on the other sets, so that no figure depends on a constant that was chosen by
 * looking at the set. Throws Error for a set that was never left out.
 */
export async function judgeOutOfFold(names: readonly string[], leftOut: LeftOut = readLeftOut()): Promise<JudgedSets> {
  const measured = new Map<string, Figures>()
  const figures: (readonly [name: string, figures: Figures])[] = []
  for (const name of names) {
    const labels = leftOut[name]
    if (labels === undefined) throw new Error(`no constants were chosen without ${name}`)
    const key = JSON.stringify(labels)
    const all = measured.get(key) ?? (await measureWith('logs/measure-logs.ts', overridesOf(logChoices, labels)))
    measured.set(key, all)
    figures.push([name, all])
  }
  return meanOfSets(figures)
}

/** Means of the figures that `measure-logs` gives, for each set from its own. */
export function meanOfSets(sets: readonly (readonly [name: string, figures: Figures])[]): JudgedSets {
  const mean = (score: string): number =>
    sets.reduce((sum, [name, figures]) => sum + figures[`${score} ${name}`]!, 0) / sets.length
  return {
    plain: { GA: mean('GA'), FGA: mean('FGA'), PA: mean('PA'), FTA: mean('FTA') },
    stressed: { GA: mean('stressed GA'), FGA: mean('stressed FGA') },
  }
}
