import { describe, expect, it } from 'vitest'
import { renderSentence } from '../../detect/render-sentence.ts'
import { createRandom } from '../../stats/random.ts'
import type { LiveLogFinding, LiveLogLines } from './live-log.ts'
import { createLiveLogs, type LiveLogRows } from './live-logs.ts'

declare function structuredClone<T>(value: T): T

const START = Date.UTC(2026, 0, 5)
const STEP = 1000
type Line = { at: number; line: string; instance?: string; service?: string; severity?: number }

function batchOf(lines: readonly Line[]): LiveLogLines {
  return {
    times: lines.map(({ at }) => START + at),
    severities: lines.map(({ severity = 0 }) => severity),
    instances: lines.map(({ instance = 'a' }) => instance),
    services: lines.map(({ service = '' }) => service),
    lines: lines.map(({ line }) => line),
  }
}

/** What a shop logs in a second. */
function second(row: number): Line[] {
  const random = createRandom(row)
  return Array.from({ length: 8 }, (_, k) => {
    const at = row * STEP + k * 100
    const n = Math.floor(random() * 100_000)
    const instance = k % 2 === 0 ? 'a' : 'b'
    return k < 5
      ? { at, instance, line: `GET /orders/${n} took ${n % 90} ms for user ${n * 7}` }
      : { at, instance, line: `cache miss of key ${n}, loading it from the database` }
  })
}

const BEATS = [2, 3, 4, 5, 6, 7, 8, 9]

/** A line that comes at regular times. */
function beat(row: number, isThere: boolean, every = 0, instance = 'a'): Line[] {
  const name = every === 0 ? 'heartbeat' : `${'abcdefghij'[every]!.repeat(5)} task`
  return isThere ? [{ at: row * STEP + 500, instance, line: `${name} sent` }] : []
}

/** One fault of each kind. */
function everyKind(row: number): Line[] {
  const burst = row >= 245 && row < 255 ? Array.from({ length: 40 }, () => 'connection refused by upstream') : []
  const slow = row === 350 ? ['GET /orders/7 took 90000 ms for user 5'] : []
  const panic = row >= 150 && row < 153 ? [`panic: no space left on volume ${row}`] : []
  const odd = [...burst, ...slow, ...panic].map((line) => ({ at: row * STEP + 900, line }))
  return [...second(row), ...beat(row, row % 5 === 0 && (row < 260 || row >= 320)), ...odd]
}

/** Lines of rows, so many of which are pushed and closed at once. */
function runRows(
  rows: number,
  linesOf: (row: number) => Line[],
  stepMs = STEP,
  rowsAtOnce = 1,
): Omit<Rounds, 'rounds'> {
  const logs = createLiveLogs({ stepMs })
  const told: LiveLogFinding[] = []
  for (let first = 0; first < rows; first += rowsAtOnce) {
    const taken = Array.from({ length: Math.min(rowsAtOnce, rows - first) }, (_, k) => first + k)
    logs.push(batchOf(taken.flatMap(linesOf).sort((a, b) => a.at - b.at)))
    told.push(...logs.closeRows(taken.map((row) => START + row * stepMs)).changed)
  }
  return { logs, told }
}

type Rounds = { logs: ReturnType<typeof createLiveLogs>; told: LiveLogFinding[]; rounds: LiveLogRows[] }

function run(rows: number, extra: (row: number) => Line[] = () => [], from?: Rounds, first = 0): Rounds {
  const logs = from?.logs ?? createLiveLogs({ stepMs: STEP })
  const told = from?.told ?? []
  const rounds = from?.rounds ?? []
  for (let row = first; row < rows; row++) {
    logs.push(batchOf([...second(row), ...extra(row)].sort((a, b) => a.at - b.at)))
    const round = logs.closeRows([START + row * STEP])
    rounds.push(round)
    told.push(...round.changed)
  }
  return { logs, told, rounds }
}

