import type { Readable } from 'node:stream'
import type { LogFinding, LogFindingText } from '@omen/engine'
import { analyseLog } from './analyse-log.ts'
import { nameOf } from './read-bytes.ts'

/** Findings of kind order and value are left out: they are too often chance to open an incident. */
const TELLING: ReadonlySet<LogFinding['kind']> = new Set(['new', 'hot', 'cold'])

/**
 * The findings of a log that have a time: templates that are new, come far more often, or stopped as `findings`, the
 * others as `faint`. `remark` is a remark on reading the log, or empty.
 */
export async function readLogFindings(
  path: string,
  stdin: Readable,
  year: number,
): Promise<{ findings: LogFindingText[]; faint: LogFindingText[]; remark: string }> {
  const { findings, templates, events, lines } = await analyseLog(path, stdin, { year })
  const texts = new Map(templates.map(({ id, text }) => [id, text]))
  const found = findings
    .filter(({ start }) => !Number.isNaN(start))
    .map((one) => ({ ...one, template: texts.get(one.templateId) ?? '<*>' }))
  const hasTimes = events.length > 0 && !Number.isNaN(events.timeAt(0))
  return {
    findings: found.filter(({ kind }) => TELLING.has(kind)),
    faint: found.filter(({ kind }) => !TELLING.has(kind)),
    remark: hasTimes || lines === 0 ? '' : `${nameOf(path)}: its lines have no recognised timestamps; it was left out.`,
  }
}
