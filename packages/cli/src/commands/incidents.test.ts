import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FAULT_DAY, FAULT_ROW, writeFaultTables } from '../testing/fault-tables.ts'
import { makeHome, runCli } from '../testing/run-cli.ts'

const MINUTE = 60_000
const START = FAULT_DAY + FAULT_ROW * MINUTE

async function bench() {
  const folder = await makeHome()
  const { quiet, day } = await writeFaultTables(folder)
  const incidents = (...args: string[]) => runCli(['incidents', ...args])
  return { folder, quiet, day, incidents }
}

describe('omen incidents', () => {
  it('lists an incident with its title, start, duration and first cause', async () => {
    const { incidents, quiet, day } = await bench()
    const { exit, stdout, stderr } = await incidents(day, '--train', quiet)
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(stdout).toContain('1 incident.')
    expect(stdout).toMatch(/▲ *\d+\.\d +11-19 04:2\d +\d+m +CPU: cpu on b high with .* for \d+ min +mem\[b\]\n/)
  })

  it('writes everything as JSON, with titles in Chinese', async () => {
    const { incidents, quiet, day } = await bench()
    const ran = await incidents(day, '--train', quiet, '--lang', 'zh-CN', '--json')
    const { incidents: items } = ran.json() as { incidents: { start: number; title: string; causes: unknown[] }[] }
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ title: expect.stringContaining('持续'), causes: [{ seriesId: 'mem[b]' }, {}, {}] })
    expect(Math.abs(items[0]!.start - START)).toBeLessThanOrEqual(2 * MINUTE)
  })

  it('fails a build on one of several rules, and says so in JSON and JUnit', async () => {
    const { incidents, quiet, day } = await bench()
    const rules = ['--train', quiet, '--fail-on', 'incidents>=2', '--fail-on', 'severity>=1']
    const ran = await incidents(day, ...rules, '--json')
    expect(ran.exit).toBe(3)
    expect(ran.json()).toMatchObject({ failOn: { matched: true, by: [{ rule: 'severity>=1' }] } })
    const report = await incidents(day, ...rules, '--format', 'junit')
    expect(report.stdout).toContain('<testsuite name="omen incidents" tests="1" failures="1"')
    expect((await incidents(day, '--train', quiet, '--fail-on', 'incidents>=2')).exit).toBe(0)
    expect((await incidents(quiet, '--train', quiet, '--fail-on', 'any')).exit).toBe(0)
  })

  it('counts gaps for a gate: a collector that was silent has no severity', async () => {
    const { incidents, quiet } = await bench()
    const [head, ...rows] = (await readFile(quiet, 'utf8')).trim().split('\n')
    const holed = join(await makeHome(), 'holed.csv')
    await writeFile(holed, [head, ...rows.toSpliced(rows.length / 2, 120)].join('\n'))
    const gate = (rule: string) => incidents(holed, '--train', quiet, '--fail-on', rule, '--json')
    const met = await gate('gaps>=1')
    expect(met.exit).toBe(3)
    expect(met.json()).toMatchObject({
      incidents: [{ kind: 'collector', val: null, silences: 1 }],
      failOn: { by: [{ value: 1 }] },
    })
    expect((await gate('gaps>=2')).exit).toBe(0)
    expect((await gate('severity>=1')).exit).toBe(0)
    const shown = await incidents(holed, '--train', quiet)
    expect(shown.stdout).toContain('▨ ·   –')
    expect(shown.stdout).not.toContain('0.0 ')
    expect((await incidents(holed, '--train', quiet, '--format', 'csv')).stdout).toMatch(/\n,collector,\d+,\d+,\d+,,/)
    const report = await incidents(holed, '--train', quiet, '--fail-on', 'any', '--format', 'junit')
    expect(report.stdout).toContain(': collector: ')
  })

  it('names lines that could not be read instead of a silent collector', async () => {
    const { incidents, quiet } = await bench()
    const [head, ...rows] = (await readFile(quiet, 'utf8')).trim().split('\n')
    const spoilt = join(await makeHome(), 'spoilt.csv')
    const cut = (row: string, index: number) => (index >= 200 && index < 320 ? row.replace(/,.*/, ',?') : row)
    await writeFile(spoilt, [head, ...rows.map(cut)].join('\n'))
    const english = await incidents(spoilt, '--train', quiet)
    expect(english.stdout).toContain('No readable samples: 120 rejected lines for 2 h')
    const chinese = await incidents(spoilt, '--train', quiet, '--lang', 'zh-CN')
    expect(chinese.stdout).toContain('没有可读的样本：120 行被拒绝')
  })

  it('includes log findings, with metrics and alone', async () => {
    const { incidents, quiet, day, folder } = await bench()
    const log = join(folder, 'app.log')
    const lines = Array.from({ length: 5400 }, (_, k) => {
      const time = new Date(FAULT_DAY + k * 2_000).toISOString()
      return `${time} INFO ${k === 5000 ? 'cache rebuilt from scratch' : `served request ${k}`}`
    })
    await writeFile(log, lines.join('\n'))
    const { stdout } = await incidents(day, '--train', quiet, '--log', log)
    expect(stdout).toContain('2 incidents.')
    expect(stdout).toMatch(/Log: 'cache rebuilt from scratch' for 1 min +–\n/)
  })

  it('writes CSV into a file', async () => {
    const { incidents, quiet, day, folder } = await bench()
    const out = join(folder, 'incidents.csv')
    const { stdout, stderr } = await incidents(day, '--train', quiet, '--out', out)
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: `1 incident in ${out}.\n` })
    const [head, first] = (await readFile(out, 'utf8')).split('\n')
    expect(head).toBe('severity,kind,start,end,duration_ms,probability,instances,first_cause,title')
    expect(first).toMatch(/^[\d.]+,(memory|cpu),\d+,\d+,\d+,[\d.e-]+,.*,mem\[b\],.*$/)
  })

  it('reports that there are none', async () => {
    const { incidents, quiet } = await bench()
    const { exit, stdout } = await incidents(quiet, '--train', quiet, '--pvalue', '0.9999999')
    expect({ exit, isSaid: stdout.includes('No incident in 600 rows.') }).toEqual({ exit: 0, isSaid: true })
  })

  it('evaluates the series that both tables have, and rejects tables that share none', async () => {
    const { incidents, quiet, day, folder } = await bench()
    const part = join(folder, 'part.csv')
    const text = await readFile(quiet, 'utf8')
    await writeFile(part, text.replaceAll(/^([^,]+,[^,]+,[^,]+,[^,]+),.*$/gm, '$1'))
    const ran = await incidents(day, '--train', part)
    expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining(`3 series only in ${day}: not evaluated.`) })
    await writeFile(part, text.replaceAll('[', '[x'))
    const none = await incidents(day, '--train', part, '--json')
    expect(JSON.parse(none.stderr)).toMatchObject({ code: 'SERIES_MISMATCH', exitCode: 1 })
  })

  it('rejects too little training data and invalid parameters', async () => {
    const { incidents, quiet, day, folder } = await bench()
    const short = join(folder, 'short.csv')
    await writeFile(short, (await readFile(quiet, 'utf8')).split('\n').slice(0, 20).join('\n'))
    const ran = await incidents(day, '--train', short, '--json')
    expect(JSON.parse(ran.stderr)).toMatchObject({ code: 'NOT_ENOUGH_DATA', exitCode: 1 })
    expect((await incidents(day, '--train', quiet, '--pvalue', '2')).exit).toBe(2)
    expect((await incidents(day)).stderr).toContain('--train')
    expect((await incidents('-', '--train', '-')).exit).toBe(2)
    expect((await incidents(day, '--train', join(folder, 'none.csv'))).stderr).toContain('there is no such file')
  })
})
