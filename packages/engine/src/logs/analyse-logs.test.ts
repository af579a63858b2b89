import { describe, expect, it } from 'vitest'
import { createRandom, type Random } from '../stats/random.ts'
import { analyseLogs, createLogAnalyst, LOG_SAMPLE_LINES } from './analyse-logs.ts'
import { templateCountsFrame } from './template-counts-frame.ts'

const START = Date.UTC(2024, 0, 2)
const lineAt = (ms: number, text: string): string => `${new Date(START + ms).toISOString()} INFO app.Main: ${text}`

/** An hour of a calm service: requests at random, a job of three steps every ten seconds, a heartbeat every minute. */
function calmHour(random: Random, seconds = 3600): [number, string][] {
  const lines: [number, string][] = []
  for (let s = 0; s < seconds; s++) {
    while (random() < 0.5)
      lines.push([
        s * 1000 + random() * 900,
        `Request ${Math.floor(random() * 1e6)} took ${20 + Math.floor(random() * 30)} ms`,
      ])
    if (s % 10 === 3)
      for (const step of ['opened', 'copied', 'closed']) lines.push([s * 1000 + 950, `Job step ${step}`])
    if (s % 60 === 0) lines.push([s * 1000 + 990, 'Heartbeat sent'])
  }
  return lines
}

const write = (lines: readonly (readonly [number, string])[]): string[] =>
  [...lines].sort((a, b) => a[0] - b[0]).map(([ms, text]) => lineAt(ms, text))

