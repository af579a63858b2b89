import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { worstIncident } from '../../packages/engine/src/index.ts'
import { simulateFile } from './simulate-file.ts'
import { type Told, tellFile } from './tell-file.ts'

/** Public data that is not part of the repository: what is not there is left out. */
const data = process.env.OMEN_BENCH_DATA ?? ''

describe('every number of every sentence, recomputed from the CSV', () => {
  it('is right in 200 simulated files', () => {
    const told: Told[] = []
    for (let seed = 1; seed <= 200; seed++) {
      const { training, text, modelType } = simulateFile(seed)
      told.push(tellFile(training, text, modelType))
    }
    expect(told.flatMap(({ wrong }) => wrong)).toEqual([])
    const all = told.flatMap(({ sentences }) => sentences)
    expect(all.length).toBeGreaterThan(200)
    for (const form of [/reached/, /fell to/, /metrics on \d+ instances/, /the only metric/, /recovering/])
      expect(all.some((sentence) => form.test(sentence))).toBe(true)
    for (const form of [
      /went down.* silent,/,
      /went down.* silent or near zero/,
      /went down.* series near zero/,
      /, near zero for/,
    ])
      expect(all.filter((sentence) => form.test(sentence)).length, form.source).toBeGreaterThan(0)
  })

  it('is right in the sample of the demo', () => {
    const samples = join(import.meta.dirname, '../../samples/data')
    const [training, text] = ['shop-training.csv', 'shop-test.csv'].map((name) =>
      readFileSync(join(samples, name), 'utf8'),
    )
    const { sentences, wrong } = tellFile(training!, text!, 'Hybrid')
    expect(wrong).toEqual([])
    expect(sentences.length).toBeGreaterThan(4)
  })

  it.skipIf(!existsSync(join(data, 'nab')) || data === '')('is right in NAB', () => {
    const told = filesBelow(join(data, 'nab/data')).map((path) => {
      const text = readFileSync(path, 'utf8')
      return tellFile(firstLines(text, 0.5), text, 'Split')
    })
    expect(told.flatMap(({ wrong }) => wrong)).toEqual([])
  })

  it.skipIf(data === '' || !existsSync(join(data, 'nab')))(
    'names the days of a year of taxis that a person would',
    () => {
      const text = readFileSync(join(data, 'nab/data/realKnownCause/nyc_taxi.csv'), 'utf8')
      const busy = ['2014-11-02', '2014-11-27', '2014-12-25', '2015-01-01', '2015-01-26', '2015-01-27']
      for (const modelType of ['Holistic', 'Split'] as const) {
        const { incidents, sentences } = tellFile(firstLines(text, 0.5), text, modelType)
        for (const day of busy) expect(on(day, incidents).length, day).toBeGreaterThan(0)
        // The blizzard is one incident, and a night with no taxis is no new normal
        expect(incidents.some((one) => daysOf(one)[0] === '2015-01-26' && daysOf(one)[1] === '2015-01-27')).toBe(true)
        // and one finding, the worst of all
        expect(sentences.filter((sentence) => /went down/.test(sentence))).toEqual([])
        expect(sentences).toContainEqual(expect.stringMatching(/^value fell to 8, usually .*, near zero for 9 h$/))
        expect(daysOf(worstIncident(incidents)!)).toEqual(['2015-01-26', '2015-01-27'])
      }
    },
  )

  it.skipIf(data === '' || !existsSync(join(data, 'nab')))(
    'names those days where it learned from the whole year, the marathon with high sensitivity',
    () => {
      const text = readFileSync(join(data, 'nab/data/realKnownCause/nyc_taxi.csv'), 'utf8')
      const busy = ['2014-11-27', '2014-12-25', '2015-01-01', '2015-01-26', '2015-01-27']
      const { incidents } = tellFile(text, text)
      for (const day of busy) expect(on(day, incidents).length, day).toBeGreaterThan(0)
      expect(incidents).toHaveLength(4)
      // At 01:00 and 01:30, when the clocks went back, are its only two values that no other night has: less than a period
      const { incidents: more } = tellFile(text, text, 'Holistic', 0.9)
      for (const day of ['2014-11-02', ...busy]) expect(on(day, more).length, day).toBeGreaterThan(0)
      // None of them swallows its neighbours
      for (const { start, end } of more) expect((end - start) / 86_400_000).toBeLessThan(4)
    },
  )

  it.skipIf(data === '' || !existsSync(join(data, 'nab')))(
    'names the extremes of a year of taxis, none of them pale',
    () => {
      const text = readFileSync(join(data, 'nab/data/realKnownCause/nyc_taxi.csv'), 'utf8')
      const { sentences, severities } = tellFile(text, text)
      expect(sentences).toContainEqual(expect.stringMatching(/^value reached 30,236, usually /))
      expect(sentences).toContainEqual(expect.stringMatching(/^value fell to 8, usually /))
      for (const severity of severities) expect(severity).toBeGreaterThan(4)
    },
  )

  it.skipIf(!existsSync(join(data, 'cassandra')) || data === '')(
    'is right in the Cassandra runs',
    { timeout: 60_000 },
    () => {
      for (const run of ['cpuHog/cassandra.csv', 'netHog/cassandra.csv']) {
        const training = readFileSync(join(data, 'cassandra/cpuHog/cassandra-training.csv'), 'utf8')
        const { sentences, wrong } = tellFile(training, readFileSync(join(data, 'cassandra', run), 'utf8'))
        expect(wrong).toEqual([])
        expect(sentences.length).toBeGreaterThan(0)
      }
    },
  )

  it.skipIf(!existsSync(join(data, 'skab')) || data === '')('is right in SKAB', () => {
    const told = filesBelow(join(data, 'skab')).map((path) => {
      const text = fromSkab(readFileSync(path, 'utf8'))
      return tellFile(firstLines(text, 0.35), text)
    })
    expect(told.flatMap(({ wrong }) => wrong)).toEqual([])
  })

  it.skipIf(!existsSync(join(data, 'nasa')) || data === '')('is right in NASA telemetry', () => {
    const runs = filesBelow(join(data, 'nasa')).filter((path) => !path.endsWith('-training.csv'))
    const told = runs.map((path) => {
      const training = readFileSync(path.replace(/\.csv$/, '-training.csv'), 'utf8')
      return tellFile(training, readFileSync(path, 'utf8'))
    })
    expect(told.flatMap(({ wrong }) => wrong)).toEqual([])
  })
})

type Interval = { start: number; end: number }

function daysOf({ start, end }: Interval): string[] {
  return [start, end].map((time) => new Date(time).toISOString().slice(0, 10))
}

function on<T extends Interval>(day: string, all: readonly T[]): T[] {
  return all.filter((one) => daysOf(one)[0]! <= day && daysOf(one)[1]! >= day)
}

function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.csv'))
  return names.sort().map((name) => join(folder, name))
}

/** The header and this part of the rows. */
function firstLines(text: string, part: number): string {
  const lines = text.trim().split('\n')
  return `${lines.slice(0, 1 + Math.floor(part * (lines.length - 1))).join('\n')}\n`
}

/** Semicolons, and two columns of labels at the end. */
function fromSkab(text: string): string {
  const rows = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(';'))
  const width = rows[0]!.indexOf('anomaly')
  const table = rows.map((row) => (width < 0 ? row : row.slice(0, width)).join(','))
  return `${table.join('\n').replace(/^datetime/, 'timestamp')}\n`
}
