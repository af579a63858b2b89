import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutlierComparison } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../render/display-width.ts'
import { makeHome, runCli, type Setting } from '../testing/run-cli.ts'
import { NOW, storedFile } from '../testing/samples.ts'
import { startWireServer } from '../testing/wire-server.ts'

const HOUR = 3_600_000
const SPAN = { start: NOW - 2 * HOUR, end: NOW - HOUR, rows: 60, distance: 7.25, side: 1 as const }
const member = (instance: string, spans: (typeof SPAN)[] = []) => ({
  seriesId: `cpu[${instance}]`,
  instance,
  mode: 0,
  distance: spans[0]?.distance ?? 0,
  share: spans.length > 0 ? 0.04 : 0,
  rows: 1440,
  spans,
})
const found: OutlierComparison = {
  success: true,
  from: NOW - 24 * HOUR,
  to: NOW,
  pastFrom: NOW - 48 * HOUR,
  stepMs: 60_000,
  seriesTotal: 5,
  seriesCompared: 4,
  groups: [
    {
      metric: 'cpu',
      kind: 'compared',
      outliers: 1,
      modes: [{ members: 3, level: 50, deviation: 1 }],
      members: [member('evil \u001b[2J', [SPAN]), member('b'), member('c')],
    },
    { metric: 'disk', kind: 'insufficient', need: 3, got: 1, outliers: 0, modes: [], members: [] },
  ],
}

async function bench(answer: object = found) {
  const server = await startWireServer()
  server.files.set('f_123456789', {
    file: storedFile({ filename: 'f_123456789', uploadFileName: 'shop-test.csv' }),
    content: Buffer.alloc(0),
  })
  server.answer = ({ path }) => (path === '/cloudOutlierDetection' ? { body: answer } : undefined)
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  return {
    server,
    omen: (args: string[], setting: Setting = {}) => runCli(['outliers', ...args], { now: NOW, ...setting, env }),
  }
}

describe('omen outliers', () => {
  it('ranks instances that stand off and lists when they did, as text whatever they are called', async () => {
    const { omen, server } = await bench()
    const { exit, stdout, stderr } = await omen(['shop'])
    expect(exit).toBe(0)
    expect(stdout).toContain('1 of 3 series of 1 metric stands off.')
    expect(stdout).toMatch(/evil .*cpu +4 % +1 +\+7\.25/)
    expect(stdout).not.toContain('\u001b')
    expect(stderr).toContain('Not compared, for want of 3 instances: disk.')
    expect(stderr).toContain('Only 4 of 5 series were compared')
    const { query } = server.calls.at(-1)!
    expect(Object.fromEntries(query)).toEqual({
      projectName: 'shop',
      tolerance: '3',
      minMembers: '3',
      minSpan: '5',
      buckets: '1',
    })
  })

  it('asks for what it is told to', async () => {
    const { omen, server } = await bench()
    await omen(['--file', 'f_123456789', '--metric', 'cpu', '--metric', 'mem', '--past', '0s', '--tolerance', '5'])
    const { query } = server.calls.at(-1)!
    expect([query.get('filename'), query.getAll('metric'), query.get('past'), query.get('tolerance')]).toEqual([
      'f_123456789',
      ['cpu', 'mem'],
      '0',
      '5',
    ])
    await omen(['shop', '--last', '6h'])
    expect(server.calls.at(-1)!.query.get('from')).toBe(String(NOW - 6 * HOUR))
    await omen(['shop', '--from', '2026-11-19 10:00', '--to', '2026-11-20 10:00'])
    const last = server.calls.at(-1)!.query
    expect(Number(last.get('to')) - Number(last.get('from'))).toBe(24 * HOUR)
  })

  it('takes an uploaded file by its name', async () => {
    const { omen, server } = await bench()
    expect((await omen(['--file', 'shop-test.csv'])).exit).toBe(0)
    expect(server.calls.at(-1)!.query.get('filename')).toBe('f_123456789')
    expect(await omen(['--file', 'nowhere.csv'])).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('There is no file "nowhere.csv"'),
    })
  })

  it('fails a build by its rule, and writes JSON and CSV', async () => {
    const { omen } = await bench()
    expect((await omen(['shop', '--fail-on', 'outliers>0'])).exit).toBe(3)
    expect((await omen(['shop', '--fail-on', 'share>=0.1'])).exit).toBe(0)
    expect((await omen(['shop', '--json'])).json()).toMatchObject({
      success: true,
      projectName: 'shop',
      groups: [{ outliers: 1 }, {}],
    })
    expect((await omen(['shop', '--format', 'junit'])).stdout).toContain('omen outliers')
    const out = join(await makeHome(), 'spans.csv')
    const { stderr } = await omen(['shop', '--out', out])
    expect(stderr).toContain(`1 span in ${out}.`)
    expect((await readFile(out, 'utf8')).split('\n')[1]).toMatch(/,cpu,,.*,60,7\.25,1,0\.04$/)
  })

  it('says that nothing stands off, and fits 80 columns', async () => {
    const quiet = await bench({
      ...found,
      groups: [{ ...found.groups[0]!, outliers: 0, members: [member('a'), member('b'), member('c')] }],
    })
    expect((await quiet.omen(['shop', '--fail-on', 'any'])).stdout).toContain(
      'No instance stands off; 3 series of 1 metric compared.',
    )
    const { omen } = await bench()
    for (const line of (await omen(['shop'], { columns: 80 })).stdout.split('\n'))
      expect(displayWidth(line)).toBeLessThanOrEqual(80)
  })

  it('rejects invalid options', async () => {
    const { omen } = await bench()
    for (const args of [
      [],
      ['shop', '--file', 'f_1'],
      ['shop', '--tolerance', '0'],
      ['shop', '--min-members', '2'],
      ['shop', '--from', 'soon'],
    ])
      expect((await omen(args)).exit, args.join(' ')).toBe(2)
  })
})
