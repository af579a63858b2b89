import { analyseLogs, type LogAnalysis, type LogFindingKind } from '../../packages/engine/src/index.ts'
import type { Measurement } from '../budget.ts'
import { atLeast, atMost, forComparison } from './figure.ts'
import { LOG_START, type LogFault, type SimulatedLog, simulateLog } from './log-world/simulate-log.ts'
import { flagByThreeSigma } from './log-world/three-sigma.ts'

const LOGS = 10
/** The detectors were developed on seeds below these. */
const FIRST_FAULTY = 900_000
const FIRST_CALM = 910_000
/** The defaults of the command. */
const DEFAULTS = { pvalue: 0.999, maxByChance: 5 }
const KINDS: readonly LogFindingKind[] = ['new', 'rare', 'hot', 'cold', 'sequence', 'value']
const MINUTE = 60_000

type Case = { readonly faults: readonly LogFault[]; readonly analysis: LogAnalysis; readonly lines: number }

/**
 * Ten simulated logs of six hours with one fault of each kind, and ten in which nothing is wrong. Found is a fault that a
 * finding of its kind names with its template at its time, at the default sensitivity. On the calm logs: findings with a
 * probability of at most p for every time that as many would come by chance.
 */
export function run(): Measurement[] {
  const faulty = Array.from({ length: LOGS }, (_, k) => analyse(simulateLog(FIRST_FAULTY + k, true), DEFAULTS))
  const calm = Array.from({ length: LOGS }, (_, k) => analyse(simulateLog(FIRST_CALM + k, false), { pvalue: 0.99 }))
  const lines = [...faulty, ...calm].reduce((sum, one) => sum + one.lines, 0)
  const found = KINDS.map((kind) => share(faulty, (one) => isFound(one, kind)))
  return [
    atLeast(`faults found, ${LOGS * KINDS.length} of six kinds`, 0.9, mean(found), '', `${lines} lines in all`),
    ...KINDS.map((kind, k) => forComparison(`found, ${kind}`, found[k]!)),
    forComparison('findings a log that no fault explains', mean(faulty.map((one) => unexplained(one).length))),
    atMost('calm logs: findings with p ≤ 1e-3, of those due by chance', 2, excess(calm, 1e-3)),
    atMost('calm logs: findings with p ≤ 1e-4, of those due by chance', 3, excess(calm, 1e-4)),
    ...KINDS.map((kind) => forComparison(`the same for ${kind} and 1e-3`, excess(calm, 1e-3, [kind]))),
    ...compareWithThreeSigma(faulty, calm),
  ]
}

function analyse({ lines, faults }: SimulatedLog, options: { pvalue: number }): Case {
  return { faults, lines: lines.length, analysis: analyseLogs(lines, { ...options, maxFindings: 100_000 }) }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const share = (cases: readonly Case[], isOne: (one: Case) => boolean): number =>
  cases.filter(isOne).length / cases.length

type Span = { readonly templateId: number; readonly start: number; readonly end: number }

function isFound({ faults, analysis }: Case, kind: LogFindingKind): boolean {
  const fault = faults.find((one) => one.kind === kind)!
  return analysis.findings.some((one) => one.kind === kind && tells(analysis, fault, one))
}

/** A template that stopped is found by its last event before the silence. */
function tells(
  { templates }: LogAnalysis,
  { kind, phrase, from, to }: LogFault,
  { templateId, start, end }: Span,
): boolean {
  const isIt = templates.find(({ id }) => id === templateId)!.text.startsWith(phrase)
  if (kind === 'cold') return isIt && Math.abs(start - LOG_START - from) < 2 * MINUTE
  return isIt && start - LOG_START <= to && end - LOG_START >= from - MINUTE
}

function unexplained({ faults, analysis }: Case): Span[] {
  const isNear = ({ start, end }: Span): boolean =>
    faults.some(({ from, to }) => end - LOG_START >= from - 2 * MINUTE && start - LOG_START <= to + 2 * MINUTE)
  return analysis.findings.filter((one) => !isNear(one))
}

/** Findings per expected one: 1 is calibrated, below is conservative. */
function excess(cases: readonly Case[], p: number, of: readonly LogFindingKind[] = KINDS): number {
  let count = 0
  let due = 0
  for (const { analysis } of cases) {
    count += analysis.findings.filter(({ kind, probability }) => of.includes(kind) && probability <= p).length
    // New and rare messages are evaluated together.
    for (const kind of of) if (kind !== 'rare' || of.length === 1) due += p * analysis.evaluated[kind]
  }
  return count / due
}

function compareWithThreeSigma(faulty: readonly Case[], calm: readonly Case[]): Measurement[] {
  const flags = (one: Case): Span[] =>
    flagByThreeSigma(one.analysis).map(({ templateId, from, to }) => ({ templateId, start: from, end: to }))
  const isHotFound = (one: Case): boolean => {
    const hot = one.faults.find(({ kind }) => kind === 'hot')!
    return flags(one).some((flag) => tells(one.analysis, hot, flag))
  }
  const ours = calm.map(({ analysis }) => analysis.findings.filter((one) => one.kind === 'hot' && one.byChance <= 5))
  return [
    forComparison('hot by mean + 3 σ: found', share(faulty, isHotFound)),
    forComparison('hot by mean + 3 σ: flags in a calm log', mean(calm.map((one) => flags(one).length))),
    forComparison('hot: findings in a calm log', mean(ours.map((one) => one.length))),
  ]
}