const latest = (told: readonly LiveLogFinding[]) => [...new Map(told.map((one) => [one.key, one])).values()]
const coldOf = (told: readonly LiveLogFinding[]) => told.filter(({ log }) => log.sentence.finding === 'cold')
const sentences = (told: readonly LiveLogFinding[]) => latest(told).map(({ log }) => renderSentence(log.sentence, 'en'))

describe('createLiveLogs', () => {
  it('finds each error that is new, also where other lines often are', () => {
    const word = (k: number): string =>
      'bcdfghjklmnpqrst'[k % 16]! + 'aeiou'[k % 5]! + 'vwxyzbdfg'[k % 9]! + 'aeiou'[k % 3]!
    const oddLine = (k: number): string => Array.from({ length: 3 + (k % 9) }, (_, i) => word(13 * k + 7 * i)).join(' ')
    const errors = ['kernel panic on the first core', 'segmentation fault in a module', 'the ledger has drifted away']
    const linesOf = (row: number): Line[] => {
      const once = row % 20 === 10 ? [{ at: row * STEP + 900, line: oddLine(row / 10) }] : []
      const error =
        row >= 700 && row % 60 === 5 ? [{ at: row * STEP + 950, severity: 17, line: errors[(row - 725) / 60]! }] : []
      return [...second(row), ...once, ...error]
    }
    const { told } = runRows(850, linesOf)
    const found = new Set(told.filter(({ log }) => log.sentence.isError).map(({ log }) => log.example))
    expect([...found]).toEqual(errors)
  })
  it('counts lines and errors of each instance and the lines of each template, from when they began', () => {
    const { logs, rounds } = run(20, (row) =>
      row === 15 ? [{ at: row * STEP + 5, instance: 'b', line: 'payment failed for order 7', severity: 17 }] : [],
    )
    const [lines, other, ...templates] = logs.series.map(({ id }) => id)
    expect([lines, other]).toEqual(['lines[a]', 'lines[b]'])
    expect(templates).toEqual([
      expect.stringMatching(/^lines_get_.*took/),
      expect.stringMatching(/^lines_cache_miss/),
      'errors[b]',
    ])
    expect(rounds.at(-1)!.columns.map((column) => [...column])).toEqual([[4], [4], [5], [3], [0]])
    expect(rounds[0]!.added.map(({ id }) => id)).toEqual(['lines[a]', 'lines[b]'])
    const { isAll, changed } = logs.takeTemplates()
    expect(isAll).toBe(true)
    expect(changed.map(({ count, isError }) => [count, isError])).toEqual([
      [100, false],
      [60, false],
      [1, true],
    ])
    expect(changed[1]).toMatchObject({ firstAt: START + 500, text: expect.stringContaining('cache miss of key <*>') })
    expect(logs.takeTemplates()).toEqual({ isAll: false, changed: [], gone: [] })
  })
  it('counts the lines of each row by template, severity, instance and service, all of them once', () => {
    const { logs, rounds } = run(20, (row) =>
      row === 15 ? [{ at: row * STEP + 5, instance: 'b', line: 'payment failed for order 7', severity: 17 }] : [],
    )
    const ids = new Set(logs.takeTemplates().changed.map(({ id }) => id))
    const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0)
    expect(rounds.map(({ lines }) => sum(lines.counts))).toEqual(rounds.map((_, row) => (row === 15 ? 9 : 8)))
    const { lines } = rounds[15]!
    expect(new Set(lines.times)).toEqual(new Set([START + 15 * STEP]))
    expect([...lines.templates].every((id) => ids.has(id))).toBe(true)
    const at = lines.severities.indexOf(17)
    expect([lines.instances[at], lines.counts[at]]).toEqual(['b', 1])
  })
  it('reports every line of a template that is always critical, until it is not', () => {
    const { logs, rounds, told } = run(30)
    const { id } = logs.takeTemplates().changed.find(({ text }) => text.includes('cache miss'))!
    logs.watch([id])
    run(33, () => [], { logs, rounds, told }, 30)
    const critical = () => latest(told).filter(({ log }) => log.sentence.finding === 'critical')
    expect(critical()).toMatchObject([{ log: { templateId: id, val: 10, start: START + 30 * STEP + 500, rows: 9 } }])
    logs.watch([])
    run(90, () => [], { logs, rounds, told }, 33)
    expect(critical()).toMatchObject([{ state: 'over', log: { rows: 9 } }])
  })
  it('reports a kind of line that was never there, with its first line, and that it comes again as the same', () => {
    const { told } = run(200, (row) =>
      row >= 150 && row < 153 ? [{ at: row * STEP + 5, line: `out of memory: killed process ${row}` }] : [],
    )
    expect(sentences(told)).toEqual(["'out of memory: killed process <*>' on a: log line never seen before, 3 lines"])
    expect(told[0]).toMatchObject({
      state: 'open',
      log: { start: START + 150_005, example: 'out of memory: killed process 150', rows: 1 },
    })
    expect(told.at(-1)).toMatchObject({ state: 'over', log: { end: START + 152_005 } })
  })
  it('reports a burst of a kind of line that is common otherwise', () => {
    const { told } = run(400, (row) =>
      row >= 300 && row < 310
        ? Array.from({ length: 30 }, (_, k) => ({
            at: row * STEP + k,
            line: `cache miss of key ${k}, loading it from the database`,
          }))
        : [],
    )
    expect(sentences(told)).toEqual([
      expect.stringMatching(/^'cache miss of key <\*>.*: 330 lines in 10 s, usually 30$/),
    ])
  })
  it('tells of the largest bucket of a burst, however improbable each of them is', () => {
    const perSecond = (row: number): number => (row < 300 || row >= 330 ? 0 : row < 310 ? 300 : row < 320 ? 600 : 100)
    const { told } = run(400, (row) =>
      Array.from({ length: perSecond(row) }, (_, k) => ({
        at: row * STEP + k,
        line: `cache miss of key ${k}, loading it from the database`,
      })),
    )
    expect(sentences(told)).toEqual([expect.stringContaining('6,030 lines in 10 s')])
  })
  it('has the severity of metrics, more the longer and the further it goes', () => {
    const burst = (lines: number, rows: number) =>
      latest(
        run(350, (row) =>
          row >= 250 && row < 250 + rows
            ? Array.from({ length: lines }, () => ({ at: row * STEP, line: 'connection refused by upstream' }))
            : row % 30 === 0
              ? [{ at: row * STEP, line: 'connection refused by upstream' }]
              : [],
        ).told,
      ).find(({ log }) => log.sentence.finding === 'hot')!.log.val
    const [low, high, long] = [burst(4, 5), burst(40, 5), burst(40, 60)]
    expect(low).toBeGreaterThan(1)
    expect(high).toBeGreaterThan(low)
    expect(long).toBeGreaterThan(high)
    expect(long).toBeLessThan(10)
  })
  it('finds nothing where nothing changes', () => {
    expect(run(600).told).toEqual([])
  })
  it('goes on from a saved state as if nothing had happened', () => {
    const extra = (row: number): Line[] => [
      ...(row >= 150 && row < 153 ? [{ at: row * STEP, line: `panic: no space left on volume ${row}` }] : []),
      ...(row % 40 === 7 ? [{ at: row * STEP, line: `rebalanced shard ${row} in ${row} ms`, service: 'db' }] : []),
      ...(row >= 250 && row < 260
        ? Array.from({ length: 40 }, () => ({ at: row * STEP, line: 'connection refused by upstream' }))
        : []),
      ...beat(row, row % 5 === 0 && (row < 180 || row >= 240)),
      ...(row === 270 ? [{ at: row * STEP + 450, line: 'GET /orders/7 took 90000 ms for user 5' }] : []),
    ]
    const whole = run(300, extra)
    const kinds = latest(whole.told).map(({ log }) => log.sentence.finding)
    expect(new Set(kinds)).toEqual(new Set(['new', 'hot', 'cold', 'value']))
    for (const at of [3, 100, 151, 155, 212, 239, 245, 255, 262, 270]) {
      const before = run(at, extra)
      const logs = createLiveLogs({ stepMs: STEP }, structuredClone(before.logs.save()))
      const after = run(300, extra, { ...before, logs }, at)
      expect(after.told).toEqual(whole.told)
      expect(after.rounds.map(({ columns }) => columns)).toEqual(whole.rounds.map(({ columns }) => columns))
    }
  })
  it('reports a line that came regularly and has stopped, while the others of its instance go on, until it comes again', () => {
    const { told } = run(300, (row) => beat(row, row % 5 === 0 && (row < 200 || row >= 250)))
    expect(sentences(told)).toEqual(["'heartbeat sent' on a: missing for 55 s, usually every 5 s"])
    expect(told[0]).toMatchObject({
      state: 'open',
      key: `log|cold|${told[0]!.log.templateId}|${START + 213_000}`,
      log: { start: START + 213_000, end: START + 213_000, rows: 3 },
    })
    expect(told.at(-1)).toMatchObject({ state: 'over', log: { end: START + 249_000, rows: 10 } })
  })
  it('misses no line of an instance that is silent altogether, nor when it comes back', () => {
    const isThere = (row: number): boolean => row < 300 || row >= 4000
    const regular = (row: number): Line[] => BEATS.flatMap((every) => beat(row, row % every === 0, every, 'c'))
    const { told } = run(4200, (row) => (isThere(row) ? [...regular(row), ...beat(row, true, 1, 'c')] : []))
    expect(coldOf(told)).toEqual([])
  })
  it('misses no line in a silence of the whole project', () => {
    const { told } = runRows(4200, (row) =>
      row < 300 || row >= 4000
        ? [...second(row), ...BEATS.flatMap((every) => beat(row, row % every === 0, every))]
        : [],
    )
    expect(coldOf(told)).toEqual([])
  })
  it('takes a line that has not come for a day as gone', () => {
    const logs = createLiveLogs({ stepMs: 60_000 })
    const told: LiveLogFinding[] = []
    for (let row = 0; row < 1800; row++) {
      const at = row * 60_000
      const lines = [
        { at, line: `request ${row} served` },
        ...(row < 100 ? [{ at: at + 5, line: 'heartbeat sent' }] : []),
      ]
      logs.push(batchOf(lines))
      told.push(...logs.closeRows([START + at]).changed)
    }
    expect(latest(told)).toMatchObject([{ state: 'over', log: { sentence: { finding: 'cold' } } }])
    expect(told.at(-1)!.log.sentence.durationMs).toBeLessThanOrEqual(86_460_000)
  })
  it('reports a number far from those in the same place', () => {
    const { told } = run(400, (row) =>
      row === 350 ? [{ at: row * STEP + 450, line: 'GET /orders/7 took 90000 ms for user 5' }] : [],
    )
    expect(sentences(told)).toEqual(["'GET <*> took <*> ms for user <*>' on a: held 90,000, usually 44"])
  })
  it('reports lines out of order, as one of what logged them', () => {
    const steps = ['opened', 'copied', 'closed']
    const { told } = runRows(
      9000,
      (row) => steps.map((_, k) => ({ at: row * 3000 + k * 10, line: `job step ${steps[row === 8000 ? 2 - k : k]}` })),
      3000,
    )
    expect(sentences(told)).toEqual([expect.stringMatching(/^'job step \w+' on a: log line out of order, \d lines$/)])
    expect(latest(told)[0]!.log.start).toBe(START + 8000 * 3000)
  })
  it('gives the same however many rows come at once', () => {
    const one = runRows(400, everyKind)
    const details = (found: readonly LiveLogFinding[]) => latest(found).map(({ key, log }) => [key, log])
    expect(new Set(latest(one.told).map(({ log }) => log.sentence.finding))).toEqual(
      new Set(['new', 'hot', 'cold', 'value']),
    )
    for (const rowsAtOnce of [7, 60]) {
      const many = runRows(400, everyKind, STEP, rowsAtOnce)
      expect(details(many.told).sort()).toEqual(details(one.told).sort())
      expect(many.logs.series).toEqual(one.logs.series)
      expect({ ...many.logs.save(), parser: [] }).toEqual({ ...one.logs.save(), parser: [] })
    }
  })
  it('goes on from what version 1 saved', () => {
    const { logs, ...before } = run(250)
    const { sequence, places, silences, ...state } = logs.save()
    const old = createLiveLogs({ stepMs: STEP }, structuredClone({ ...state, version: 1 }))
    const { told } = run(260, (row) => beat(row, row === 255), { logs: old, ...before }, 250)
    expect(sentences(told)).toEqual(["'heartbeat sent' on a: log line never seen before"])
    expect([sequence, places, silences]).not.toContain(undefined)
  })
  it('goes on from open findings saved without how far they went, and without the words of errors', () => {
    const { logs, ...before } = run(250, (row) => beat(row, row === 249))
    const { errorNovelty, open, ...state } = logs.save()
    const former = open.map(([key, { departure, ...finding }]): (typeof open)[number] => [key, finding])
    const old = createLiveLogs({ stepMs: STEP }, structuredClone({ ...state, open: former }))
    expect(old.findings().map(({ key }) => key)).toEqual(logs.findings().map(({ key }) => key))
    const { told } = run(260, (row) => beat(row, row === 255), { logs: old, ...before }, 250)
    expect(told.length).toBeGreaterThan(0)
    expect(told.every(({ log }) => renderSentence(log.sentence, 'en') !== '' && Number.isFinite(log.val))).toBe(true)
  })
  it('refuses a state of a version or an interval that is not its own, with a sentence', () => {
    const { logs } = run(10)
    const sentence = 'the log lines were analysed by another version or with another interval'
    for (const version of [0, 3])
      expect(() => createLiveLogs({ stepMs: STEP }, { ...logs.save(), version })).toThrow(sentence)
    expect(() => createLiveLogs({ stepMs: 2 * STEP }, logs.save())).toThrow(sentence)
  })
  it('reads the header of each service by itself, and leaves out what continues a line', () => {
    const logs = createLiveLogs({ stepMs: STEP })
    logs.push(
      batchOf([
        ...Array.from({ length: 20 }, (_, k) => ({
          at: k,
          service: 'java',
          line: `2026-01-05 00:00:00,${100 + k} INFO  [main] Started job ${k}`,
        })),
        { at: 30, service: 'java', line: '\tat com.shop.Main.run(Main.java:17)' },
        ...Array.from({ length: 20 }, (_, k) => ({ at: 40 + k, service: 'web', line: `Started worker ${k}` })),
      ]),
    )
    const { columns } = logs.closeRows([START])
    expect([...columns[0]!]).toEqual([41])
    expect(logs.takeTemplates().changed.map(({ text, count }) => [text, count])).toEqual([
      ['Started job <*>', 20],
      ['Started worker <*>', 20],
    ])
  })
  it('holds a bounded number of templates and series, whatever comes', () => {
    const logs = createLiveLogs({ stepMs: STEP })
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    const random = createRandom(5)
    const word = () => Array.from({ length: 9 }, () => letters[Math.floor(random() * 26)]).join('')
    for (let row = 0; row < 12; row++) {
      const lines = Array.from({ length: 1500 }, (_, k) => ({
        at: row * STEP,
        instance: `host-${row * 1500 + k}`,
        line: `${word()} ${word()} ${word()} ${word()}`,
      }))
      logs.push(batchOf(lines))
      expect(logs.closeRows([START + row * STEP]).changed.length).toBeLessThanOrEqual(40)
    }
    expect(logs.series.length).toBeLessThanOrEqual(800)
    expect(logs.takeTemplates().changed.length).toBeLessThanOrEqual(4000)
  })
})
