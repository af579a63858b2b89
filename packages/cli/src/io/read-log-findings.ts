import type { Readable } from 'node:stream'
import { analyseLogs, type LogFinding } from '@omen/engine'
import { nameOf } from './read-bytes.ts'
import { readLines } from './read-lines.ts'

/** What is odd in a log and tells of an incident, with the text of its template. */
export interface FoundInLog extends LogFinding {
  template: string
}

/** Odd orders and odd numbers are left out: they come too often by chance to open an incident. */
const telling: ReadonlySet<LogFinding['kind']> = new Set(['new', 'hot', 'cold'])

/**
 * The findings of a log that have a time: templates that are new, come far more often, or stopped as `findings`, the
 * others as `faint`. The log is held in memory. `remark` says what is to be known of the reading, or is empty.
 */
export async function readLogFindings(
  path: string,
  stdin: Readable,
  year: number,
): Promise<{ findings: FoundInLog[]; faint: FoundInLog[]; remark: string }> {
  const lines: string[] = []
  for await (const piece of readLines(path, stdin)) for (const { text } of piece) lines.push(text)
  const { findings, templates, events } = analyseLogs(lines, { year })
  const texts = new Map(templates.map(({ id, text }) => [id, text]))
  const found = findings
    .filter(({ start }) => !Number.isNaN(start))
    .map((one) => ({ ...one, template: texts.get(one.templateId) ?? '<*>' }))
  const hasTimes = events.length > 0 && !Number.isNaN(events.timeAt(0))
  return {
    findings: found.filter(({ kind }) => telling.has(kind)),
    faint: found.filter(({ kind }) => !telling.has(kind)),
    remark:
      hasTimes || lines.length === 0 ? '' : `${nameOf(path)}: its lines have no times that are known; it was left out.`,
  }
}
