import type { Rollout, RolloutFinding, RolloutVerdict } from '@omen/engine'
import { counted, percent, value } from './figures.ts'
import { plain } from './plain.ts'
import { signedPercent, signedValue } from './signed.ts'

const LABELS: Record<RolloutVerdict, string> = {
  worse: 'Worse',
  better: 'Better',
  changed: 'Changed',
  'no-change': 'No change',
  insufficient: 'Inconclusive',
}

/** The verdict in one line: for a change, the three reasons of the clearest metric; otherwise how many metrics were compared. */
export function rolloutVerdict({ verdict, findings }: Rollout): string {
  const [first] = findings
  if (first === undefined) return `${LABELS[verdict]}: the rollout reached no series.`
  const same = findings.filter((finding) => finding.verdict === verdict).length
  if (verdict === 'no-change') return `${LABELS[verdict]} in ${share(same, findings.length)}.`
  if (verdict === 'insufficient') return `${LABELS[verdict]}: ${doubt(findings)}.`
  const others = same > 1 ? ` (${share(same, findings.length)})` : ''
  return `${LABELS[verdict]}: ${nameOf(first)}${others} ${reasons(first)}.`
}

function doubt(findings: readonly RolloutFinding[]): string {
  const trending = findings.filter(({ isTrending }) => isTrending).length
  const all = counted(findings.length, 'metric')
  if (trending === 0) return `no window is long enough to show a shift of one deviation, for ${all}`
  return `${trending} of ${all} moved that way before, too, and there is nothing to compare with`
}

function share(part: number, all: number): string {
  return part === all ? `all of ${counted(all, 'metric')}` : `${part} of ${counted(all, 'metric')}`
}

/** The metric, with its service where it has one. */
export function nameOf({ metric, service }: RolloutFinding): string {
  return plain(service === undefined ? metric : `${metric} of ${service}`)
}

function reasons({ shift, relative, rank, distribution, adjusted, control }: RolloutFinding): string {
  const part = relative === undefined ? '' : `${signedPercent(relative)}, `
  const moved = `${shift.shift < 0 ? 'fell' : 'rose'} by ${value(Math.abs(shift.shift))}`
  const range = `${part}95 % between ${signedValue(shift.low)} and ${signedValue(shift.high)}`
  const pairs = `${percent((1 + rank.delta) / 2)} of pairs are higher after`
  const apart = `distributions ${distribution.distance.toFixed(2)} apart`
  return `${moved} (${range}); ${pairs}; ${apart}; p ${probability(adjusted, true)}${AGAINST[control]}`
}

const AGAINST: Record<RolloutFinding['control'], string> = {
  instances: ', against control instances',
  weeks: ', against earlier weeks',
  days: ', against earlier days',
  none: '',
}

/** A probability with three places: "0.012", "< 0.001"; in a sentence with a sign before it. */
export function probability(p: number, inSentence = false): string {
  if (Number.isNaN(p)) return '–'
  if (p < 0.001) return '< 0.001'
  return `${inSentence ? '= ' : ''}${p.toFixed(3)}`
}
