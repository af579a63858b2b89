import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { IncidentDetail, ListedIncident } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { makeHome, runCli, type Setting } from '../../testing/run-cli.ts'
import { NOW } from '../../testing/samples.ts'
import { startWireServer } from '../../testing/wire-server.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const ONSET = NOW - 2 * HOUR

const listed = (given: Partial<ListedIncident> = {}): ListedIncident => ({
  id: 'in_1',
  projectName: 'shop',
  owner: 'alice1',
  title: 'disk_write on node5',
  brief: 'reached 84.3',
  sentence: 'disk_write on node5 reached 84.3, usually 6.3, first of 2 metrics to move',
  kind: 'anomaly',
  family: 'disk',
  onset: ONSET,
  end: ONSET + 100 * MINUTE,
  state: 'resolved',
  isClosed: false,
  val: 9,
  findings: 2,
  durationMs: given.end === null ? null : 100 * MINUTE,
  leadSeries: { metric: 'disk_write', instance: 'node5' },
  instances: ['node5'],
  starred: true,
  hasPostMortem: false,
  isExcluded: false,
  repeats: { count: 3, key: 'k', firstOnset: ONSET },
  ...given,
})

const ENTRY = { val: 9, instance: 'node5', seriesId: null, findingId: 'f1', isNew: false, link: null, end: null }
const DECISION = {
  id: 'in_1',
  projectName: 'shop',
  state: 'resolved' as const,
  decidedAt: NOW,
  decidedBy: 'alice1',
  note: null,
}

const detail = (): IncidentDetail => ({
  incident: listed(),
  source: {
    kind: 'project',
    dataType: 'Metric',
    samplingMs: MINUTE,
    timeZone: 'UTC',
    detectionId: null,
    uploadFileName: null,
  },
  requestedId: 'in_0',
  mergedFrom: [{ id: 'in_0', at: NOW, by: 'alice1' }],
  withdrawn: null,
  decision: DECISION,
  history: [{ at: NOW, kind: 'noted', by: 'bob', note: 'logs rotated \u001b[2J', other: null }],
  findings: [],
  series: [],
  seriesTotal: 0,
  instances: ['node5'],
  timeline: [
    { ...ENTRY, lane: 'change', at: ONSET - MINUTE, name: 'checkout 2.4.1', text: 'deployment' },
    { ...ENTRY, lane: 'metric', at: ONSET, name: 'disk_write on node5', text: '84.3 MB/s, usually 6.3 MB/s' },
  ],
  causes: [
    {
      rank: 1,
      kind: 'series',
      seriesId: 'disk_write[node5]',
      metric: 'disk_write',
      instance: 'node5',
      role: 'cause',
      share: 0.8,
      onset: ONSET,
      behindMs: 0,
      deviation: 12,
      moved: { count: 2, of: 6 },
      hits: { count: 1, of: 2 },
      stopped: null,
      sentence:
        'disk_write on node5 went up to 84.3, 12.0 usual spreads from 6.3, first to move, 2 of 6 metrics there differed from before, began 1 of 2 earlier incidents',
    },
  ],
  causesState: 'kept',
  changes: [
    {
      rank: 1,
      role: 'change',
      kind: 'deployment',
      at: ONSET - MINUTE,
      leadMs: MINUTE,
      title: 'checkout 2.4.1',
      instances: [],
      link: null,
    },
  ],
  graph: { incidents: 0, nodes: [], edges: [] },
  tree: [],
  logs: { from: ONSET, to: ONSET, hasMore: false, lines: [] },
  similar: [
    {
      id: 'in_9',
      title: 'disk_write on node5',
      onset: ONSET - 240 * HOUR,
      durationMs: HOUR,
      similarity: 0.71,
      shared: [],
      state: 'resolved',
      done: [{ at: NOW, by: 'bob', text: 'cleared /var/log' }],
    },
  ],
  picture: { source: 'kept', from: ONSET, to: NOW, bucketMs: MINUTE, times: [], series: [] },
  retention: { hasPassed: true, keptAt: NOW, sentence: 'The points of this incident were deleted with age.' },
  training: { isExcluded: false, by: null, at: null },
  can: [],
})

