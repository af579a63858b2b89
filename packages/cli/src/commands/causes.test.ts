import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../render/display-width.ts'
import { FAULT_DAY, FAULT_ROW, writeFaultTables } from '../testing/fault-tables.ts'
import { makeHome, runCli, type Setting } from '../testing/run-cli.ts'

const MINUTE = 60_000
const START = FAULT_DAY + FAULT_ROW * MINUTE
const WINDOW = ['--from', String(START), '--to', String(START + 29 * MINUTE)]

async function bench() {
  const folder = await makeHome()
  const { quiet, day } = await writeFaultTables(folder)
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const causes = (args: string[], setting?: Setting) => runCli(['causes', ...args], setting)
  return { folder, quiet, day, file, causes }
}

describe('omen causes', () => {
  it('ranks the series that moved in a given interval, with reasons', async () => {
    const { causes, day } = await bench()
    const { exit, stdout, stderr } = await causes([day, ...WINDOW])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(stdout).toContain('2026-11-19 04:20 to 2026-11-19 04:49, times in Europe/Berlin')
    expect(stdout).toContain('It began with mem[b] at 11-19 04:20; 3 series moved.')
    expect(stdout).toMatch(
      / % {2}mem\[b\] +mem on b went up to \d+\.?\d*, .* first to move, 2 of 3 metrics there differed from before/,
    )
    expect(stdout).toContain('cpu[a] (6m later)')
    expect(stdout).toContain('mem[b] → cpu[b], 2m later')
  })

  it('reads a time without a zone as tables show it', async () => {
    const { causes, day } = await bench()
    const ran = await causes([day, '--from', '2026-11-19 04:20', '--to', '2026-11-19 04:49:00', '--json'])
    expect(ran.json()).toMatchObject({ success: true, from: START, to: START + 29 * MINUTE })
    const withZone = await causes([day, '--from', '2026-11-19T03:20:00Z', '--json'])
    expect(withZone.json()).toMatchObject({ from: START, to: FAULT_DAY + 299 * MINUTE })
  })

  it('finds the worst incident with a model of a quiet time', async () => {
    const { causes, day, quiet } = await bench()
    const { exit, json } = await causes([day, '--train', quiet, '--json'])
    expect(exit).toBe(0)
    const report = json() as { from: number; causes: { seriesId: string; role: string; sentence: string }[] }
    expect(Math.abs(report.from - START)).toBeLessThanOrEqual(2 * MINUTE)
    expect(report.causes[0]).toMatchObject({ seriesId: 'mem[b]', role: 'cause' })
    expect(report.causes[0]?.sentence).toContain('mem on b went up')
  })

  it('ranks an instance that stopped reporting first', async () => {
    const { causes, quiet, file } = await bench()
    const rows = (await readFile(quiet, 'utf8')).trimEnd().split('\n')
    const silent = rows.map((row, k) => (k > 300 && k < 340 ? row.replace(/(?:,[^,]*){3}$/, ',,,') : row))
    const path = await file('silent.csv', silent.join('\n'))
    const { stdout } = await causes([path, '--train', quiet])
    expect(stdout).toMatch(/It began with (cpu|mem|net)\[b\] at 11-18 06:00; 3 series moved/)
    expect(stdout).toContain('on b stopped, first to move, 3 of 3 metrics there differed from before')
  })

  it('distinguishes changes and new messages from symptoms', async () => {
    const { causes, day, file } = await bench()
    const at = new Date(START - 2 * MINUTE).toISOString()
    const changes = await file('changes.csv', `time,kind,instance,text\n${at},Deployment,b,"b 1.2, canary"\n`)
    const lines = Array.from({ length: 3000 }, (_, k) => {
      const time = new Date(FAULT_DAY + k * 4_000).toISOString()
      return `${time} INFO ${k === 2985 ? `cache rebuilt from scratch` : `served request ${k}`}`
    })
    const log = await file('app.log', lines.join('\n'))
    const { stdout, exit } = await causes([day, ...WINDOW, '--changes', changes, '--log', log])
    expect(exit).toBe(0)
    expect(stdout).toMatch(/change +11-19 04:18 +deployment +b 1\.2, canary on b/)
    expect(stdout).toMatch(/change +11-19 04:19 +new message +.*cache rebuilt from scratch/)
    expect(stdout).toContain('something was changed there shortly before')
  })

  it('writes the ranking to a file, with reasons in Chinese', async () => {
    const { causes, day, folder } = await bench()
    const out = join(folder, 'causes.csv')
    const { stdout, stderr } = await causes([day, ...WINDOW, '--out', out, '--lang', 'zh-CN'])
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: `3 ranked series in ${out}.\n` })
    const [head, first, ...rest] = (await readFile(out, 'utf8')).trimEnd().split('\n')
    expect(head).toBe('rank,role,series,share,side,deviation,onset,behind_ms,persistence,sentence')
    expect(first).toMatch(new RegExp(`^1,cause,mem\\[b\\],0\\.\\d+,1,[\\d.]+,${START},0,1,b 的 mem 升至 .*$`))
    expect(rest).toHaveLength(2)
  })

  it('truncates lines to the terminal width', async () => {
    const { causes, day } = await bench()
    const { stdout } = await causes([day, ...WINDOW], { columns: 60 })
    for (const line of stdout.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(60)
  })

  it('reports that nothing moved in a quiet time', async () => {
    const { causes, quiet } = await bench()
    const from = FAULT_DAY - 86_400_000 + 200 * MINUTE
    const { stdout, exit } = await causes([quiet, '--from', String(from), '--to', String(from + 20 * MINUTE)])
    expect({ exit, isSaid: stdout.includes('No series left its expected range') }).toEqual({ exit: 0, isSaid: true })
  })

  it('requires a time, and rejects invalid ones', async () => {
    const { causes, day, quiet } = await bench()
    expect((await causes([day])).stderr).toContain('When was the incident?')
    expect((await causes([day, '--to', '5'])).stderr).toContain('--to needs --from')
    expect((await causes([day, '--from', 'noon'])).stderr).toContain(
      "--from: 'noon' is not a time; ISO 8601, dates like",
    )
    expect((await causes([day, '--from', '20260301'])).stderr).toContain(
      "--from: '20260301' looks like a date without separators: write it like 2026-03-01",
    )
    expect((await causes([day, '--from', '1970-01-01'])).stderr).toContain('is not a time of 1990 to 2099')
    expect((await causes([day, '--from', '2026-11-19', '--to', '2026-11-18'])).stderr).toContain(
      '--to is before --from',
    )
    expect((await causes(['-', '--train', '-'])).stderr).toContain('can stand for one file only')
    const runs = [[day], [day, '--from', 'noon'], ['-', '--train', '-']].map((args) => causes(args))
    for (const { exit } of await Promise.all(runs)) expect(exit).toBe(2)
    const outside = await causes([day, '--from', '2031-01-01'])
    expect({ exit: outside.exit, hasMessage: outside.stderr.includes('nothing was measured') }).toEqual({
      exit: 1,
      hasMessage: true,
    })
    const calm = await causes([quiet, '--train', quiet])
    expect({ exit: calm.exit, hasMessage: calm.stderr.includes('nothing abnormal was found') }).toEqual({
      exit: 1,
      hasMessage: true,
    })
  })

  it.each([
    ['an empty file', '', 'the file is empty'],
    ['one line', 'timestamp,cpu[a]\n', 'there is no row below the heading'],
    ['two points', `timestamp,cpu[a]\n${START},1\n${START + MINUTE},2\n`, 'no series has enough values'],
    ['a time that stands still', `timestamp,cpu[a]\n${`${START},1\n`.repeat(40)}`, 'no series has enough values'],
  ])('refuses %s', async (_name, text, message) => {
    const { causes, file } = await bench()
    const { exit, stdout, stderr } = await causes([await file('bad.csv', text), '--from', String(START)])
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' })
    expect(stderr).toContain(message)
  })

  it.each([
    ['a constant series', (k: number) => [k, 5]],
    ['values of 1e300', (k: number) => [k, k % 2 === 0 ? 1e300 : -1e300]],
    ['months of gaps', (k: number) => [k < 40 ? k : k + 130_000, k]],
    ['a change of interval', (k: number) => [k < 40 ? k : 40 + (k - 40) * 15, k]],
    ['times that go back', (k: number) => [79 - k, k % 3]],
  ])('answers for %s', async (_name, at) => {
    const { causes, file } = await bench()
    const rows = Array.from({ length: 80 }, (_, k) => at(k)).map(
      ([row, value]) => `${START + row! * MINUTE},${value}\n`,
    )
    const last = Math.max(...Array.from({ length: 80 }, (_, k) => at(k)[0]!))
    const path = await file('irregular.csv', `timestamp,cpu[a]\n${rows.join('')}`)
    const from = START + Math.min(60, last) * MINUTE
    const ran = await causes([path, '--from', String(from), '--json'])
    if (ran.exit === 0) expect(ran.json()).toMatchObject({ success: true })
    else expect(JSON.parse(ran.stderr)).toMatchObject({ code: 'NOT_ENOUGH_DATA', exitCode: 1 })
  })

  it.each([
    ['without its columns', 'at,what\n1,2\n', 'the heading lacks time, kind, text'],
    ['with a bad time', 'time,kind,text\nsoon,other,x\n', "'soon' is not a time"],
    ['with an unknown kind', `time,kind,text\n${START},party,x\n`, "'party' is none of deployment"],
    ['with a field too many', `time,kind,text\n${START},other,x,y\n`, 'there are 4 fields'],
    ['that is empty', '', 'the file is empty'],
  ])('refuses a list of changes %s', async (_name, text, message) => {
    const { causes, day, file } = await bench()
    const { exit, stderr } = await causes([day, ...WINDOW, '--changes', await file('changes.csv', text)])
    expect({ exit, hasMessage: stderr.includes(message) }).toEqual({ exit: 1, hasMessage: true })
  })
})
