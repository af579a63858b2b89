import { renderSentence } from '@omen/engine'
import { and, desc, eq, gte, isNull, lte, or } from 'drizzle-orm'
import type { TimeSpan } from '../../ports/point-store.ts'
import { findings, type LogFindingDetail } from '../../schema/index.ts'
import type { LogTab, LogTemplateFinding } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { toLog } from '../findings/index.ts'
import type { CountedTemplate } from './count-templates.ts'
import type { LogSource } from './log-source.ts'
import type { TemplateIds } from './template-ids.ts'

/** On one template. */
export interface TemplateFinding {
  readonly templateId: number
  readonly val: number
  readonly kind: LogTemplateFinding['kind']
  readonly at: number
  toWire(locale: Locale): LogTemplateFinding
}

/** Findings that are read for an analysis, the most severe first. */
const MAX_FINDINGS = 5000

/** In log lines, as far as they overlap a span; the most severe first. */
export async function readLogFindings(
  { db }: Pick<Context, 'db'>,
  { sourceId }: Pick<LogSource, 'sourceId'>,
  ids: TemplateIds,
  { from, to }: TimeSpan,
): Promise<TemplateFinding[]> {
  const rows = await db
    .select()
    .from(findings)
    .where(
      and(
        eq(findings.sourceId, sourceId),
        eq(findings.type, 'log'),
        lte(findings.startTime, to - 1),
        or(isNull(findings.endTime), gte(findings.endTime, from)),
      ),
    )
    .orderBy(desc(findings.severity), findings.startTime, findings.id)
    .limit(MAX_FINDINGS)
  return rows.map((row): TemplateFinding => {
    const log = toLog(row)
    const { line } = row.detail as LogFindingDetail
    const { finding, observed, usual, instance } = log.sentence
    return {
      templateId: ids.resolve(log.templateId),
      val: log.val,
      kind: finding,
      at: log.start,
      toWire: (locale) => ({
        id: `f${row.id}`,
        kind: finding,
        start: log.start,
        end: log.end,
        lines: log.rows,
        val: log.val,
        probability: log.probability,
        ...(line !== undefined && { line }),
        ...(observed !== undefined && { observed }),
        ...(usual !== undefined && { usual }),
        ...(instance !== '' && { instance }),
        sentence: renderSentence(log.sentence, locale),
        ...(row.incidentId !== null && { incidentId: row.incidentId }),
      }),
    }
  })
}

const TAB_OF: Readonly<Record<LogTemplateFinding['kind'], LogTab>> = {
  new: 'new',
  rare: 'rare',
  hot: 'hot',
  cold: 'cold',
  sequence: 'sequences',
  value: 'values',
  critical: 'clusters',
}

/** Whether a finding is one of a tab; all are of the clusters. */
export function isOfTab({ kind }: Pick<TemplateFinding, 'kind'>, tab: LogTab): boolean {
  return tab === 'clusters' || TAB_OF[kind] === tab
}

const CERTAIN = 1e-30

/** Of a file: its findings are those of when it was read, and what is always critical was said later. Undefined without a line. */
export function criticalFinding(counted: CountedTemplate | undefined): TemplateFinding | undefined {
  if (counted === undefined || counted.count === 0) return undefined
  const { id, first, last, count } = counted
  const kind = 'critical'
  return {
    templateId: id,
    val: 10,
    kind,
    at: first,
    toWire: (locale) => ({
      id: `critical-${id}`,
      kind,
      start: first,
      end: last,
      lines: count,
      val: 10,
      probability: CERTAIN,
      sentence: SENTENCES[locale],
    }),
  }
}

const SENTENCES: Readonly<Record<Locale, string>> = { en: 'marked as always critical', 'zh-CN': '已标为始终严重' }
