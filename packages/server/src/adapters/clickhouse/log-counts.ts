import type { TemplateCounts } from '@omen/engine'
import type { CountFilters, LogAnalysisStore } from '../../ports/log-analysis-store.ts'
import { PointStoreBusyError } from '../../ports/point-store-errors.ts'
import { createGroupCommit } from './group-commit.ts'
import { type StoreLive, sourcesOf } from './live-points.ts'
import { countConditions } from './log-conditions.ts'
import { type SelectColumns, searchLogs } from './log-search.ts'
import { readPlaceValues } from './log-values.ts'
import { readTexts } from './native-block.ts'
import { encodeLogCounts } from './point-codec.ts'
import { bucketOf } from './reduce-sql.ts'
import { literal, timeCondition } from './sql-text.ts'

/** Rows of a commit, and of all that wait. */
const maxCommitSize = 200_000
const maxWaitingSize = 2_000_000

interface CountTable {
  readonly store: StoreLive
  readonly select: SelectColumns
  deleteWhere(source: string, condition: string): Promise<void>
}

export function createLogAnalysisStore(table: CountTable): LogAnalysisStore & { idle(): Promise<void> } {
  const { select } = table
  const commits = createGroupCommit<{ source: string; counts: TemplateCounts }>({
    commit: (batches) => table.store(sourcesOf(batches), encodeLogCounts(batches)),
    sizeOf: ({ counts }) => counts.times.length,
    maxCommitSize,
    maxWaitingSize,
    refuse: (rows) => new PointStoreBusyError(`${rows} counts of log lines`),
  })
  const from = (source: string, conditions: readonly string[]): string =>
    `FROM log_counts FINAL WHERE ${[`source = ${literal(source)}`, ...conditions].join(' AND ')}`
  return {
    searchLogs: (source, search) => searchLogs(select, source, search),
    readPlaceValues: (source, request) => readPlaceValues(select, source, request),
    async appendLogCounts(source, counts) {
      literal(source)
      if (counts.times.length > 0) await commits.add({ source, counts })
    },
    async deleteLogCounts(source, { from: first, to }) {
      const before = to === undefined ? '' : ` AND ts < ${Math.trunc(to)}`
      const isMeant = `source = ${literal(source)} AND ts >= ${Math.trunc(first)}${before}`
      const [[rows]] = await select<[Float64Array]>(
        source,
        ['Float64'],
        `SELECT toFloat64(count()) FROM log_counts WHERE ${isMeant}`,
      )
      if (rows! > 0) await table.deleteWhere(source, isMeant)
    },
    async countTemplates(source, { selection, baseline }, filters) {
      const selected = timeCondition(selection)
      const before = baseline ? timeCondition(baseline) : '0'
      const [templates, counts, inBaseline, first, last, severities] = await select<CountAnswer>(
        source,
        ['UInt32', 'Float64', 'Float64', 'Float64', 'Float64', 'UInt8'],
        `SELECT template, toFloat64(sumIf(lines, ${selected})), toFloat64(sumIf(lines, ${before})), if(countIf(${selected}) = 0, nan, toFloat64(minIf(ts, ${selected}))), if(countIf(${selected}) = 0, nan, toFloat64(maxIf(ts, ${selected}))), maxIf(severity, ${selected}) ${from(source, [`(${selected} OR ${before})`, ...countConditions(filters)])} GROUP BY template ORDER BY template`,
      )
      return { templates, counts, baseline: inBaseline, first, last, severities }
    },
    async readTemplateTrends(source, span, { bucketMs, templates }, filters) {
      const of = templates ? 'template' : 'toUInt32(0)'
      const [ids, buckets, counts] = await select<[Uint32Array, Uint32Array, Float64Array]>(
        source,
        ['UInt32', 'UInt32', 'Float64'],
        `SELECT ${of} AS of, ${bucketOf({ ...span, bucketMs })} AS bucket, toFloat64(sum(lines)) ${from(source, conditionsOf(span, templates, filters))} GROUP BY of, bucket ORDER BY of, bucket`,
      )
      return { templates: ids, buckets, counts }
    },
    async readTemplateShares(source, span, { by, templates }, filters) {
      const name = by === 'severity' ? 'toString(severity)' : by
      const [ids, names, counts] = await select<[Uint32Array, Uint8Array, Float64Array]>(
        source,
        ['UInt32', 'String', 'Float64'],
        `SELECT template, ${name} AS name, toFloat64(sum(lines)) AS n ${from(source, conditionsOf(span, templates, filters))} GROUP BY template, name ORDER BY template, n DESC, name`,
      )
      return { templates: ids, names: readTexts(names), counts }
    },
    async listLogServices(source, span, limit) {
      const [names] = await select<[Uint8Array]>(
        source,
        ['String'],
        `SELECT DISTINCT service FROM log_counts WHERE source = ${literal(source)} AND ${timeCondition(span)} AND service != '' ORDER BY service LIMIT ${limit}`,
      )
      return readTexts(names)
    },
    async findNewestRow(source, span, templates, most) {
      const rows = `SELECT ts, sum(lines) AS n ${from(source, conditionsOf(span, templates, {}))} GROUP BY ts`
      const [[found], [count]] = await select<[Float64Array, Float64Array]>(
        source,
        ['Float64', 'Float64'],
        `SELECT toFloat64(max(ts)), toFloat64(count()) FROM (SELECT ts, sum(n) OVER (ORDER BY ts DESC) AS newest FROM (${rows})) WHERE newest >= ${most}`,
      )
      return count! > 0 ? found! : span.from
    },
    idle: commits.idle,
  }
}

type CountAnswer = [
  templates: Uint32Array,
  counts: Float64Array,
  baseline: Float64Array,
  first: Float64Array,
  last: Float64Array,
  severities: Uint8Array,
]

function conditionsOf(
  span: { readonly from: number; readonly to: number },
  templates: readonly number[] | undefined,
  filters: CountFilters,
): string[] {
  const isOf = templates === undefined ? [] : [templates.length === 0 ? '0' : `template IN (${templates.join(', ')})`]
  return [timeCondition(span), ...isOf, ...countConditions(filters)]
}
