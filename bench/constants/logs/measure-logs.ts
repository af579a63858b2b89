import { createLogParser, findLogLayout } from '../../../packages/engine/src/index.ts'
import { createRandom } from '../../../packages/engine/src/stats/random.ts'
import { type LogSet, readLogSets } from '../../detection/log-world/log-sets.ts'
import { type Assignment, scoreTemplates, type TemplateScores } from '../../detection/log-world/score-templates.ts'
import { stressLog } from '../../detection/log-world/stress-log.ts'
import type { Figures } from '../measure-with.ts'
import { lossesWithout } from './losses-without.ts'

const SAMPLE = 2000
/** Of three draws of odd lines; those of the table are others. */
const SEEDS = [8000, 8100, 8200]

/** What `measure` gives of one log set: `stressed` is with odd lines, of which no text is known. */
export type LogScores = { readonly plain: TemplateScores; readonly stressed: Pick<TemplateScores, 'GA' | 'FGA'> }

/**
 * How the templates of each log set agree with the true ones, as it is and with odd lines. `loss` is what the mean of six shares lacks,
 * each of which counts the same: people count groups, read texts, and meet odd lines. `loss without` a set is that of the others.
 */
export function measure(): Figures {
  const sets = readLogSets()
  const scores = new Map(sets.map((set, k) => [set.name, scoreSet(set, k)]))
  const figures = [...scores].flatMap(([name, { plain, stressed }]) => [
    ...Object.entries(plain).map(([score, share]) => [`${score} ${name}`, share] as const),
    ...Object.entries(stressed).map(([score, share]) => [`stressed ${score} ${name}`, share] as const),
  ])
  return { ...Object.fromEntries(figures), ...lossesWithout(scores) }
}

function scoreSet(set: LogSet, k: number): LogScores {
  const stressed = SEEDS.map((seed) => {
    const log = stressLog(set, createRandom(seed + k))
    return scoreTemplates(
      log.map(({ group }) => ({ group, text: '' })),
      assign(log.map(({ line }) => line)),
    )
  })
  return {
    plain: scoreTemplates(set.truth, assign(set.lines)),
    stressed: { GA: mean(stressed.map(({ GA }) => GA)), FGA: mean(stressed.map(({ FGA }) => FGA)) },
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function assign(lines: readonly string[]): Assignment[] {
  const parser = createLogParser({ layout: findLogLayout(lines.slice(0, SAMPLE)) })
  const ids = lines.map((line) => parser.push(line).templateId)
  parser.settle()
  const texts = new Map(parser.templates().map(({ id, text }) => [id, text]))
  return ids.map((id) => ({ group: parser.resolve(id), text: texts.get(parser.resolve(id)) ?? '<*>' }))
}
