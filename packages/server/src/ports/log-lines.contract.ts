import { describe, expect, it } from 'vitest'
import type { LogColumns, LogFilters } from './log-lines.ts'
import type { PointStore } from './point-store.ts'
import { createTextColumn } from './text-column.ts'

const START = Date.UTC(2026, 0, 1)
const WHOLE = { from: START - 1000, to: START + 3_600_000 }

interface Line {
  ms?: number
  nanos?: number
  occurrence?: number
  severity?: number
  instance?: string
  service?: string
  attributes?: string
  line: string
}

/** Lines as they are stored. */
export function logColumns(...rows: Line[]): LogColumns {
  const texts = (pick: (row: Line) => string | undefined) => {
    const column = createTextColumn()
    for (const row of rows) column.add(pick(row) ?? '')
    return column.build()
  }
  return {
    times: Float64Array.from(rows, ({ ms = 0 }) => START + ms),
    nanos: Uint32Array.from(rows, ({ nanos = 0 }) => nanos),
    occurrences: Uint32Array.from(rows, ({ occurrence = 0 }) => occurrence),
    severities: Uint8Array.from(rows, ({ severity = 0 }) => severity),
    instances: texts(({ instance }) => instance),
    services: texts(({ service }) => service),
    lines: texts(({ line }) => line),
    attributes: texts(({ attributes }) => attributes),
  }
}

