import {
  createStreamDetector,
  evaluateWindows,
  type LabelledScores,
  NAB_PROFILES,
  type NabProfile,
  nabScore,
  type StreamSize,
} from '../../packages/engine/src/index.ts'
import type { Measurement } from '../budget.ts'
import { chosenOverrides } from '../constants/chosen.ts'
import { measureWith } from '../constants/measure-with.ts'
import { streamChoices } from '../constants/stream/stream-choices.ts'
import { atLeast, atMost, forComparison, onOwnData } from './figure.ts'
import { chooseOutOfFold, shuffleIntoFive } from './nab-world/choose-out-of-fold.ts'
import { type Baseline, blindBaselines, nabBaselines } from './nab-world/nab-baselines.ts'
import { publishedScores } from './nab-world/published.ts'
import { type CorpusFile, readCorpus } from './nab-world/read-corpus.ts'
import { recallWithin } from './nab-world/recall-within.ts'
import { hasTelemetry, readTelemetry, scoreTelemetry } from './nasa-world/read-telemetry.ts'

/** With the goal at the best threshold, and at one from other parts. */
const PROFILES: readonly { name: string; goal: number; outOfFold: number; profile: NabProfile }[] = [
  { name: 'standard', goal: 76, outOfFold: 72, profile: NAB_PROFILES.standard },
  { name: 'low FP', goal: 67, outOfFold: 63, profile: NAB_PROFILES.lowFP },
  { name: 'low FN', goal: 81, outOfFold: 78, profile: NAB_PROFILES.lowFN },
]
/** The alarm threshold of `omen score` and `omen evaluate`. */
const SHIPPED_THRESHOLD = 0.5
const MAX_PER_DAY = 0.01
const SHUFFLES = 5

type Scored = LabelledScores & { name: string }

/**
 * The stream detector, with nothing set for a file, over the files of the Numenta Anomaly Benchmark that are there: by NAB's score,
 * by that score with the threshold taken from other files, and as it is shipped. Baselines run beside it.
 */
export async function run(): Promise<Measurement[]> {
  const files = readCorpus()
  const own = scoreWith(files, 'standard')
  const windows = files.reduce((sum, file) => sum + file.windows.length, 0)
  return [
    ...onOwnData([
      ...PROFILES.map(({ name, goal, profile }) => nabFigure(`NAB ${name}`, own, profile, goal)),
      ...outOfFold(own),
      ...byTelemetry(own),
    ]),
    ...(await withoutThisCorpus()),
    ...onOwnData(asShipped(own)),
    recallFigure('recall', own),
    ...byCategory(own),
    ...(['small', 'large'] as const).map((size) =>
      nabFigure(`NAB standard, ${size} state`, scoreWith(files, size), NAB_PROFILES.standard),
    ),
    ...nabBaselines.flatMap((one) => baselineFigures(one.name, scoreBy(one, files))),
    ...blindBaselines.map((one) => nabFigure(`${one.name}: NAB standard`, scoreBy(one, files), NAB_PROFILES.standard)),
    ...publishedScores(files.length, windows).flatMap(({ name, scores }) =>
      PROFILES.map((profile, k) => forComparison(`${name}, as published: NAB ${profile.name}`, scores[k]!)),
    ),
  ]
}

function scoreWith(files: readonly CorpusFile[], size: StreamSize): Scored[] {
  return files.map((file) => {
    const detector = createStreamDetector({ size })
    return { ...file, scores: file.values.map((value, row) => detector.push(file.times[row]!, value).score) }
  })
}

function scoreBy({ score }: Baseline, files: readonly CorpusFile[]): Scored[] {
  return files.map((file, index) => ({ ...file, scores: score(file, index) }))
}

function nabFigure(what: string, scored: readonly Scored[], profile: NabProfile, goal?: number): Measurement {
  const { score = Number.NaN, windows, windowsHit, falseAlarms, threshold } = nabScore(scored, profile)
  const found = `${windowsHit} of ${windows} windows, ${falseAlarms} false alarms`
  const note = Number.isFinite(threshold)
    ? `${found} at ${threshold.toFixed(3)}, the best threshold`
    : 'best without any alarm'
  return goal === undefined ? forComparison(what, score, '', note) : atLeast(what, goal, score, '', note)
}

/** The parameters of the detector are the same in every fold: what is chosen out of fold is the threshold alone. */
function outOfFold(scored: readonly Scored[]): Measurement[] {
  return [
    ...PROFILES.map(({ name, profile, outOfFold: goal }) => {
      const all = Array.from(
        { length: SHUFFLES },
        (_, seed) => chooseOutOfFold(shuffleIntoFive(scored, seed), profile) ?? Number.NaN,
      )
      const note = `mean of ${SHUFFLES} shuffles into five parts: ${all.map((one) => one.toFixed(1)).join(', ')}`
      return atLeast(`NAB ${name}, threshold from other parts`, goal, all.reduce((a, b) => a + b) / SHUFFLES, '', note)
    }),
    forComparison('NAB standard, threshold from other categories', chooseByCategory(scored)),
  ]
}

