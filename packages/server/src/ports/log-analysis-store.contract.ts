import { describe, expect, it } from 'vitest'
import { BadPatternError, type LogCondition, type LogSearch } from './log-analysis-store.ts'
import { logColumns } from './log-lines.contract.ts'
import type { PointStore } from './point-store.ts'

const START = Date.UTC(2026, 0, 1)
const SPAN = { from: START - 1000, to: START + 3_600_000 }
const MINUTE = 60_000

/** Lines that are searched and counted. */
export function logAnalysisCases(storeOf: () => PointStore): void {
  const search = (source: string, more: Partial<LogSearch> = {}) =>
    storeOf().searchLogs(source, { span: SPAN, order: 'oldest', limit: 100, timeLimitMs: 10_000, ...more })
  const found = async (source: string, condition: LogCondition): Promise<string[]> =>
    (await search(source, { condition })).lines.map(({ line }) => line)

  describe('a search of log lines', () => {
    it('finds words, phrases, prefixes, expressions, fields, and what is joined of them', async () => {
      const rows = [
        { ms: 0, line: 'GET /cart timed out', instance: 'web1', service: 'shop', severity: 17 },
        {
          ms: 1,
          line: 'Timeout of 30 ms in cart-7',
          instance: 'web2',
          attributes: '{"user":"ada","http":{"code":504},"a.b":"c"}',
        },
        { ms: 2, line: "it's 100% a\\b 支付失败", instance: 'web1', severity: 9 },
      ]
      await storeOf().appendLogs('search-kinds', logColumns(...rows))
      const [first, second, third] = rows.map(({ line }) => line)
      const phrase = (text: string): LogCondition => ({ kind: 'phrase', text })
      expect(await found('search-kinds', phrase('CART'))).toEqual([first, second])
      expect(await found('search-kinds', phrase('time'))).toEqual([])
      expect(await found('search-kinds', phrase('Timed OUT'))).toEqual([first])
      expect(await found('search-kinds', phrase("it's 100%"))).toEqual([third])
      expect(await found('search-kinds', phrase('a\\b'))).toEqual([third])
      expect(await found('search-kinds', phrase('失败'))).toEqual([third])
      expect(await found('search-kinds', { kind: 'prefix', text: 'time' })).toEqual([first, second])
      expect(await found('search-kinds', { kind: 'pattern', pattern: 'in cart-\\d$' })).toEqual([second])
      expect(await found('search-kinds', { kind: 'instance', names: ['web1'] })).toEqual([first, third])
      expect(await found('search-kinds', { kind: 'severity', from: 13, to: 24 })).toEqual([first])
      expect(await found('search-kinds', { kind: 'attribute', name: 'user', value: 'ada' })).toEqual([second])
      expect(await found('search-kinds', { kind: 'attribute', name: 'http.code', value: '504' })).toEqual([second])
      expect(await found('search-kinds', { kind: 'attribute', name: 'a.b', value: 'c' })).toEqual([second])
      expect(await found('search-kinds', { kind: 'templateText', text: 'Timeout of <*> ms in <*>' })).toEqual([second])
      expect(await found('search-kinds', { kind: 'templateText', text: "it's 100% <*> 支付失败" })).toEqual([third])
      const not: LogCondition = { kind: 'not', of: phrase('cart') }
      expect(await found('search-kinds', { kind: 'any', of: [not, phrase('timed')] })).toEqual([first, third])
      expect(await found('search-kinds', { kind: 'all', of: [not, phrase('timed')] })).toEqual([])
    })

    it('goes page by page in both orders, each line once, also one that was sent twice', async () => {
      const rows = Array.from({ length: 230 }, (_, k) => ({ ms: Math.floor(k / 50) * 1000, line: `line ${k}` }))
      for (let repeat = 0; repeat < 2; repeat++) await storeOf().appendLogs('search-pages', logColumns(...rows))
      for (const order of ['oldest', 'newest'] as const) {
        const seen: string[] = []
        for (let cursor: string | undefined, pages = 0; pages < 9; pages++) {
          const page = await search('search-pages', { order, limit: 60, cursor })
          seen.push(...page.lines.map(({ line }) => line))
          if (page.next === null) break
          cursor = page.next
        }
        const texts = rows.map(({ line }) => line)
        expect(seen).toEqual(order === 'oldest' ? texts : texts.reverse())
      }
    })

    it('says what an expression matched, and refuses one that RE2 does not take', async () => {
      await storeOf().appendLogs('search-marks', logColumns({ line: 'took 12 ms, then 7 ms' }))
      const marks = ['(\\d+) ms']
      expect((await search('search-marks', { marks })).lines[0]!.marks).toEqual(['12 ms', '7 ms'])
      for (const pattern of ['(a', 'a(?=b)', '(a)\\1'])
        await expect(found('search-marks', { kind: 'pattern', pattern })).rejects.toThrow(BadPatternError)
    })

    it('ends in time, says how far it came, and goes on from there', async () => {
      const rows = Array.from({ length: 600 }, (_, k) => ({ ms: k * 5000, line: `line ${k}` }))
      await storeOf().appendLogs('search-late', logColumns(...rows))
      const late = await search('search-late', { order: 'newest', timeLimitMs: 0, limit: 500 })
      expect(late.searchedTo).not.toBeNull()
      const seen = late.lines.map(({ line }) => line)
      for (let { next } = late; next !== null; ) {
        const page = await search('search-late', { order: 'newest', limit: 500, cursor: next })
        seen.push(...page.lines.map(({ line }) => line))
        next = page.next
      }
      expect(seen).toEqual(rows.map(({ line }) => line).reverse())
    })
  })

  describe('counts of log lines', () => {
    const counts = (
      ...rows: [row: number, template: number, lines: number, instance?: string, severity?: number][]
    ) => ({
      times: Float64Array.from(rows, ([row]) => START + row * MINUTE),
      templates: Uint32Array.from(rows, ([, template]) => template),
      counts: Uint32Array.from(rows, ([, , lines]) => lines),
      instances: rows.map(([, , , instance = '']) => instance),
      services: rows.map(() => 'shop'),
      severities: Uint8Array.from(rows, ([, , , , severity = 9]) => severity),
    })

    it('are added up by template, bucket, and what lines have in common', async () => {
      const store = storeOf()
      await store.appendLogCounts('counts', counts([0, 1, 5, 'a'], [0, 2, 1, 'b', 17], [3, 1, 7, 'b'], [9, 3, 2]))
      const selection = { from: START, to: START + 4 * MINUTE }
      const baseline = { from: START + 4 * MINUTE, to: START + 20 * MINUTE }
      const all = await store.countTemplates('counts', { selection, baseline }, {})
      expect([...all.templates]).toEqual([1, 2, 3])
      expect([[...all.counts], [...all.baseline]]).toEqual([
        [12, 1, 0],
        [0, 0, 2],
      ])
      expect([[...all.first], [...all.last]]).toEqual([
        [START, START, Number.NaN],
        [START + 3 * MINUTE, START, Number.NaN],
      ])
      expect([...all.severities]).toEqual([9, 17, 0])
      const filtered = await store.countTemplates('counts', { selection }, { minSeverity: 13, instances: ['b'] })
      expect([[...filtered.templates], [...filtered.counts]]).toEqual([[2], [1]])
      const trends = await store.readTemplateTrends('counts', selection, { bucketMs: 2 * MINUTE, templates: [1] }, {})
      expect([[...trends.buckets], [...trends.counts]]).toEqual([
        [0, 1],
        [5, 7],
      ])
      const whole = await store.readTemplateTrends('counts', selection, { bucketMs: 4 * MINUTE }, {})
      expect([...whole.counts]).toEqual([13])
      const shares = await store.readTemplateShares('counts', selection, { by: 'instance', templates: [1, 2] }, {})
      expect([[...shares.templates], shares.names, [...shares.counts]]).toEqual([
        [1, 1, 2],
        ['b', 'a', 'b'],
        [7, 5, 1],
      ])
      expect(await store.listLogServices('counts', selection, 10)).toEqual(['shop'])
      expect(await store.findNewestRow('counts', selection, [1], 7)).toBe(START + 3 * MINUTE)
      expect(await store.findNewestRow('counts', selection, [1], 8)).toBe(START)
      expect(await store.findNewestRow('counts', selection, [1], 80)).toBe(START)
    })

    it('of rows that are counted again replace those from before', async () => {
      const store = storeOf()
      await store.appendLogCounts('counts-again', counts([0, 1, 5], [1, 1, 5], [1, 2, 5], [2, 4, 6]))
      await store.deleteLogCounts('counts-again', { from: START + MINUTE, to: START + 2 * MINUTE })
      await store.appendLogCounts('counts-again', counts([1, 3, 4]))
      const read = async () => {
        const { templates, counts } = await store.countTemplates('counts-again', { selection: SPAN }, {})
        return [[...templates], [...counts]]
      }
      await expect.poll(read, { timeout: 20_000, interval: 200 }).toEqual([
        [1, 3, 4],
        [5, 4, 6],
      ])
    })
  })

  it('values of the places of a template are counted, and those of numbers summed up', async () => {
    const rows = Array.from({ length: 100 }, (_, k) => ({
      ms: k * 10,
      line: `INFO job ${k % 2 ? 'sync' : 'load'} took ${k + 1}ms at ${k === 7 ? 'never' : k}`,
    }))
    await storeOf().appendLogs('values', logColumns(...rows, { ms: 5, line: 'something else' }))
    const text = 'job <*> took <*> at <*>'
    const condition: LogCondition = { kind: 'templateText', text }
    const request = { span: SPAN, condition, text, max: 1000, timeLimitMs: 5000 }
    const { lines, places } = await storeOf().readPlaceValues('values', request)
    expect([lines, places.length]).toEqual([100, 3])
    expect(places[0]).toEqual({
      distinct: 2,
      top: [
        { value: 'sync', count: 50 },
        { value: 'load', count: 50 },
      ],
    })
    expect(places[1]).toMatchObject({ distinct: 100, numbers: { mean: 50.5 } })
    expect(places[1]!.numbers!.quantiles).toEqual([1, 5, 25, 50, 75, 95, 100])
    expect(places[1]!.numbers!.histogram.reduce((sum, one) => sum + one)).toBe(100)
    expect(places[2]!.numbers).toBeUndefined()
    const few = await storeOf().readPlaceValues('values', { ...request, max: 10 })
    expect(few.lines).toBe(10)
  })
}
