import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { makeHome, runCli, type Setting } from '../../testing/run-cli.ts'
import { detection, gap, NOW, period } from '../../testing/samples.ts'
import { startWireServer } from '../../testing/wire-server.ts'

async function bench() {
  const server = await startWireServer()
  server.detections.set('d-abcd1', detection({ id: 'd-abcd1', worstVal: -8.25, periods: [period({ val: -8.25 })] }))
  const quiet = detection({ id: 'd-abzz2', uploadFileName: 'calm.csv', periods: [], gaps: [gap()] })
  server.detections.set('d-abzz2', quiet)
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  const omen = (args: string[], setting: Setting = {}) =>
    runCli(['detections', ...args], { ...setting, env: { ...env, ...setting.env } })
  return { server, omen }
}

describe('omen detections', () => {
  it('lists detections with the worst severity, and their pages for a program', async () => {
    const { server, omen } = await bench()
    const { stdout } = await omen([])
    expect(stdout).toMatch(/■ ▼ 8\.3 +day\.csv +checkout v1 +1 +2026-11-19 13:00 +just now +d-abcd1/)
    expect(stdout).toMatch(/– +calm\.csv +checkout v1 +1 .*d-abzz2/)
    expect((await omen(['list', '--json'])).json()).toMatchObject({
      detections: [{ severity: 8.25, url: `${server.url}/detections/d-abcd1` }, { id: 'd-abzz2' }],
    })
    expect((await omen(['list', '--format', 'csv'])).stdout.split('\n')[1]).toMatch(
      /^d-abcd1,8\.25,1,1,day\.csv,checkout,1,/,
    )
  })

  it('shows a verdict with its note under its anomaly, and in JSON', async () => {
    const { server, omen } = await bench()
    const judged = period({ verdict: 'false', verdictNote: 'a planned\ntest' })
    server.detections.set('d-abcd1', detection({ id: 'd-abcd1', periods: [judged, period({ verdict: 'true' })] }))
    for (const more of [[], ['--full']]) {
      const { stdout } = await omen(['show', 'd-abcd1', ...more])
      expect(stdout).toContain('\n    marked as a false alarm: a planned test\n')
      expect(stdout).toMatch(/\n {4}marked as real(\n|$)/)
    }
    expect((await omen(['show', 'd-abcd1', '--json'])).json()).toMatchObject({
      detection: { periods: [{ verdict: 'false', verdictNote: 'a planned\ntest' }, { verdict: 'true' }] },
    })
  })

  it('passes its filters on, times in the zone that is shown', async () => {
    const { server, omen } = await bench()
    await omen(['--q', 'day', '--model', 'checkout', '--min-severity', '7', '--from', '2026-11-20 13:00'])
    const { query } = server.calls.at(-1)!
    expect(Object.fromEntries(query)).toMatchObject({
      q: 'day',
      modelName: 'checkout',
      minSeverity: '7',
      from: String(NOW),
    })
    expect(await omen(['--min-severity', '11'])).toMatchObject({ exit: 2 })
  })

  it('shows one by id, by the beginning of its id and by its file, as omen detect does', async () => {
    const { server, omen } = await bench()
    for (const reference of ['d-abcd1', 'd-abc', 'day.csv']) {
      const { exit, stdout } = await omen(['show', reference])
      expect(exit).toBe(0)
      expect(stdout).toContain('1 incident, worst on cpu[node2]')
    }
    expect((await omen(['show', 'd-ab'])).stderr).toContain('2 detections begin with "d-ab"')
    expect((await omen(['show', 'nothing.csv'])).stderr).toContain('There is no detection "nothing.csv"')
    server.calls.length = 0
    const gated = await omen(['show', 'd-abzz2', '--pvalue', '0.999', '--fail-on', 'gaps>=1', '--json'])
    expect(gated.exit).toBe(3)
    expect(gated.json()).toMatchObject({ url: `${server.url}/detections/d-abzz2`, failOn: { matched: true } })
    expect(server.calls[0]?.query.get('pvalue')).toBe('0.999')
  })

  it('prints the page, and opens it at a terminal in the program that BROWSER names', async () => {
    const { server, omen } = await bench()
    const page = `${server.url}/detections/d-abcd1`
    expect(await omen(['open', 'day.csv'])).toMatchObject({ exit: 0, stdout: `${page}\n`, stderr: '' })
    const opened = await omen(['open', 'day.csv', '--format', 'json'])
    expect(opened.json()).toMatchObject({ url: page, opened: false })
    const shown = await omen(['open', 'day.csv'], { columns: 80, env: { BROWSER: '/nowhere/browser' } })
    expect(shown.stdout).toBe(`${page}\n`)
    expect(shown.stderr).toContain('No browser could be started')
  })

  it('prints the page of the server if the address is the base of its API', async () => {
    const { server, omen } = await bench()
    const ran = await omen(['open', 'day.csv'], { env: { OMEN_URL: `${server.url}/api/v1/` } })
    expect(ran).toMatchObject({ exit: 0, stdout: `${server.url}/detections/d-abcd1\n` })
  })

  it('exports all findings, those of every page and those that are hidden', async () => {
    const { server, omen } = await bench()
    const file = join(await makeHome(), 'findings.csv')
    server.findings = [
      finding({ number: 1, sentence: '=1+1' }),
      finding({ number: 2, hidden: true, severity: Math.PI, kind: 'down' }),
      finding({ number: 1, type: 'gap', kind: 'silent', severity: null, direction: null, end: null }),
    ]
    const { exit, stderr } = await omen(['export', 'day.csv', '--out', file])
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: `3 findings in ${file}.\n` })
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toMatch(/^period,1,.*,'=1\+1,$/)
    expect(lines[2]).toMatch(/^period,2,.*,down,.*,10,1,.*,true,/)
    expect(lines[3]).toMatch(new RegExp(`^gap,1,[^,]+,silent,${NOW},,3,,,`))
    expect((await omen(['export', 'day.csv', '--json'])).json()).toMatchObject({ findings: [{}, {}, {}] })
  })

  it('exports the chart of a metric as SVG', async () => {
    const { server, omen } = await bench()
    const { stdout } = await omen(['export', 'day.csv', '--chart', 'cpu', '--theme', 'dark'])
    expect(stdout).toBe('<svg/>\n')
    expect(Object.fromEntries(server.calls.at(-1)!.query)).toEqual({ metric: 'cpu', theme: 'dark' })
  })
})

function finding(given: Partial<Finding>): Finding {
  return {
    type: 'period',
    id: 'p1',
    number: 1,
    kind: 'anomaly',
    start: NOW,
    end: NOW,
    rows: 3,
    severity: 7,
    direction: 1,
    probability: 1e-9,
    leadSeriesId: 'cpu[node2]',
    expected: 1,
    actual: 9,
    sentence: 'up',
    state: 'over',
    hidden: false,
    ...given,
  }
}