/** At the threshold that is best, by the same score, for the telemetry of two spacecraft, whose labels are not of this corpus. */
function byTelemetry(scored: readonly Scored[]): Measurement[] {
  if (!hasTelemetry()) return []
  const telemetry = scoreTelemetry(readTelemetry())
  return PROFILES.map(({ name, profile, outOfFold: goal }) => {
    const { threshold } = nabScore(telemetry, profile)
    const { score = Number.NaN, windows, windowsHit, falseAlarms } = nabScore(scored, profile, threshold)
    const note = `${windowsHit} of ${windows} windows, ${falseAlarms} false alarms at ${threshold.toFixed(3)}`
    return atLeast(`NAB ${name}, threshold from NASA's telemetry`, goal, score, '', note)
  })
}

/** With the constants that `bench/constants` chooses on simulated series and NASA's telemetry. */
async function withoutThisCorpus(): Promise<Measurement[]> {
  const figures = await measureWith('stream/judge-nab.ts', chosenOverrides('stream', streamChoices))
  const { falseAlarmsPerDay = Number.NaN, precision = 0, recall = 0 } = figures
  const without = 'constants chosen without NAB'
  return [
    ...PROFILES.map(({ name, outOfFold: goal }) =>
      atLeast(`NAB ${name}, ${without}`, goal, figures[name] ?? Number.NaN),
    ),
    forComparison(
      `false alarms in 100 days of a series, score ≥ 0.5, ${without}`,
      100 * falseAlarmsPerDay,
      '',
      `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`,
    ),
  ]
}

function categoriesOf(scored: readonly Scored[]): [name: string, scored: Scored[]][] {
  return [...Map.groupBy(scored, ({ name }) => name.split('/')[0]!)]
}

function chooseByCategory(scored: readonly Scored[]): number {
  return chooseOutOfFold(categoriesOf(scored).map(([, part]) => part)) ?? Number.NaN
}

/** Each category at the threshold of the whole. */
function byCategory(scored: readonly Scored[]): Measurement[] {
  const { threshold } = nabScore(scored, NAB_PROFILES.standard)
  return categoriesOf(scored).flatMap(([category, part]) => {
    const { score, windows, windowsHit, falseAlarms } = nabScore(part, NAB_PROFILES.standard, threshold)
    const note = `${windowsHit} of ${windows} windows, ${falseAlarms} false alarms in ${part.length} files`
    return score === undefined ? [] : [forComparison(`NAB standard, ${category}`, score, '', note)]
  })
}

function asShipped(scored: readonly Scored[]): Measurement[] {
  const evaluated = evaluateWindows(scored, SHIPPED_THRESHOLD)
  const { windows, windowsHit, falseAlarms, falseRuns, days, delayMs } = evaluated
  return [
    atMost(
      'false alarms in 100 days of a series, score ≥ 0.5',
      100 * MAX_PER_DAY,
      100 * (evaluated.falseAlarmsPerDay ?? Number.NaN),
      '',
      `${falseAlarms}, or ${falseRuns} runs of neighbouring rows, in ${days.toFixed(0)} days after probation`,
    ),
    atLeast('precision by windows, score ≥ 0.5', 0.75, evaluated.precision ?? 0),
    atLeast('recall by windows, score ≥ 0.5', 0.6, evaluated.recall ?? 0, '', `${windowsHit} of ${windows}`),
    forComparison('F1 by windows, score ≥ 0.5', evaluated.f1 ?? 0),
    forComparison(
      'first alarm after the window began, median',
      (delayMs ?? Number.NaN) / 3_600_000,
      'h',
      WINDOWS_ARE_WIDE,
    ),
  ]
}

const WINDOWS_ARE_WIDE = 'the windows of NAB begin long before what they are about'

function baselineFigures(name: string, scored: readonly Scored[]): Measurement[] {
  return [
    ...PROFILES.map((one) => nabFigure(`${name}: NAB ${one.name}`, scored, one.profile)),
    forComparison(`${name}: NAB standard, threshold from other categories`, chooseByCategory(scored)),
    recallFigure(`${name}: recall`, scored),
  ]
}

/** At the threshold that is best for these labels, so that detectors can be compared whose scores mean different things. */
function recallFigure(what: string, scored: readonly Scored[]): Measurement {
  const { recall = 0, precision = 0, falseAlarms } = recallWithin(scored, MAX_PER_DAY)
  const note = `precision ${precision.toFixed(2)}, ${falseAlarms} false alarms; the threshold chosen on the labels`
  return forComparison(`${what} at ${MAX_PER_DAY} false alarms a day`, recall, '', note)
}
