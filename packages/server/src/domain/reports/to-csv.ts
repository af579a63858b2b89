import { csvRow } from '@omen/sdk/rules'
import type { Made } from './content.ts'

const columns = ['project', 'instance', 'metric', 'unit', 'uptime', 'min', 'max', 'mean', 'deviation', 'relevance']

/** The statistics of a report: figures as they are, for programs. */
export function toCsv({ report }: Made): string {
  const rows = report.statistics.map((one) =>
    csvRow([
      ...[one.projectName, one.instance, one.metric, one.unit ?? ''],
      ...[one.uptime, one.min, one.max, one.mean, one.deviation, one.relevance].map((value) => value ?? ''),
    ]),
  )
  return `${[csvRow(columns), ...rows].join('\r\n')}\r\n`
}
