import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../render/display-width.ts'
import { TABLE_START, writeMinuteTable } from '../testing/minute-table.ts'
import { makeHome, runCli, type Setting } from '../testing/run-cli.ts'

const NAMES = ['cpu[a]', 'cpu[b]', 'cpu[c]', 'cpu[d]', 'cpu[e]', 'mem[a]', 'mem[b]']
const off = (name: string, row: number): number => (name === 'cpu[c]' && row >= 100 && row < 160 ? -8 : 0)

async function bench(moved = off, columns = NAMES) {
  const folder = await makeHome()
  const table = await writeMinuteTable(folder, columns, 300, moved)
  return {
    folder,
    table,
    peers: (args: string[] = [], setting?: Setting) => runCli(['peers', table, ...args], setting),
  }
}

describe('omen peers', () => {
  it('ranks instances that deviate and lists when they did', async () => {
    const { peers } = await bench()
    const { exit, stdout, stderr } = await peers()
    expect(exit).toBe(0)
    expect(stderr).toBe('Not compared, for want of 3 instances: mem.\n')
    expect(stdout).toContain('2026-11-20 01:00 to 2026-11-20 05:59, times in Europe/Berlin')
    expect(stdout).toContain('1 of 5 series of 1 group stands off.')
    expect(stdout).toMatch(/cpu\[c\] +20 % +1 +-\d/)
    expect(stdout).toMatch(/11-20 02:40 {2}11-20 03:39 +1h +-\d.* +cpu\[c\]/)
  })

  it('writes every member and the groups that are too small as JSON', async () => {
    const { peers } = await bench()
    const { groups } = (await peers(['--json'])).json() as {
      groups: {
        metric: string
        kind: string
        modes: object[]
        members: { series?: string; spans: { start: number }[] }[]
      }[]
    }
    expect(groups).toMatchObject([
      { metric: 'cpu', kind: 'compared', modes: [{ members: 5 }] },
      { metric: 'mem', kind: 'insufficient', need: 3, got: 2 },
    ])
    expect(groups[0]!.members).toHaveLength(5)
    expect(groups[0]!.members[0]).toMatchObject({
      seriesId: 'cpu[c]',
      spans: [{ start: TABLE_START + 100 * 60_000, rows: 60, side: -1 }],
    })
  })

  it('writes the spans as CSV', async () => {
    const { peers, folder } = await bench()
    const out = join(folder, 'spans.csv')
    const ran = await peers(['--out', out])
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 0, stdout: '' })
    expect(ran.stderr).toContain(`1 span in ${out}.`)
    const [head, row, ...rest] = (await readFile(out, 'utf8')).split('\n')
    expect(head).toBe('series,metric,service,instance,start,end,rows,distance,side,share')
    expect(row).toMatch(
      new RegExp(`^cpu\\[c\\],cpu,,c,${TABLE_START + 6_000_000},${TABLE_START + 9_540_000},60,-[\\d.]+,-1,0\\.2$`),
    )
    expect(rest).toEqual([''])
  })

  it('fails a build by its rule', async () => {
    const { peers } = await bench()
    const failed = await peers(['--fail-on', 'outliers > 0'])
    expect(failed.exit).toBe(3)
    expect(failed.stderr).toContain('outliers>0 is met: exiting with 3.')
    expect((await peers(['--fail-on', 'any'])).exit).toBe(3)
    expect((await peers(['--fail-on', 'share>=0.1'])).exit).toBe(3)
    expect((await peers(['--fail-on', 'share>0.5'])).exit).toBe(0)
    expect((await peers(['--fail-on', 'outliers>=2'])).exit).toBe(0)
    const quiet = await bench(() => 0)
    expect(await quiet.peers(['--fail-on', 'any'])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('No instance stands off; 5 series of 1 group compared.'),
    })
  })

  it('reports only larger and longer deviations, as asked', async () => {
    const { peers } = await bench()
    for (const more of [
      ['--tolerance', '30'],
      ['--min-span', '100'],
      ['--metric', 'cpu', '--min-members', '5', '--tolerance', '30'],
    ])
      expect((await peers([...more, '--fail-on', 'any'])).exit).toBe(0)
    expect((await peers(['--min-span', '50', '--min-members', '5', '--fail-on', 'any'])).exit).toBe(3)
  })

  it('compares instances with their own past, as asked', async () => {
    const { peers } = await bench((name, row) => (name === 'cpu[e]' ? 40 : off(name, row)))
    expect((await peers()).stdout).toMatch(/cpu\[e\] +100 %/)
    const { stdout } = await peers(['--past', '90m'])
    expect(stdout).toContain('1 of 5 series of 1 group stands off.')
    expect(stdout).toMatch(/cpu\[c\] +28\.\d %/)
  })

  it('treats columns of any name as one group', async () => {
    const { peers } = await bench((name, row) => (name === 'n2' ? off('cpu[c]', row) : 0), ['n1', 'n2', 'n3', 'n4'])
    const refused = await peers()
    expect(refused).toMatchObject({ exit: 1, stdout: '' })
    expect(refused.stderr).toContain('no metric has 3 instances with values')
    expect(refused.stderr).toContain('--one-group')
    expect((await peers(['--one-group'])).stdout).toMatch(/n2 +20 %/)
  })

  it('reads standard input, packed or not', async () => {
    const { table } = await bench()
    const input = await readFile(table, 'utf8')
    expect((await runCli(['peers', '-'], { input })).stdout).toContain('cpu[c]')
    const packed = join(await makeHome(), 'table.csv.gz')
    await writeFile(packed, gzipSync(input))
    expect((await runCli(['peers', packed])).stdout).toContain('cpu[c]')
  })

  it('fits the width of a terminal', async () => {
    const { peers } = await bench()
    const { stdout } = await peers([], { columns: 60, env: { NO_COLOR: '1' } })
    for (const line of stdout.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(60)
  })

  it('handles constants, two rows, times that go back, gaps of months and values of 1e300', async () => {
    const folder = await makeHome()
    const peersOf = async (rows: string[]) => {
      const path = join(folder, 'irregular.csv')
      await writeFile(path, ['timestamp,x[a],x[b],x[c]', ...rows].join('\n'))
      return runCli(['peers', path, '--json'])
    }
    const at = (minutes: number, cells = '7,7,7') => `${TABLE_START + minutes * 60_000},${cells}`
    const minutes = Array.from({ length: 40 }, (_, k) => k)
    const cases = [
      minutes.map((k) => at(k)),
      [at(0), at(1)],
      minutes.map((k) => at(40 - k)),
      [...minutes.map((k) => at(k)), ...minutes.map((k) => at(k + 150_000))],
      minutes.map((k) => at(k, `1e300,${1 + k / 1e3}e300,1e300`)),
      minutes.map((k) => at(k < 20 ? k : 20 + 5 * (k - 20))),
    ]
    for (const rows of cases) {
      const ran = await peersOf(rows)
      expect(ran).toMatchObject({ exit: 0, stderr: '' })
      expect(ran.json()).toMatchObject({ success: true, groups: [{ kind: 'compared' }] })
    }
    for (const rows of [[], [at(0, ',,')]]) expect(await peersOf(rows)).toMatchObject({ exit: 1, stdout: '' })
  })

  it('rejects invalid options and metrics', async () => {
    const { peers } = await bench()
    for (const args of [
      ['--tolerance', '0'],
      ['--min-members', '2'],
      ['--min-span', '1.5'],
      ['--fail-on', 'outliers'],
    ])
      expect((await peers(args)).exit).toBe(2)
    expect(await peers(['--metric', 'disk'])).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/no column is of the metric disk[\s\S]*There are cpu, mem\./),
    })
  })
})
