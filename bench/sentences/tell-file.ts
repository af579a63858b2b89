import {
  type Incident,
  type ModelType,
  mergePeriods,
  renderSentence,
  severityOfVal,
  trainAndDetect,
} from '../../packages/engine/src/index.ts'
import { parseFrame } from '../faults/read-frame.ts'
import { checkSentence, type ToldPeriod } from './check-sentence.ts'
import { readTable } from './read-table.ts'

/** The sentences of a file with their severities, and what is wrong with them. */
export interface Told {
  sentences: string[]
  severities: number[]
  incidents: Incident[]
  wrong: string[]
}

const CVALUE = 5

/** Trains on one CSV, detects in another, and checks every sentence by the text of the latter. */
export function tellFile(training: string, text: string, modelType: ModelType = 'Holistic', pvalue = 0.99): Told {
  const found = trainAndDetect(toFrame(training), toFrame(text), { modelType, pvalue, cvalue: CVALUE })
  if (found.kind !== 'detected') return { sentences: [], severities: [], incidents: [], wrong: [] }
  const { frame, scored, periods, gaps } = found
  const file = { table: readTable(text), training: readTable(training), stepMs: frame.stepMs, cvalue: CVALUE }
  const told = periods.map((period): ToldPeriod => {
    const lead = period.series[0]!
    const column = frame.series.findIndex(({ id }) => id === lead.seriesId)
    const row = frame.times.indexOf(lead.peakAt ?? Number.NaN)
    const band = { low: scored.expectedLow[column]![row]!, high: scored.expectedHigh[column]![row]! }
    return { ...period, sentence: renderSentence(period.sentence, 'en'), band }
  })
  const wrong = told.flatMap((period) => checkSentence(period, file))
  // The Chinese sentence says the same numbers
  for (const [index, { sentence }] of told.entries()) {
    const chinese = renderSentence(periods[index]!.sentence, 'zh-CN')
    if (numbersOf(chinese) !== numbersOf(sentence)) wrong.push(`other numbers in Chinese: ${chinese} / ${sentence}`)
  }
  return {
    sentences: told.map(({ sentence }) => sentence),
    severities: told.map(({ val }) => severityOfVal(val)),
    incidents: mergePeriods({ periods, gaps }, { stepMs: frame.stepMs, cvalue: CVALUE }),
    wrong,
  }
}

function toFrame(text: string) {
  return parseFrame(new TextEncoder().encode(text))
}

function numbersOf(sentence: string): string {
  return [...sentence.matchAll(/(?<![\w[.])\d[\d,.]*\d|(?<![\w[.])\d/g)]
    .map(([number]) => number)
    .sort()
    .join(' ')
}
