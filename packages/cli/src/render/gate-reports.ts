import type { LogFinding, PeerMember, RolloutFinding, SeriesForecast } from '@omen/engine'
import type { Gate } from '../results/gate.ts'
import type { GatedIncident } from '../results/gated-incident.ts'
import type { ScoreTally } from '../results/score-tally.ts'
import { value as figure, percent } from './figures.ts'
import type { GateReport, ReportedCase, ReportedFinding } from './report.ts'
import { hasNoSeverity, severityOf } from './severity.ts'

/** The report of a command that checks one file; without rules it fails with any finding. */
function ofFile(
  command: string,
  path: string,
  findings: readonly ReportedFinding[],
  gate: Gate | undefined,
): GateReport {
  const name = path === '-' ? 'standard input' : path
  const isFailing = gate?.matched ?? findings.length > 0
  return { command, gate, cases: [{ name, ...(path !== '-' && { path }), findings, isFailing }] }
}

/** What a report tells of an instance. */
type ReportedMember = Pick<PeerMember, 'seriesId' | 'share'> & { spans: readonly { start: number; end: number }[] }

/** Instances that deviate, one finding each. */
export function peersReport(
  path: string,
  members: readonly ReportedMember[],
  gate: Gate | undefined,
  command = 'omen peers',
): GateReport {
  const findings = members.flatMap(({ seriesId, share, spans }): ReportedFinding[] => {
    if (spans.length === 0) return []
    const message = `${seriesId} deviates from its peers for ${percent(share)} of the time`
    const [start, end] = [spans[0]!.start, spans.at(-1)!.end]
    return [{ rule: 'outlier', message, start, end, series: [seriesId] }]
  })
  return ofFile(command, path, findings, gate)
}

/** What a report tells of a metric. */
type ReportedMetric = Pick<RolloutFinding, 'metric' | 'service' | 'verdict' | 'adjusted' | 'series'>

/** A test case for each metric; without rules the worse ones fail. */
export function rolloutReport(
  path: string,
  all: readonly ReportedMetric[],
  gate: Gate | undefined,
  command = 'omen rollout',
): GateReport {
  const limit = (gate?.by ?? []).map(({ rule }) => rule.replace(/[<>=].*/, ''))
  const order = ['worse', 'changed', 'insufficient']
  const max = Math.max(0, ...limit.map((name) => order.indexOf(name === 'any' ? 'changed' : name)))
  const failing = gate && !gate.matched ? [] : order.slice(0, max + 1)
  const cases = all.map(({ metric, service, verdict, adjusted, series }): ReportedCase => {
    const name = service === undefined ? metric : `${metric} of ${service}`
    const message = `${name}: ${verdict} after the rollout, p ${adjusted.toPrecision(2)}`
    const isQuiet = verdict === 'no-change' || verdict === 'better'
    const findings = isQuiet ? [] : [{ rule: verdict, message, series }]
    return { name, ...(path !== '-' && { path }), findings, isFailing: failing.includes(verdict) }
  })
  return { command, cases, gate }
}

/** The strongest rows, ten at most. */
export function scoreReport(path: string, { strongest }: ScoreTally, gate: Gate | undefined): GateReport {
  const findings = strongest
    .filter(({ score }) => score >= 0.5)
    .map(({ timestamp, series, value, score }): ReportedFinding => {
      const message = `${timestamp}: ${series} = ${figure(value)}, score ${score.toFixed(2)}`
      return { rule: 'alarm', message, severity: 10 * score, series: [series] }
    })
  return ofFile('omen score', path, findings, gate)
}

/** Findings of a log at their lines. */
export function logReport(
  path: string,
  found: { findings: readonly LogFinding[]; templateOf: (id: number) => string },
  gate: Gate | undefined,
): GateReport {
  const findings = found.findings.map(({ kind, line, templateId, start, end, probability }): ReportedFinding => {
    const message = `${found.templateOf(templateId)} (probability ${probability.toPrecision(2)})`
    return { rule: kind, message, line, ...(!Number.isNaN(start) && { start, end }) }
  })
  return ofFile('omen logs findings', path, findings, gate)
}

/** Crossings within the horizon. */
export function forecastReport(path: string, forecasts: readonly SeriesForecast[], gate: Gate | undefined): GateReport {
  const findings = forecasts.flatMap(({ series, crossing }): ReportedFinding[] => {
    if (crossing?.about === undefined) return []
    const message = `${series} crosses the limit in about ${figure(crossing.about)} hours`
    return [{ rule: 'crossing', message, series: [series] }]
  })
  return ofFile('omen forecast', path, findings, gate)
}

/** Incidents in order of time. */
export function incidentReport(path: string, all: readonly GatedIncident[], gate: Gate | undefined): GateReport {
  const findings = all.map(({ sentence, kind, val, start, end, instances }): ReportedFinding => {
    const rated = { val, kind: kind === 'instanceDown' ? ('down' as const) : ('anomaly' as const) }
    const severity = hasNoSeverity(rated) ? undefined : severityOf(rated)
    return { rule: kind, message: sentence, severity, start, end, series: instances }
  })
  return ofFile('omen incidents', path, findings, gate)
}

/** A test case for each rule; one that cannot be computed fails. */
export function evaluationReport(rules: readonly string[], gate: Gate | undefined): GateReport {
  const cases = rules.map((rule): ReportedCase => {
    const met = gate?.by.find((one) => one.rule === rule)
    const message = `${rule}: ${met?.what ?? `it is ${figure(met?.value)}`}`
    const findings = met ? [{ rule: rule.replace(/[<>=].*/, ''), message }] : []
    return { name: rule, findings, isFailing: met !== undefined }
  })
  return { command: 'omen evaluate', cases, gate }
}
