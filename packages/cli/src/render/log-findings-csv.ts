import type { AnalysedLog } from '../io/analyse-log.ts'
import { logCsv } from './log-csv.ts'

const COLUMNS = 'line,kind,start,end,events,probability,by_chance,observed,usual,template_id,template,example'

/** Findings as CSV, the least probable first; times in epoch milliseconds, empty where the log has none. */
export function logFindingsCsv({ findings, templates, examples }: AnalysedLog): string {
  const texts = new Map(templates.map(({ id, text }) => [id, text]))
  const timeOf = (time: number): number | string => (Number.isNaN(time) ? '' : time)
  const rows = findings.map(
    ({ line, kind, start, end, events, probability, byChance, observed, usual, templateId }) => [
      ...[line, kind, timeOf(start), timeOf(end), events, probability, byChance, observed ?? '', usual ?? ''],
      ...[templateId, texts.get(templateId) ?? '<*>', examples.get(line) ?? ''],
    ],
  )
  return logCsv(COLUMNS, rows)
}
