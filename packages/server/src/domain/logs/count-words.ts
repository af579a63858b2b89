import { and, eq, inArray } from 'drizzle-orm'
import { logTemplates } from '../../schema/index.ts'
import type { LogKeyword } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import type { CountedLog } from './count-templates.ts'
import type { Description } from './describe-templates.ts'
import type { LogSource } from './log-source.ts'

/** A word of the constant text of templates, with the lines of these. */
export interface CountedWord {
  readonly word: string
  readonly isAlarming: boolean
  count: number
  baseline: number
  /** Those with the most lines first. */
  readonly templates: number[]
}

/** Templates whose words are counted, those with the most lines. */
const MAX_TEMPLATES = 5000
const MAX_PER_WORD = 20

/** Words that tell of trouble, or that a search names; the most frequent first. */
export async function countWords(
  { db }: Pick<Context, 'db'>,
  { sourceId }: LogSource,
  { templates }: CountedLog,
  { isMeant, q = '' }: { isMeant(id: number): boolean; q?: string | undefined },
): Promise<CountedWord[]> {
  const searched = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const frequent = [...templates.values()]
    .filter(({ id, count }) => count > 0 && isMeant(id))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_TEMPLATES)
  if (frequent.length === 0) return []
  const ids = frequent.map(({ id }) => id)
  const rows = await db
    .select({ id: logTemplates.id, text: logTemplates.text })
    .from(logTemplates)
    .where(and(eq(logTemplates.sourceId, sourceId), inArray(logTemplates.id, ids)))
  const texts = new Map(rows.map(({ id, text }) => [id, text]))
  const words = new Map<string, CountedWord>()
  await inTurns(
    frequent.length,
    (at) => {
      const { id, count, baseline } = frequent[at]!
      for (const word of wordsOf(texts.get(id) ?? '')) {
        const alarms = isAlarming(word)
        if (!alarms && !searched.some((one) => word.includes(one))) continue
        const known = words.get(word) ?? { word, isAlarming: alarms, count: 0, baseline: 0, templates: [] }
        known.count += count
        known.baseline += baseline
        known.templates.push(id)
        words.set(word, known)
      }
    },
    100,
  )
  return [...words.values()].sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
}

/** Words of logs that tell of trouble, by their beginnings where they are inflected. */
const ALARMING =
  /^(?:err(?:or)?s?|exceptions?|fatal|panic(?:ked)?|fail(?:ed|ure|ures|s|ing)?|critical|crash(?:ed|es)?|traceback|segfault|abort(?:ed|ing)?|timeouts?|timed|refus(?:ed|ing)|denied|unreachable|reject(?:ed|s)?|invalid|corrupt(?:ed|ion)?|lost|killed|oom|unavailable|overflow|deadlocks?|unauthori[sz]ed|forbidden|illegal|broken|unable|cannot|missing|violation|degraded|unhealthy|exceed(?:ed|s)?|exhausted|interrupted|emergency|alert)$|错误|异常|失败|超时|拒绝|崩溃|中断|无法|不可用|溢出/i

const WORDS = /\p{Script=Han}{2,}|\p{L}[\p{L}\p{M}]{2,39}/gu
/** Of one template. */
const MAX_WORDS = 100

/** The words of the constant text of a template, each once, in lower case. */
export function wordsOf(text: string): Set<string> {
  const found = text.replaceAll('<*>', ' ').match(WORDS) ?? []
  return new Set(found.slice(0, MAX_WORDS).flatMap((word) => splitWord(word).map((one) => one.toLowerCase())))
}

/** Whether a word tells of an error. */
export function isAlarming(word: string): boolean {
  return ALARMING.test(word)
}

/** A name in camel case is as many words. */
function splitWord(word: string): string[] {
  const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u).filter((part) => part.length > 2)
  return parts.length > 1 ? parts : [word]
}

/** Words as they are shown. */
export async function describeWords(
  ctx: Pick<Context, 'points'>,
  { storeId }: LogSource,
  words: readonly CountedWord[],
  { ids, selection, filters, bucketMs, buckets, lines, ratio }: Omit<Description, 'findings'>,
): Promise<LogKeyword[]> {
  const wanted = ids.formerOf([...new Set(words.flatMap(({ templates }) => templates))])
  const {
    templates,
    buckets: at,
    counts,
  } = wanted.length === 0
    ? { templates: new Uint32Array(), buckets: new Uint32Array(), counts: new Float64Array() }
    : await ctx.points.readTemplateTrends(storeId, selection, { bucketMs, templates: wanted }, filters)
  const trendOf = new Map<number, number[]>()
  templates.forEach((template, row) => {
    const id = ids.resolve(template)
    const trend = trendOf.get(id) ?? new Array<number>(buckets).fill(0)
    trend[at[row]!]! += counts[row]!
    trendOf.set(id, trend)
  })
  return words.map(({ word, isAlarming: alarms, count, baseline, templates: of }) => {
    const trend = new Array<number>(buckets).fill(0)
    for (const id of of) for (const [bucket, value] of trendOf.get(id)?.entries() ?? []) trend[bucket]! += value
    return {
      word,
      isAlarming: alarms,
      count,
      share: lines > 0 ? Math.min(1, count / lines) : 0,
      ...(ratio !== undefined && { baselineCount: baseline, expected: baseline * ratio }),
      templates: of.slice(0, MAX_PER_WORD),
      trend,
    }
  })
}
