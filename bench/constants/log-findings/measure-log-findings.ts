import { analyseLogs, type LogAnalysis } from '../../../packages/engine/src/index.ts'
import type { Figures } from '../measure-with.ts'
import { CHOOSING_START, type ChoosingFault, simulateChoosingLog } from './choosing-logs.ts'

const LOGS = 8
const FIRST_FAULTY = 50_000
const FIRST_CALM = 51_000
/** Those that findings are made with unless something else is asked for. */
const DEFAULTS = { pvalue: 0.999, maxByChance: 5, maxFindings: 100_000 }
const PROBABILITIES = [1e-2, 1e-3, 1e-4]
const MINUTE = 60_000
const KINDS = ['hot', 'sequence'] as const
/** A rate is promised: twice as many findings by chance as promised cost as much as a third of the faults that are not found. */
const WORTH_OF_CHANCE = 0.5
/** Ten findings of a log that no fault explains cost as much as missing half of the faults. */
const WORTH_OF_UNEXPLAINED = 0.05

/**
 * The parts of bursts and of disorders that are found, and the logarithm of how many findings there are in logs without a fault for each
 * that is due by chance, where there are more; `loss` is what is missed, as a mean over both, the other, and findings beside the faults.
 */
export function measure(): Figures {
  const faulty = Array.from({ length: LOGS }, (_, k) => simulateChoosingLog(FIRST_FAULTY + k, true))
  const analyses = faulty.map(({ lines, faults }) => ({ faults, analysis: analyseLogs(lines, DEFAULTS) }))
  const found = analyses.flatMap(({ faults, analysis }) =>
    faults.map((fault) => ({ fault, isFound: isFound(analysis, fault) })),
  )
  const unexplained = mean(analyses.map(({ faults, analysis }) => countUnexplained(analysis, faults)))
  const calm = Array.from({ length: LOGS }, (_, k) =>
    analyseLogs(simulateChoosingLog(FIRST_CALM + k, false).lines, {
      ...DEFAULTS,
      pvalue: 0.99,
      maxByChance: Number.POSITIVE_INFINITY,
    }),
  )
  const missed = KINDS.map((kind) =>
    mean(found.flatMap(({ fault, isFound }) => (fault.kind === kind ? [isFound ? 0 : 1] : []))),
  )
  const excess = KINDS.map((kind) => mean(PROBABILITIES.map((p) => Math.log(Math.max(1, shareOfDue(calm, kind, p))))))
  const ofPhrases = [...Map.groupBy(found, ({ fault }) => fault.phrase)].map(
    ([phrase, all]) => [`found: ${phrase}`, mean(all.map(({ isFound }) => (isFound ? 1 : 0)))] as const,
  )
  return {
    ...Object.fromEntries(ofPhrases),
    ...Object.fromEntries(KINDS.map((kind, k) => [`excess of ${kind}`, excess[k]!])),
    unexplained,
    loss: mean(missed) + WORTH_OF_CHANCE * mean(excess) + WORTH_OF_UNEXPLAINED * unexplained,
  }
}

function isFound({ findings, templates }: LogAnalysis, fault: ChoosingFault): boolean {
  const named = new Set(templates.filter(({ text }) => text.startsWith(fault.phrase)).map(({ id }) => id))
  return findings.some((one) => one.kind === fault.kind && named.has(one.templateId) && isNear(one, fault))
}

/** Findings of any kind that are near no fault. */
function countUnexplained({ findings }: LogAnalysis, faults: readonly ChoosingFault[]): number {
  return findings.filter((one) => !faults.some((fault) => isNear(one, fault))).length
}

function isNear({ start, end }: LogAnalysis['findings'][number], { from, to }: ChoosingFault): boolean {
  return start - CHOOSING_START <= to && end - CHOOSING_START >= from - MINUTE
}

/** Findings with at most this probability, for each that is due by chance. */
function shareOfDue(calm: readonly LogAnalysis[], kind: (typeof KINDS)[number], p: number): number {
  const count = calm.flatMap(({ findings }) =>
    findings.filter((one) => one.kind === kind && one.probability <= p),
  ).length
  return count / (p * calm.reduce((sum, { evaluated }) => sum + evaluated[kind], 0))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
