import type { RolloutCheck, RolloutFinding } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../render/display-width.ts'
import { runCli, type Setting } from '../testing/run-cli.ts'
import { NOW, storedFile } from '../testing/samples.ts'
import { startWireServer } from '../testing/wire-server.ts'

const HOUR = 3_600_000
const finding = (more: Partial<RolloutFinding> = {}): RolloutFinding => ({
  metric: 'latency',
  verdict: 'worse',
  regressionDirection: 'up',
  series: ['latency[a]'],
  controls: [],
  control: 'weeks',
  isTrending: false,
  before: 52,
  shift: { shift: 12, low: 9, high: 15 },
  relative: 0.23,
  delta: 0.8,
  distance: 0.7,
  probability: 1e-9,
  adjusted: 1e-8,
  effective: { before: 90, after: 30 },
  ...more,
})
const checked = (
  verdict: RolloutCheck['verdict'],
  findings = [finding({ verdict }), finding({ metric: 'memory', verdict: 'no-change' })],
): RolloutCheck => ({
  success: true,
  at: NOW - HOUR,
  stepMs: 60_000,
  verdict,
  findings,
  seriesTotal: 2,
  instances: ['a'],
  before: { start: NOW - 2 * HOUR, end: NOW - HOUR },
  after: { start: NOW - HOUR, end: NOW },
  sentence: 'Worse in 1 of 2 metrics: latency rose by 12 ms (+23 %).',
  reasons: ['latency rose.'],
})

async function bench(answer = checked('worse'), events: object[] = []) {
  const server = await startWireServer()
  server.files.set('f_123456789', {
    file: storedFile({ filename: 'f_123456789', uploadFileName: 'shop-test.csv' }),
    content: Buffer.alloc(0),
  })
  server.answer = ({ path }) => {
    if (path === '/cloudRolloutCheck') return { body: answer }
    return path === '/events'
      ? { body: { success: true, events, page: { page: 1, pageSize: 1, total: events.length } } }
      : undefined
  }
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  return {
    server,
    omen: (args: string[], setting: Setting = {}) =>
      runCli(['rollout', 'check', ...args], { now: NOW, ...setting, env }),
  }
}
const AT = String(NOW - HOUR)

describe('omen rollout check', () => {
  it('refuses the formats of omen rollout that it does not write', async () => {
    const { omen } = await bench()
    expect(await omen(['--project', 'shop', '--at', AT, '--format', 'sarif'])).toMatchObject({ exit: 2, stdout: '' })
  })

  it('writes the verdict on a line, and every metric', async () => {
    const { omen, server } = await bench()
    const { exit, stdout } = await omen(['--project', 'shop', '--at', AT, '--treated', 'a,b', '--after', '30m'])
    expect(exit).toBe(0)
    expect(stdout.split('\n')[0]).toBe('Worse in 1 of 2 metrics: latency rose by 12 ms (+23 %).')
    expect(stdout).toMatch(/worse +latency +52 +\+12 +\+9 … \+15 +\+23 % +< 0\.001 +earlier weeks/)
    expect(stdout).toMatch(/no change +memory/)
    const { query } = server.calls.at(-1)!
    expect([query.get('at'), query.getAll('instances'), query.get('after')]).toEqual([
      AT,
      ['a', 'b'],
      String(30 * 60_000),
    ])
  })

  it('fails a build with 3 where it is worse; not enough data fails it only where that is asked for', async () => {
    const args = ['--project', 'shop', '--at', AT, '--fail-on', 'worse']
    const failed = await (await bench()).omen(args)
    expect([failed.exit, failed.stderr]).toEqual([
      3,
      expect.stringContaining('--fail-on worse is met: exiting with 3.'),
    ])
    const unsure = await bench(checked('insufficient', [finding({ verdict: 'insufficient' })]))
    expect((await unsure.omen(args)).exit).toBe(0)
    expect((await unsure.omen([...args, '--json'])).json()).toMatchObject({ verdict: 'insufficient' })
    expect((await unsure.omen([...args, '--fail-on', 'insufficient'])).exit).toBe(3)
    expect((await (await bench(checked('no-change', [finding({ verdict: 'no-change' })]))).omen(args)).exit).toBe(0)
  })

  it('takes a project without any metric for not enough data', async () => {
    const { omen } = await bench({ ...checked('insufficient', []), instances: [], seriesTotal: 0 })
    const args = ['--project', 'shop', '--at', AT, '--fail-on']
    expect((await omen([...args, 'worse'])).exit).toBe(0)
    expect((await omen([...args, 'insufficient'])).exit).toBe(3)
  })

  it('takes an uploaded file by its name', async () => {
    const { omen, server } = await bench()
    expect((await omen(['--file', 'shop-test.csv', '--at', AT])).exit).toBe(0)
    expect(server.calls.at(-1)!.query.get('filename')).toBe('f_123456789')
  })

  const deployment = {
    id: 'ev_1',
    at: NOW - 2 * HOUR,
    kind: 'deployment',
    title: 'v2',
    version: null,
    instances: ['a'],
    link: null,
    by: 'ci',
    createdAt: NOW,
    mayDelete: true,
  }

  it('checks the last deployment that was reported, on the instances that it names', async () => {
    const { omen, server } = await bench(checked('worse'), [deployment])
    const { stderr, exit } = await omen(['--project', 'shop', '--fail-on', 'worse'])
    expect([exit, stderr]).toEqual([3, expect.stringContaining('The deployment "v2"')])
    const { query } = server.calls.at(-1)!
    expect([query.get('at'), query.getAll('instances')]).toEqual([String(NOW - 2 * HOUR), ['a']])
    const none = await (await bench()).omen(['--project', 'shop'])
    expect([none.exit, none.stderr]).toEqual([1, expect.stringContaining('omen events post')])
  })

  it('writes the title of a deployment without what controls a terminal', async () => {
    const event = { ...deployment, title: 'v2\u202egnp.\u001b[2J' }
    const { stderr } = await (await bench(checked('worse'), [event])).omen(['--project', 'shop'])
    expect(stderr).toContain('The deployment "v2 gnp. [2J"')
  })

  it('writes CSV and JUnit, and fits a terminal', async () => {
    const { omen } = await bench()
    const args = ['--project', 'shop', '--at', AT]
    expect((await omen([...args, '--format', 'csv'])).stdout.split('\n')[1]).toMatch(
      /^worse,latency,,52,12,9,15,0\.23,/,
    )
    expect((await omen([...args, '--format', 'junit'])).stdout).toContain('tests="2"')
    for (const line of (await omen(args, { columns: 100 })).stdout.split('\n'))
      expect(displayWidth(line)).toBeLessThanOrEqual(100)
  })

  it('rejects invalid options', async () => {
    const { omen } = await bench()
    for (const args of [
      [],
      ['--project', 'shop', '--file', 'f_1'],
      ['--file', 'f_123456789'],
      ['--project', 'shop', '--at', 'soon'],
      ['--project', 'shop', '--earlier-weeks', '5'],
    ])
      expect((await omen(args)).exit, args.join(' ')).toBe(2)
  })
})