async function bench() {
  const server = await startWireServer()
  server.answer = ({ method, path, fields }) => {
    if (path === '/dashboard-incident') {
      const counts = { open: 1, acknowledged: 0, resolved: 2, predicted: 1, starred: 0 }
      const page = { page: 1, pageSize: 50, total: 60 }
      const incidents = [listed(), listed({ id: 'in_2', end: null, state: 'open', val: null, title: 'evil \u001b[2J' })]
      return { body: { success: true, from: 0, to: 1, timeZone: 'UTC', incidents, page, counts, hours: [], days: [] } }
    }
    if (path === '/incidents/in_1/export') return { body: { success: true, text: 'Of JSON' } }
    if (path.startsWith('/incidents/')) {
      if (method === 'GET') return { body: { success: true, ...detail() } }
      return { body: { success: true, incident: { ...DECISION, id: fields.into ?? 'in_1' }, starred: true } }
    }
    return undefined
  }
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  return {
    server,
    omen: (args: string[], setting: Setting = {}) => runCli(['incidents', ...args], { now: NOW, ...setting, env }),
  }
}

describe('omen incidents, of projects', () => {
  it('lists the worst first, with repeats, as text whatever a title holds', async () => {
    const { omen, server } = await bench()
    const { stdout, stderr, exit } = await omen(['list', '--project', 'shop', '--fold', '--search', 'disk'])
    expect(exit).toBe(0)
    const [head, first, second] = stdout.split('\n')
    expect(head).toMatch(/^SEVERITY +SINCE +FOR +STATE +PROJECT +WHAT +ID$/)
    expect(first).toMatch(/▲ 9\.0 +11-20 .* 1h 40m +resolved +shop +★ disk_write on node5 \(3 times\) +in_1$/)
    expect(second).toMatch(/ongoing +open +shop +★ evil .* in_2$/)
    expect(stdout).not.toContain('\u001b')
    expect(stderr).toBe('1 open, 2 resolved, 1 predicted.\n60 in all; --page 2 for more.\n')
    const query = server.calls.at(-1)!.query
    expect([query.get('tab'), query.get('fold'), query.get('q'), query.get('withCalendar')]).toEqual([
      'open',
      'true',
      'disk',
      'false',
    ])
  })
  it('shows timeline, causes, changes and similar ones within 80 columns', async () => {
    const { omen } = await bench()
    const { stdout } = await omen(['show', 'in_0'], { columns: 80 })
    for (const line of stdout.split('\n')) expect(stripVTControlCharacters(line).length).toBeLessThanOrEqual(80)
    for (const part of [
      'Timeline',
      'Causes',
      '  1. disk_write on node5 went up to 84.3',
      'Changes',
      'Similar',
      'cleared /var/log',
    ])
      expect(stdout).toContain(part)
    expect(stdout).toContain('in_0 was merged into in_1.')
    expect(stdout).toContain('deleted with age')
    expect(stdout).not.toContain('\u001b[2J')
  })
  it.each([
    [['list', '--tab', 'all', '--fail-on', 'severity>=9'], 'severity>=9', { value: 9 }],
    [['list', '--fail-on', 'any'], 'any', { value: 2 }],
    [['list', '--fail-on', 'gaps>=1'], 'gaps>=1', { value: 1 }],
    [['show', 'in_1', '--fail-on', 'severity>=9'], 'severity>=9', { value: 9 }],
  ])('gates with %j', async (args, rule, met) => {
    const { omen } = await bench()
    const { exit, stderr } = await omen(args)
    expect(exit).toBe(3)
    expect(stderr).toContain(`--fail-on ${rule} is met: exiting with 3.`)
    const { json } = await omen([...args, '--json'])
    expect(json()).toMatchObject({ failOn: { rule, matched: true, by: [{ rule, ...met }] } })
  })
  it('passes a gate that nothing meets, and counts those of other pages', async () => {
    const { omen, server } = await bench()
    expect((await omen(['list', '--fail-on', 'severity>9'])).exit).toBe(0)
    expect((await omen(['show', 'in_1', '--fail-on', 'gaps>=1'])).exit).toBe(0)
    server.answer = ({ query }) => {
      const counts = { open: 2, acknowledged: 0, resolved: 0, predicted: 0, starred: 0 }
      const incidents = [listed(), listed({ id: 'in_2' })].slice(0, Number(query.get('pageSize')))
      const page = { page: 1, pageSize: Number(query.get('pageSize')), total: 2 }
      return { body: { success: true, from: 0, to: 1, timeZone: 'UTC', incidents, page, counts, hours: [], days: [] } }
    }
    const { exit, json } = await omen(['list', '--page-size', '1', '--fail-on', 'incidents>=2', '--json'])
    expect(exit).toBe(3)
    expect(json()).toMatchObject({ incidents: [{ id: 'in_1' }] })
  })
  it('refuses a gate on what is only predicted, and formats that it does not write', async () => {
    const { omen } = await bench()
    expect(await omen(['list', '--tab', 'predicted', '--fail-on', 'any'])).toMatchObject({ exit: 2, stdout: '' })
    expect(await omen(['list', '--format', 'junit'])).toMatchObject({ exit: 2, stdout: '' })
  })
  it('asks for the sentences in the language of the environment, or of --lang', async () => {
    const { server } = await bench()
    const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret', LC_ALL: 'zh_CN.UTF-8' }
    for (const args of [['list'], ['show', 'in_1'], ['export', 'in_1', '--format', 'md'], ['list', '--lang', 'en']])
      await runCli(['incidents', ...args], { env })
    const languages = server.calls.map(({ headers }) => headers['accept-language'])
    expect(languages).toEqual(['zh-CN', 'zh-CN', 'zh-CN', 'en'])
  })
  it('merges, splits, stars and notes', async () => {
    const { omen, server } = await bench()
    const sent = () => server.calls.at(-1)!.fields
    expect((await omen(['merge', 'in_0', 'in_1', '--note', 'one cause'])).stdout).toBe(
      'in_0 is part of in_1 of shop.\n',
    )
    expect(sent()).toEqual({ action: 'merge', into: 'in_1', note: 'one cause' })
    await omen(['split', 'in_1', '--finding', 'f1', 'f2'])
    expect(sent()).toEqual({ action: 'split', findingIds: ['f1', 'f2'] })
    await omen(['star', 'in_1', '--remove'])
    expect(sent()).toEqual({ action: 'unstar' })
    await omen(['note', 'in_1', 'was the disk'])
    expect(sent()).toEqual({ action: 'note', note: 'was the disk' })
    await omen(['ack', 'in_1'])
    expect(sent()).toEqual({ action: 'acknowledge' })
  })
  it('fails where an incident stays resolved that was to be reopened', async () => {
    const { omen } = await bench()
    const { exit, stdout, stderr } = await omen(['reopen', 'in_1'])
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' })
    expect(stderr).toContain('in_1 of shop cannot be reopened')
    expect((await omen(['resolve', 'in_1'])).exit).toBe(0)
  })
  it('exports into a file by its ending', async () => {
    const { omen, server } = await bench()
    const out = join(await makeHome(), 'incident.html')
    await omen(['export', 'in_1', '--out', out])
    expect(server.calls.at(-1)!.query.get('format')).toBe('html')
    expect(await readFile(out, 'utf8')).toContain('Of JSON')
    for (const format of ['md', 'html'])
      expect((await omen(['export', 'in_1', '--format', format])).stdout).toContain('Of JSON')
    const { stdout } = await omen(['export', 'in_1', '--format', 'json'])
    expect(JSON.parse(stdout)).toMatchObject({ text: 'Of JSON' })
  })
})
