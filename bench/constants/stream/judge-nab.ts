import { createStreamDetector, evaluateWindows, NAB_PROFILES, nabScore } from '../../../packages/engine/src/index.ts'
import { readCorpus } from '../../detection/nab-world/read-corpus.ts'
import type { Figures } from '../measure-with.ts'

/** The stream detector on the corpus that judges it: never a part of what constants are chosen by. */
export function measure(): Figures {
  const scored = readCorpus().map((file) => {
    const detector = createStreamDetector()
    return { ...file, scores: file.values.map((value, row) => detector.push(file.times[row]!, value).score) }
  })
  const { falseAlarmsPerDay = Number.NaN, precision = 0, recall = 0 } = evaluateWindows(scored, 0.5)
  return {
    standard: nabScore(scored, NAB_PROFILES.standard).score ?? Number.NaN,
    'low FP': nabScore(scored, NAB_PROFILES.lowFP).score ?? Number.NaN,
    'low FN': nabScore(scored, NAB_PROFILES.lowFN).score ?? Number.NaN,
    falseAlarmsPerDay,
    precision,
    recall,
  }
}
