import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../render/display-width.ts'
import { TABLE_START, writeMinuteTable } from '../testing/minute-table.ts'
import { makeHome, runCli, type Setting } from '../testing/run-cli.ts'

const NAMES = ['latency[a]', 'latency[b]', 'requests[a]', 'requests[b]']
const AT = String(TABLE_START + 240 * 60_000)
const worse = (name: string, row: number) => (name === 'latency[a]' && row >= 240 ? 3 : 0)

async function bench(moved: (name: string, row: number) => number = worse, rows = 480) {
  const folder = await makeHome()
  const table = await writeMinuteTable(folder, NAMES, rows, moved)
  const rollout = (args: string[] = [], setting?: Setting) => runCli(['rollout', table, '--at', AT, ...args], setting)
  return { folder, table, rollout }
}

describe('omen rollout', () => {
  it('reports in one line that it is worse, with three reasons, and shows every metric', async () => {
    const { rollout } = await bench()
    const { exit, stdout, stderr } = await rollout(['--treated', 'a'])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(stdout.split('\n')[0]).toMatch(
      /^Worse: latency rose by [\d.]+ \(\+[\d.]+ %, 95 % between \+[\d.]+ and \+[\d.]+\); [\d.]+ % of pairs are higher after; distributions 0\.\d\d apart; p < 0\.001, against control instances\.$/,
    )
    expect(stdout).toMatch(/worse +latency .* 1 instance\n/)
    expect(stdout).toMatch(/no change +requests /)
  })

  it('fails a build on the verdict', async () => {
    const { rollout } = await bench()
    const failed = await rollout(['--treated', 'a', '--fail-on', 'worse'])
    expect(failed.exit).toBe(3)
    expect(failed.stderr).toContain('--fail-on worse is met: exiting with 3.')
    const several = ['--treated', 'a', '--fail-on', 'worse>=2', '--fail-on', 'any']
    const joined = await rollout([...several, '--json'])
    expect(joined.exit).toBe(3)
    expect(joined.json()).toMatchObject({ failOn: { by: [{ rule: 'any', value: 1, what: 'latency' }] } })
    const report = (await rollout([...several, '--format', 'junit'])).stdout
    expect(report).toContain('tests="2" failures="1"')
    expect(await rollout(['--treated', 'a', '--fail-on', 'better'])).toMatchObject({ exit: 2 })
    const fine = await bench(() => 0)
    for (const limit of ['worse', 'changed', 'insufficient'])
      expect(await fine.rollout(['--fail-on', limit])).toMatchObject({
        exit: 0,
        stdout: expect.stringMatching(/^No change in all of 2 metrics\./),
      })
    const other = await bench((name, row) => (name === 'requests[a]' && row >= 240 ? 3 : 0))
    expect((await other.rollout(['--treated', 'a', '--fail-on', 'worse'])).exit).toBe(0)
    expect((await other.rollout(['--treated', 'a', '--fail-on', 'changed'])).exit).toBe(3)
    expect((await other.rollout(['--treated', 'a', '--bad-up', 'requests', '--fail-on', 'worse'])).exit).toBe(3)
    expect((await other.rollout(['--treated', 'a', '--bad-down', 'requests', '--fail-on', 'changed'])).exit).toBe(0)
  })

  it('subtracts the change of the controls', async () => {
    const { rollout } = await bench((_, row) => (row >= 240 ? 3 : 0))
    expect((await rollout()).stdout).toMatch(/^Worse/)
    expect((await rollout(['--treated', 'a'])).stdout).toMatch(/^No change/)
    expect((await rollout(['--control', 'b'])).stdout).toMatch(/^No change/)
    expect((await rollout(['--treated', 'a', '--control', 'b'])).stdout).toMatch(/^No change/)
  })

  it('reads the time as tables show it, and windows', async () => {
    const { rollout, table } = await bench()
    const local = await runCli(['rollout', table, '--at', '2026-11-20 05:00', '--treated', 'a', '--json'])
    expect(local.json()).toMatchObject({ success: true, at: Number(AT), verdict: 'worse' })
    const late = await rollout(['--treated', 'a', '--before', '1h', '--after', '2h', '--settle', '30m', '--json'])
    expect(late.json()).toMatchObject({ verdict: 'worse', findings: [{ metric: 'latency' }, { metric: 'requests' }] })
  })

  it('reports an inconclusive comparison', async () => {
    const { rollout } = await bench(worse, 245)
    const ran = await rollout(['--fail-on', 'insufficient'])
    expect(ran).toMatchObject({ exit: 3, stdout: expect.stringMatching(/^Inconclusive/) })
    expect((await rollout(['--fail-on', 'changed'])).exit).toBe(0)
  })

  it('reports that a trend may continue without the rollout', async () => {
    const { rollout } = await bench((_, row) => row / 40)
    expect((await rollout()).stdout).toMatch(/^Inconclusive: 2 of 2 metrics moved that way before, too/)
  })

  it('compares with earlier days if the file has them, unless disabled', async () => {
    const { rollout } = await bench((_, row) => (row >= 240 ? 3 : 0), 1440 + 700)
    const later = ['--at', String(TABLE_START + 1900 * 60_000), '--before', '2h', '--json']
    expect((await rollout(later)).json()).toMatchObject({ findings: [{ control: 'days' }, { control: 'days' }] })
    expect((await rollout([...later, '--earlier-weeks', '0'])).json()).toMatchObject({
      findings: [{ control: 'none' }, {}],
    })
  })

  it('writes every metric as CSV, beside the verdict', async () => {
    const { rollout, folder } = await bench()
    const out = join(folder, 'metrics.csv')
    const { stdout, stderr } = await rollout(['--treated', 'a', '--out', out])
    expect(stdout).toBe('')
    expect(stderr).toContain(`2 metrics in ${out}. Worse`)
    const lines = (await readFile(out, 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^worse,latency,,.*,instances,latency\[a\],latency\[b\]$/)
  })

  it('fits the width of a terminal', async () => {
    const { rollout } = await bench()
    const { stdout } = await rollout(['--treated', 'a'], { columns: 110, env: { NO_COLOR: '1' } })
    for (const line of stdout.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(110)
  })

  it('handles constants, two rows and values of 1e300', async () => {
    const path = join(await makeHome(), 'irregular.csv')
    const rolloutOf = async (cells: readonly string[]) => {
      const rows = cells.map((cell, k) => `${TABLE_START + k * 60_000},${cell}`)
      await writeFile(path, ['timestamp,latency', ...rows].join('\n'))
      return runCli(['rollout', path, '--at', String(TABLE_START + 60_000 * Math.floor(cells.length / 2))])
    }
    expect(await rolloutOf(new Array<string>(200).fill('7'))).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/^No change/),
    })
    expect((await rolloutOf(['1', '2'])).stdout).toMatch(/^Inconclusive/)
    const huge = Array.from({ length: 200 }, (_, k) => `${(k % 7) + (k < 100 ? 1 : 9)}e300`)
    expect(await rolloutOf(huge)).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^Worse: latency rose/) })
    expect(await rolloutOf([])).toMatchObject({ exit: 1, stdout: '' })
  })

  it('rejects invalid options, and lists valid ones', async () => {
    const { rollout, table } = await bench()
    expect((await runCli(['rollout', table])).exit).toBe(2)
    for (const args of [
      ['--before', '0s'],
      ['--treated', ','],
      ['--earlier-weeks', '9'],
      ['--fail-on', 'bad'],
    ])
      expect((await rollout(args)).exit).toBe(2)
    expect((await rollout(['--treated', 'z'])).stderr).toMatch(/no column is of the instance z[\s\S]*There are a, b\./)
    expect((await rollout(['--treated', 'a', '--control', 'a'])).stderr).toContain('both reached and a control')
    expect((await rollout(['--control', 'a,b'])).stderr).toContain('every instance is a control')
    expect((await rollout(['--bad-up', 'disk'])).stderr).toContain('no column is of the metric disk')
    const early = await runCli(['rollout', table, '--at', '2020-01-01T00:00Z'])
    expect(early).toMatchObject({ exit: 1, stderr: expect.stringContaining('2026-11-20T00:00:00.000Z') })
  })
})
