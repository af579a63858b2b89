import { durationText, renderIncidentSubject } from '@omen/engine'
import { and, desc, eq, gte, inArray, or } from 'drizzle-orm'
import { rulePredictions } from '../../schema/index.ts'
import type { RulePrediction } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import type { ProjectRow } from '../projects/index.ts'

const MAX_SHOWN = 100
const SETTLED_MS = 7 * 86_400_000

/** How many incidents rules expect in projects now. */
export async function countRulePredictions({ db }: Pick<Context, 'db'>, rows: readonly ProjectRow[]): Promise<number> {
  if (rows.length === 0) return 0
  const ids = rows.map(({ source }) => source.id)
  return db.$count(rulePredictions, and(inArray(rulePredictions.sourceId, ids), eq(rulePredictions.state, 'open')))
}

/** What rules expect in projects, the soonest first, then what became of what they expected in the last week. */
export async function readRulePredictions(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  rows: readonly ProjectRow[],
  locale: Locale,
): Promise<RulePrediction[]> {
  if (rows.length === 0) return []
  const now = clock.now()
  const rowOf = new Map(rows.map((row) => [row.source.id, row]))
  const isShown = or(eq(rulePredictions.state, 'open'), gte(rulePredictions.settledAt, now - SETTLED_MS))
  const found = await db
    .select()
    .from(rulePredictions)
    .where(and(inArray(rulePredictions.sourceId, [...rowOf.keys()]), isShown))
    .orderBy(desc(rulePredictions.settledAt))
    .limit(5 * MAX_SHOWN)
  return found
    .map((one) => toWire(one, rowOf.get(one.sourceId)!, { now, locale }))
    .sort((a, b) => Number(a.state !== 'open') - Number(b.state !== 'open') || order(a, b))
    .slice(0, MAX_SHOWN)
}

function order(a: RulePrediction, b: RulePrediction): number {
  return a.state === 'open' ? a.about - b.about : (b.settledAt ?? 0) - (a.settledAt ?? 0)
}

function toWire(
  { id, prediction, precursor, leadMs, state, settledAt, incidentId }: typeof rulePredictions.$inferSelect,
  { source, owner }: ProjectRow,
  { now, locale }: { readonly now: number; readonly locale: Locale },
): RulePrediction {
  const { at, about, low, high, until, probability, hits, misses, title, outcome } = prediction
  const subject =
    title !== undefined && outcome.startsWith('key ') ? renderIncidentSubject(title, locale) : kindText(outcome, locale)
  return {
    id,
    projectName: source.name,
    owner,
    subject,
    after: precursorText(precursor, locale),
    at,
    about,
    earliest: low,
    latest: high,
    until,
    probability,
    hits,
    misses,
    leadMs,
    state,
    settledAt,
    incidentId,
    sentence: sentenceOf({ subject, about, hits, misses, leadMs, now }, locale),
  }
}

interface SentenceParts {
  readonly subject: string
  readonly about: number
  readonly hits: number
  readonly misses: number
  readonly leadMs: number
  readonly now: number
}

function sentenceOf({ subject, about, hits, misses, leadMs, now }: SentenceParts, locale: Locale): string {
  const lead = durationText(leadMs, locale)
  const ahead = about > now ? durationText(about - now, locale) : undefined
  if (locale === 'en') {
    const when = ahead === undefined ? 'expected any moment' : `expected in about ${ahead}`
    return `${subject} ${when}; seen ${hits} of ${hits + misses} times, on average ${lead} before`
  }
  const when = ahead === undefined ? '预计随时发生' : `预计约 ${ahead}后发生`
  return `${subject}，${when}；以往 ${hits + misses} 次中有 ${hits} 次应验，平均提前 ${lead}`
}

/** What a rule without a title expects. */
function kindText(outcome: string, locale: Locale): string {
  const kind = outcome.slice(outcome.indexOf(' ') + 1)
  const names: Record<string, string> = KIND_NAMES[locale]
  return names[kind] ?? (locale === 'en' ? 'An incident' : '事件')
}

const KIND_NAMES = {
  en: {
    instanceDown: 'An instance down',
    newInstance: 'A new instance',
    cpu: 'An incident of CPU',
    memory: 'An incident of memory',
    disk: 'An incident of disks',
    network: 'An incident of the network',
    load: 'An incident of load',
    log: 'An incident in log lines',
  },
  'zh-CN': {
    instanceDown: '实例停机',
    newInstance: '新实例',
    cpu: 'CPU 事件',
    memory: '内存事件',
    disk: '磁盘事件',
    network: '网络事件',
    load: '负载事件',
    log: '日志事件',
  },
}

/** What a rule waits for, for people. */
function precursorText(precursor: string, locale: Locale): string {
  const [sort = '', ...rest] = precursor.split(' ')
  const last = rest.at(-1) ?? ''
  const name = rest.slice(0, -1).join(' ')
  if (sort === 'series') {
    const side = {
      en: last === '-' ? 'below expected' : 'above expected',
      'zh-CN': last === '-' ? '低于预期' : '高于预期',
    }
    return locale === 'en' ? `${name} ${side.en}` : `${name} ${side['zh-CN']}`
  }
  if (sort === 'change') {
    const [kind = '', place = ''] = rest
    const kinds = CHANGE_KINDS[locale]
    const label = kinds[kind as keyof typeof kinds] ?? kind
    return place === '' ? label : `${label}: ${place}`
  }
  return rest.join(' ')
}

const CHANGE_KINDS = {
  en: { deployment: 'a deployment', configuration: 'a change of configuration', other: 'an event' },
  'zh-CN': { deployment: '部署', configuration: '配置变更', other: '事件' },
}
