import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeHome, type Ran, runCli } from '../testing/run-cli.ts'

const START = Date.UTC(2026, 0, 5)
const HOUR = 3_600_000

/** Hourly values of some days: a disk that fills by 0.1 an hour from 40, and a load with a daily cycle. */
function table(days: number, valueAt = (k: number) => [40 + 0.1 * k + 0.2 * Math.sin(7 * k), load(k)]): string {
  const rows = Array.from({ length: 24 * days }, (_, k) => [START + k * HOUR, ...valueAt(k)].join(','))
  return ['timestamp,disk[a],load[a]', ...rows, ''].join('\n')
}

const load = (k: number): number => 50 + 20 * Math.sin((2 * Math.PI * k) / 24) + Math.sin(11 * k * k)

async function forecastOf(content: string | Buffer, ...more: string[]): Promise<Ran> {
  const path = join(await makeHome(), 'day.csv')
  await writeFile(path, content)
  return runCli(['forecast', path, ...more])
}

describe('omen forecast', () => {
  it('writes the range of each step of each series, and how accurate it was in the past', async () => {
    const { exit, stdout, stderr } = await forecastOf(table(21))
    const [head, ...rows] = stdout.trimEnd().split('\n')
    expect({ exit, head, rows: rows.length }).toEqual({ exit: 0, head: 'timestamp,series,low,mid,high', rows: 48 })
    for (const [step, row] of rows.slice(24).entries()) {
      const [time, series, low, mid, high] = row.split(',')
      expect([Number(time), series]).toEqual([START + (21 * 24 + step) * HOUR, 'load[a]'])
      expect(Number(low)).toBeLessThan(Number(mid))
      expect(Number(mid)).toBeLessThan(Number(high))
      expect(Math.abs(Number(mid) - load(21 * 24 + step))).toBeLessThan(4)
    }
    expect(stderr).toMatch(/load\[a\]: .*; tried from 20 times in the past it erred by [\d.]+, [\d.]+ % less than/)
  })

  it('predicts when a limit will be crossed, and exits with 3 if that is soon', async () => {
    // The last value is 90.3 at hour 503; 95 is reached 47 hours later.
    const rule = ['--series', 'disk', '--horizon', '3d', '--limit', '95']
    const soon = await forecastOf(table(21), ...rule, '--fail-on', 'crossing<2d')
    expect(soon.exit).toBe(3)
    expect(soon.stderr).toMatch(/^disk\[a\] will cross 95 in about 4\d hours \(between \d\d and \d\d hours\)\.$/m)
    expect(soon.stderr).toContain('crossing<2d is met: exiting with 3.')
    expect((await forecastOf(table(21), ...rule, '--fail-on', 'crossing<12h')).exit).toBe(0)
    const far = await forecastOf(table(21), '--series', 'disk', '--limit', '1000', '--fail-on', 'any')
    expect(far).toMatchObject({ exit: 0, stderr: expect.stringContaining('disk[a] will not cross 1,000 within 1d.') })
  })

  it('refuses a time without a unit, and a rule beyond the horizon, which could never be met', async () => {
    const limit = ['--limit', '95']
    const bare = await forecastOf(table(21), ...limit, '--fail-on', 'crossing<24')
    expect(bare).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining('with a unit') })
    const far = await forecastOf(table(21), ...limit, '--fail-on', 'crossing<3d')
    expect(far.exit).toBe(2)
    expect(far.stderr).toContain('crossing<3d looks further ahead than the horizon of 1d.\nGive --horizon 3d.')
    expect(await forecastOf(table(21), '--horizon', '24')).toMatchObject({ exit: 2 })
  })

  it('joins several rules, and reports how soon', async () => {
    const rules = ['--fail-on', 'crossing<2d', '--fail-on', 'crossing<1h']
    const args = ['--series', 'disk', '--horizon', '3d', '--limit', '95', ...rules]
    const ran = await forecastOf(table(21), ...args, '--json')
    expect(ran.exit).toBe(3)
    const { failOn } = ran.json() as { failOn: { by: { value: number }[] } }
    expect(failOn).toMatchObject({ matched: true, by: [{ rule: 'crossing<2d', what: 'disk[a]' }] })
    expect(failOn.by[0]?.value).toBeGreaterThan(40)
    expect((await forecastOf(table(21), ...args, '--format', 'junit')).stdout).toContain('failures="1"')
  })

  it('writes to a file, and summarises it as JSON', async () => {
    const out = join(await makeHome(), 'next.csv')
    const ran = await forecastOf(table(21), '--out', out, '--json', '--limit', '95', '--horizon', '3d')
    expect((await readFile(out, 'utf8')).split('\n')).toHaveLength(2 * 72 + 2)
    const { series } = ran.json() as { series: Record<string, unknown>[] }
    expect(series[0]).toMatchObject({ series: 'disk[a]', backTest: { origins: 20 }, crossing: { side: 'above' } })
    expect(series[0]).not.toHaveProperty('mid')
    const { series: whole } = (await forecastOf(table(21), '--json')).json() as { series: { mid: number[] }[] }
    expect(whole[0]?.mid).toHaveLength(24)
  })

  it('stays within bounds, and narrows with the level', async () => {
    const bounded = await forecastOf(table(21), '--bounds', '40:60', '--series', 'load[a]')
    const values = bounded.stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .flatMap((row) => row.split(',').slice(2).map(Number))
    expect(Math.min(...values)).toBe(40)
    expect(Math.max(...values)).toBe(60)
    const width = async (level: string): Promise<number> => {
      const { stdout } = await forecastOf(table(21), '--series', 'load', '--level', level)
      const [, , low, , high] = stdout.split('\n')[5]!.split(',').map(Number)
      return high! - low!
    }
    expect(await width('0.6')).toBeLessThan(await width('0.95'))
  })

  it('reads standard input, packed files, and rows that go back', async () => {
    const plain = (await forecastOf(table(14))).stdout
    expect((await forecastOf(gzipSync(table(14)))).stdout).toBe(plain)
    expect((await runCli(['forecast', '-'], { input: table(14) })).stdout).toBe(plain)
    const [head, first, second, ...rest] = table(14).split('\n')
    expect((await forecastOf([head, second, first, ...rest].join('\n'))).stdout).toBe(plain)
  })

  it('rejects too short a history, and suggests a horizon it is enough for', async () => {
    const refused = await forecastOf(table(2))
    expect(refused).toMatchObject({ exit: 1, stdout: '' })
    expect(refused.stderr).toContain('disk[a] has 48 values; 1d ahead at one each 1h need 58')
    expect(refused.stderr).toContain('--horizon 19h.')
    expect((await forecastOf(table(2), '--horizon', '19h')).exit).toBe(0)
    const json = await forecastOf(table(1), '--json')
    expect(JSON.parse(json.stderr)).toMatchObject({ success: false, code: 'TOO_LITTLE_DATA' })
  })

  it('leaves out a series that is mostly gaps, and reports it', async () => {
    const ran = await forecastOf(table(10, (k) => [k, k > 20 ? Number.NaN : 1]).replaceAll('NaN', ''))
    expect(ran.stdout).not.toContain('load[a]')
    expect(ran.stderr).toContain(
      '1 series left out, with too few values for this horizon: load[a] has 21 values of 58.',
    )
  })

  it('reports every bad table clearly', async () => {
    const rows = (count: number, row: (k: number) => string) =>
      ['timestamp,v', ...Array.from({ length: count }, (_, k) => row(k)), ''].join('\n')
    const bad: [string, number, RegExp][] = [
      ['', 1, /the file is empty/],
      ['timestamp,v\n', 1, /no row/],
      [rows(1, () => `${START},1`), 1, /nothing can be forecast from 1 row|1 values/],
      [rows(2, (k) => `${START + k * HOUR},1`), 1, /2 values; 1d ahead at one each 1h need 58/],
      [rows(90, () => `${START},1`), 1, /nothing can be forecast|1 values/],
      [rows(200, (k) => `${START + (k < 180 ? k : k + 9000) * HOUR},${k % 7}`), 1, /20 values; 1d ahead/],
      [rows(100, (k) => `${START + k * HOUR},7`), 0, /as the best naive forecast/],
      [rows(400, (k) => `${START + k * HOUR},${k % 50 === 0 ? '1e300' : k % 24}`), 0, /^v: /],
      [rows(400, (k) => `${START + (k < 200 ? k : 200 + 3 * (k - 200)) * HOUR},${k % 24}`), 0, /^v: /m],
    ]
    for (const [content, exit, message] of bad) {
      const ran = await forecastOf(content)
      expect({ content: content.slice(0, 60), exit: ran.exit }).toEqual({ content: content.slice(0, 60), exit })
      expect(ran.stderr).toMatch(message)
      expect(ran.stdout).not.toMatch(/NaN|Infinity/)
    }
  })

  it('rejects invalid options', async () => {
    const wrong = [
      ['--horizon', '10m'],
      ['--horizon', '9999d'],
      ['--series', 'nothing'],
      ['--level', '1'],
      ['--limit', 'soon'],
      ['--bounds', '100:0'],
      ['--bounds', '5'],
      ['--fail-on', 'any'],
      ['--limit', '1', '--fail-on', 'crossing>1h'],
    ]
    for (const args of wrong) {
      const { exit, stderr } = await forecastOf(table(7), ...args)
      expect({ args, exit }).toEqual({ args, exit: 2 })
      expect(stderr).toMatch(/^omen: /)
    }
  })

  it('shows its default horizon as it is typed', async () => {
    expect((await runCli(['forecast', '--help'])).stdout).toContain('7d (default: 1d)')
  })
})