/** Log lines that are appended while others are read. */
export function logLinesCases(storeOf: () => PointStore): void {
  describe('log lines', () => {
    const linesOf = async (source: string, filters: LogFilters = {}) =>
      (await storeOf().readLogs(source, WHOLE, filters, 1000)).lines.map(({ line }) => line)

    it('come back with all that was sent, by time, and of one time in the order sent', async () => {
      const sent = {
        severity: 17,
        instance: "web'1\\",
        service: 'shop',
        attributes: '{"code":7}',
        line: 'Ünïcode 日本 \u0000',
      }
      await storeOf().appendLogs(
        'log-all',
        logColumns({ ms: 5, line: 'z' }, { ms: 5, line: 'a' }, { ms: 2, nanos: 7, ...sent }),
      )
      await storeOf().appendLogs('log-all', logColumns({ ms: 2, nanos: 3, line: 'before' }))
      const { lines, next } = await storeOf().readLogs('log-all', WHOLE, {}, 10)
      expect(next).toBeNull()
      expect(lines.map(({ line }) => line)).toEqual(['before', sent.line, 'z', 'a'])
      expect(lines[1]).toEqual({ time: START + 2, nanos: 7, template: 0, ...sent })
    })

    it('that are repeated change nothing, and those that differ in time, stream or occurrence are others', async () => {
      const batch = logColumns(
        { line: 'same' },
        { line: 'same', occurrence: 1 },
        { line: 'same', nanos: 1 },
        { line: 'same', instance: 'web1' },
        { line: 'same', service: 'shop' },
      )
      for (let repeat = 0; repeat < 3; repeat++) await storeOf().appendLogs('log-repeat', batch)
      expect(await linesOf('log-repeat')).toEqual(Array(5).fill('same'))
      expect(await storeOf().describeLogs('log-repeat')).toEqual({ lines: 5, from: START, to: START })
    })

    it('are read page by page, none twice and none left out', async () => {
      const rows = Array.from({ length: 250 }, (_, k) => ({ ms: Math.floor(k / 100), line: `line ${k}` }))
      await storeOf().appendLogs('log-pages', logColumns(...rows))
      const found: string[] = []
      for (let cursor: string | undefined, pages = 0; pages < 6; pages++) {
        const page = await storeOf().readLogs('log-pages', WHOLE, {}, 60, cursor)
        found.push(...page.lines.map(({ line }) => line))
        if (page.next === null) break
        cursor = page.next
      }
      expect(found).toEqual(rows.map(({ line }) => line))
      await expect(storeOf().readLogs('log-pages', WHOLE, {}, 60, '1) OR 1')).rejects.toThrow(RangeError)
    })

    it('are found by instance, service, severity and what they contain', async () => {
      await storeOf().appendLogs(
        'log-find',
        logColumns(
          { ms: 0, instance: "o'neill", severity: 9, line: 'GET /\\ 200' },
          { ms: 1, instance: 'web2', service: 'shop', severity: 17, line: "can't pay" },
          { ms: 2, line: '' },
        ),
      )
      expect(await linesOf('log-find', { instances: ["o'neill"] })).toEqual(['GET /\\ 200'])
      expect(await linesOf('log-find', { services: ['shop', 'other'] })).toEqual(["can't pay"])
      expect(await linesOf('log-find', { minSeverity: 13 })).toEqual(["can't pay"])
      expect(await linesOf('log-find', { contains: '/\\' })).toEqual(['GET /\\ 200'])
      expect(await linesOf('log-find', { contains: "n't" })).toEqual(["can't pay"])
      expect(await linesOf('log-find', { instances: [] })).toEqual([])
      expect(await linesOf('log-find')).toHaveLength(3)
    })

    it('are read as columns page by page, and from the newest back', async () => {
      const batch = logColumns(
        { ms: 0, line: 'a', instance: 'x', severity: 9 },
        { ms: 0, line: 'é' },
        { ms: 5, line: 'c', service: 's' },
        { ms: 20, line: 'later' },
      )
      for (let repeat = 0; repeat < 2; repeat++) await storeOf().appendLogs('log-columns', batch)
      const span = { from: START, to: START + 10 }
      const first = await storeOf().readLogBatch('log-columns', span, 2)
      expect([[...first.times], [...first.severities]]).toEqual([
        [START, START],
        [9, 0],
      ])
      expect(Buffer.from(first.lines)).toEqual(Buffer.from('\x01a\x02é'))
      expect(Buffer.from(first.instances)).toEqual(Buffer.from('\x01x\x00'))
      const rest = await storeOf().readLogBatch('log-columns', span, 2, first.next!)
      expect([[...rest.times], Buffer.from(rest.services), rest.next]).toEqual([
        [START + 5],
        Buffer.from('\x01s'),
        null,
      ])
      const newest = await storeOf().readNewestLogs('log-columns', span, {}, 2)
      expect(newest.map(({ line }) => line)).toEqual(['c', 'é'])
    })

    it('of one time are read as columns in the order sent, and page by page if they are more than 100,000', async () => {
      const rows = 101_000
      const text = createTextColumn()
      const empty = createTextColumn()
      for (let row = 0; row < rows; row++) {
        text.add(`${row}`)
        empty.add('')
      }
      const none = empty.build()
      await storeOf().appendLogs('log-tied', {
        times: new Float64Array(rows).fill(START),
        nanos: new Uint32Array(rows),
        occurrences: new Uint32Array(rows),
        severities: new Uint8Array(rows),
        instances: none,
        services: none,
        lines: text.build(),
        attributes: none,
      })
      const span = { from: START, to: START + 10 }
      const pages: number[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const batch = await storeOf().readLogBatch('log-tied', span, 20_000, cursor)
        pages.push(batch.times.length)
        cursor = batch.next
      }
      expect([pages[0], pages.reduce((sum, count) => sum + count)]).toEqual([20_001, rows])
      const few = logColumns(...Array.from({ length: 600 }, (_, k) => ({ line: `${k}` })), { ms: 1, line: 'later' })
      await storeOf().appendLogs('log-tied-few', few)
      const first = await storeOf().readLogBatch('log-tied-few', span, 250)
      const numbers = Array.from({ length: 600 }, (_, k) => [`${k}`.length, ...Buffer.from(`${k}`)]).flat()
      expect(Buffer.from(first.lines)).toEqual(Buffer.from(numbers))
      const last = await storeOf().readLogBatch('log-tied-few', span, 250, first.next!)
      expect([[...last.times], last.next]).toEqual([[START + 1], null])
    })

    it('are counted by instance and bucket, each once', async () => {
      const batch = logColumns(
        { ms: 0, instance: 'b', line: '1' },
        { ms: 999, instance: 'b', line: '2' },
        { ms: 1000, instance: 'b', line: '3' },
        { ms: 2500, instance: 'a', line: '4' },
        { ms: 2500, instance: 'c', line: '5' },
      )
      for (let repeat = 0; repeat < 2; repeat++) await storeOf().appendLogs('log-count', batch)
      const span = { from: START, to: START + 10_000 }
      expect(await storeOf().listLogInstances('log-count', span, 2)).toEqual({ names: ['a', 'b'], total: 3 })
      const { instances, bucket, count } = await storeOf().countLogs('log-count', { ...span, bucketMs: 1000 }, [
        'a',
        'b',
      ])
      expect(instances.map((name, row) => [name, bucket[row], count[row]])).toEqual([
        ['a', 2, 1],
        ['b', 0, 2],
        ['b', 1, 1],
      ])
    })

    it('of many senders at once are all kept, each with its source', async () => {
      const send = (_: unknown, sender: number) =>
        storeOf().appendLogs(`log-crowd-${sender % 2}`, logColumns({ ms: sender, line: `from ${sender}` }))
      await Promise.all(Array.from({ length: 20 }, send))
      expect(await linesOf('log-crowd-1')).toEqual(Array.from({ length: 10 }, (_, k) => `from ${2 * k + 1}`))
    })

    it('survive a copy by the archive', async () => {
      const { archive } = storeOf()
      const long = 'x'.repeat(300)
      await storeOf().appendLogs(
        'log-kept',
        logColumns({ line: long }, { ms: 1, line: '', severity: 255 }, { ms: 1, line: 'é' }),
      )
      let rows = 0
      for await (const block of archive.read('log_lines', 'log-kept')) {
        rows += block.rows
        await archive.write('log_lines', 'log-again', block.bytes)
      }
      expect(rows).toBe(3)
      expect(await archive.digest('log_lines', 'log-again')).toEqual(await archive.digest('log_lines', 'log-kept'))
      expect(await linesOf('log-again')).toEqual([long, '', 'é'])
    })

    it('before a time are deleted, and those of a dropped source', async () => {
      await storeOf().appendLogs('log-old', logColumns({ ms: 0, line: 'old' }, { ms: 10, line: 'new' }))
      await storeOf().deleteLogsBefore('log-old', START + 10)
      await expect.poll(() => linesOf('log-old'), { timeout: 20_000, interval: 200 }).toEqual(['new'])
      await storeOf().drop(['log-old'])
      await expect.poll(() => linesOf('log-old'), { timeout: 20_000, interval: 200 }).toEqual([])
      expect(await storeOf().describeLogs('log-old')).toEqual({ lines: 0, from: null, to: null })
    })

    it('are refused with columns of different lengths, and with times that no month has', async () => {
      const uneven = { ...logColumns({ line: 'a' }, { line: 'b' }), nanos: new Uint32Array(1) }
      await expect(storeOf().appendLogs('log-uneven', uneven)).rejects.toThrow(RangeError)
      await expect(storeOf().appendLogs('log-uneven', logColumns({ ms: 0.5, line: 'a' }))).rejects.toThrow(RangeError)
      await expect(storeOf().appendLogs('log-uneven', logColumns({ ms: -2 * START, line: 'a' }))).rejects.toThrow(
        RangeError,
      )
    })
  })
}
