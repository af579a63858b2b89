import type { CollectedLine } from '../../../ports/collector.ts'
import { severityOf } from '../../../protocols/severity.ts'
import { asText, type JsonObject } from '../json-fields.ts'
import type { NrqlAnswer } from './nerdgraph-client.ts'

/** The first of them that a row has: agents and forwarders name them differently. */
const instanceFields = ['hostname', 'host', 'host.name', 'fullHostname', 'entity.name']
const serviceFields = ['service.name', 'service_name', 'service', 'appName', 'entity.name']
const levelFields = ['level', 'log.level', 'severity', 'log_level', 'severity.text']

/** Log events from `from` up to `to`, the oldest first; New Relic has the newest first, those of one millisecond as well. */
export function readLogRows(
  { results, messages }: NrqlAnswer,
  { from, to }: { from: number; to: number },
): { lines: CollectedLine[]; notes: string[] } {
  const lines: CollectedLine[] = []
  let dropped = 0
  for (const row of results.toReversed()) {
    const { timestamp, message, messageId: _, ...others } = row
    if (typeof timestamp !== 'number') dropped++
    else if (timestamp >= from && timestamp < to) {
      const instance = firstOf(row, instanceFields)
      const service = firstOf(row, serviceFields)
      lines.push({
        time: timestamp,
        ...(instance && { instance }),
        ...(service && { service }),
        severity: severityOf(firstOf(row, levelFields)),
        line: asText(message) ?? JSON.stringify(others),
        ...(Object.keys(others).length > 0 && { attributes: others }),
      })
    }
  }
  const notes = dropped > 0 ? [`${dropped} of ${results.length} log events have no time and were left out.`] : []
  return { lines: lines.sort((a, b) => a.time - b.time), notes: [...messages, ...notes] }
}

function firstOf(row: JsonObject, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const text = asText(row[field])
    if (text !== undefined) return text
  }
  return undefined
}