describe('analyseLogs', () => {
  it('finds little in a calm hour', () => {
    const { findings, templates } = analyseLogs(write(calmHour(createRandom(3))))
    expect(templates).toHaveLength(5)
    expect(findings.filter(({ probability }) => probability < 3e-5)).toEqual([])
    expect(findings.length).toBeLessThan(15)
  })

  it('finds a new template, a burst, a number and a heartbeat that stopped', () => {
    const lines = calmHour(createRandom(5)).filter(([ms, text]) => text !== 'Heartbeat sent' || ms < 3_000_000)
    lines.push([3_300_500, 'Disk full on volume 3'])
    for (let i = 0; i < 200; i++) lines.push([2_000_000 + i, `Request ${i * 7919} took 30 ms`])
    lines.push([2_500_400, 'Request 7 took 90000 ms'])
    const { findings, templates } = analyseLogs(write(lines))
    const textOf = (id: number) => templates.find((one) => one.id === id)?.text
    const worst = (kind: string) => findings.find((one) => one.kind === kind)
    expect(textOf(worst('new')?.templateId ?? 0)).toBe('Disk full on volume <*>')
    expect(worst('hot')).toMatchObject({ start: expect.closeTo(START + 2_000_000, -4) })
    expect(worst('value')).toMatchObject({ observed: 90_000, start: START + 2_500_400 })
    expect(textOf(worst('cold')?.templateId ?? 0)).toBe('Heartbeat sent')
    expect(worst('cold')).toMatchObject({ usual: 60_000 })
  })

  it('finds steps in an order that does not occur', () => {
    const lines = Array.from({ length: 3000 }, (_, i): [number, string] => [
      i * 1000,
      `Job step ${['opened', 'copied', 'closed'][i % 3]}`,
    ])
    lines[2500] = [2_500_000, 'Job step closed']
    const [worst] = analyseLogs(write(lines)).findings.filter(({ kind }) => kind === 'sequence')
    expect(Math.abs((worst?.line ?? 0) - 2501)).toBeLessThanOrEqual(2)
  })

  it('moves its findings with the time', () => {
    const lines = calmHour(createRandom(5))
    lines.push([3_300_500, 'Disk full on volume 3'])
    const shifted = lines.map(([ms, text]): [number, string] => [ms + 86_400_000, text])
    const of = (given: typeof lines, by: number) =>
      analyseLogs(write(given)).findings.map(({ start: at, ...rest }) => ({
        ...rest,
        start: at - by,
        end: rest.end - by,
      }))
    expect(of(shifted, 86_400_000)).toEqual(of(lines, 0))
  })

  it('says how many findings chance alone makes, and leaves out those of which it makes too many', () => {
    const lines = calmHour(createRandom(5))
    lines.push([3_300_500, 'Disk full on volume 3'])
    const all = analyseLogs(write(lines), { pvalue: 0.99 })
    const [worst] = all.findings.filter(({ kind }) => kind === 'new')
    expect(all.evaluated.new).toBe(all.events.length - 100)
    expect(worst?.byChance).toBeCloseTo((worst?.probability ?? 0) * all.evaluated.new, 9)
    const few = analyseLogs(write(lines), { pvalue: 0.99, maxByChance: 1 })
    expect(few.findings).toEqual(all.findings.filter(({ byChance }) => byChance <= 1))
    expect(few.findings.length).toBeLessThan(all.findings.length)
    expect(() => analyseLogs([], { maxByChance: 0 })).toThrow(RangeError)
  })

  it('gives the same for lines that come one by one, and refuses more than before', () => {
    const lines = write(calmHour(createRandom(9), 600))
    const analyst = createLogAnalyst(lines.slice(0, LOG_SAMPLE_LINES))
    for (const line of lines) analyst.read(line)
    for (const line of lines) analyst.reread(line)
    expect(() => analyst.reread('one more')).toThrow(RangeError)
    const { findings, templates } = analyst.close()
    expect({ findings, templates }).toEqual({
      findings: analyseLogs(lines).findings,
      templates: analyseLogs(lines).templates,
    })
  })

  it('reads durations and sizes with their units, and a fraction with its number', () => {
    const took = Array.from({ length: 400 }, (_, i) => `Read took ${20 + ((i * 7) % 11)}.${(i * 37) % 100}ms in all`)
    took[390] = 'Read took 4.2s in all'
    const { findings } = analyseLogs(took)
    expect(findings.find(({ kind }) => kind === 'value')).toMatchObject({ line: 391, observed: 4.2 })
  })

  it('ends a burst with its last line', () => {
    const quiet = Array.from({ length: 600 }, (_, i) => lineAt(i * 60_000, `Request ${i}`))
    const burst = Array.from({ length: 12 }, (_, i) => lineAt(30_000_500 + i * 20_000, `Payment ${i} declined`))
    const once = lineAt(60_500, 'Payment 99 declined')
    const { findings } = analyseLogs([...quiet, ...burst, once].sort(), { bucketMs: 300_000 })
    const [hot] = findings.filter(({ kind }) => kind === 'hot')
    expect(hot).toMatchObject({ observed: 12, start: START + 30_000_500, end: START + 30_000_500 + 11 * 20_000 })
  })

  it('does not evaluate lines whose templates were forgotten', () => {
    const word = (n: number): string => [...String(n)].map((digit) => 'qwertzuiop'[Number(digit)]).join('')
    const lines = Array.from({ length: 3000 }, (_, i) =>
      lineAt(i * 1000, i % 3 === 0 ? 'still here' : `${word(i)} ${word(i * 7)} ${word(i * 13)}`),
    )
    const { findings, forgotten } = analyseLogs(lines, { maxTemplates: 50, pvalue: 0.9 })
    expect(forgotten.templates).toBeGreaterThan(1000)
    expect(findings.filter(({ templateId }) => templateId === 0)).toEqual([])
  })

  it('takes no line, one line, bare messages and lines whose time stands still or goes back', () => {
    expect(analyseLogs([])).toMatchObject({ lines: 0, templates: [], findings: [] })
    expect(analyseLogs(['ready'])).toMatchObject({ lines: 1, templates: [{ text: 'ready', count: 1 }], findings: [] })
    const bare = analyseLogs(Array.from({ length: 2000 }, (_, i) => (i === 1800 ? 'Disk full' : `Request ${i}`)))
    expect(bare.findings[0]).toMatchObject({ kind: 'new', line: 1801, start: Number.NaN })
    const still = Array.from({ length: 300 }, (_, i) => lineAt(1000 * (i % 2), `Request ${i}`))
    expect(analyseLogs(still).findings).toEqual([])
  })

  it('stays within its bounds over distinct templates, and says what it forgot', () => {
    const letters = (n: number): string => [...String(n)].map((d) => 'qwertzuiop'[Number(d)]).join('')
    const lines = Array.from({ length: 5000 }, (_, i) => `${letters(i)} ${letters(i * 31)}`)
    const { templates, forgotten } = analyseLogs(lines, { maxTemplates: 100 })
    expect(templates.length).toBeLessThanOrEqual(100)
    expect(forgotten.templates).toBeGreaterThan(0)
  })

  it('refuses options out of range', () => {
    expect(() => analyseLogs([], { pvalue: 1 })).toThrow(RangeError)
    expect(() => analyseLogs([], { bucketMs: 0 })).toThrow(RangeError)
    expect(() => analyseLogs([], { maxFindings: 0 })).toThrow(RangeError)
  })
})

describe('templateCountsFrame', () => {
  it('counts each template a step, and 0 where none came', () => {
    const analysis = analyseLogs([lineAt(0, 'up'), lineAt(100, 'up'), lineAt(2100, 'down'), lineAt(3000, 'up')])
    const frame = templateCountsFrame(analysis, { instance: 'web1', stepMs: 1000 })
    expect(frame?.series.map(({ id }) => id)).toEqual(['template_1[web1]', 'template_2[web1]'])
    expect(frame?.columns.map((column) => [...column])).toEqual([
      [2, 0, 0, 1],
      [0, 0, 1, 0],
    ])
    expect([...(frame?.times ?? [])]).toEqual([0, 1000, 2000, 3000].map((ms) => START + ms))
  })

  it('has no frame without times, and refuses a step that makes too many rows', () => {
    expect(templateCountsFrame(analyseLogs(['a', 'b']))).toBeUndefined()
    const analysis = analyseLogs([lineAt(0, 'up'), lineAt(86_400_000, 'up')])
    expect(() => templateCountsFrame(analysis, { stepMs: 1 })).toThrow(RangeError)
    expect(() => templateCountsFrame(analysis, { stepMs: 0 })).toThrow(RangeError)
  })
})
