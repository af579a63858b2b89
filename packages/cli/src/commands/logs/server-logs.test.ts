import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnalysedTemplate, LogAnalysis, LogLines } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { makeHome, runCli, type Setting } from '../../testing/run-cli.ts'
import { startWireServer } from '../../testing/wire-server.ts'

const START = Date.UTC(2026, 2, 2, 8)

const TEMPLATE: AnalysedTemplate = {
  templateId: 7,
  text: 'disk <*> full\u001b[2J',
  variables: [{ name: 'word', example: 'sda' }],
  ignored: false,
  critical: false,
  isError: true,
  severity: 17,
  services: ['disk'],
  instances: ['web1'],
  instancesTotal: 1,
  count: 3,
  share: 0.3,
  trend: [3],
  firstSeen: START,
  lastSeen: START + 5000,
  firstInRange: START,
  lastInRange: START + 5000,
  example: 'disk sda full',
  findingsTotal: 1,
  findings: [
    {
      id: 'f1',
      kind: 'new',
      start: START,
      end: START + 5000,
      lines: 3,
      val: 4.2,
      probability: 1e-6,
      sentence: "'disk <*> full': error never seen before",
    },
  ],
}

const analysis = (templates: AnalysedTemplate[]): LogAnalysis => ({
  success: true,
  hasTimes: true,
  from: START,
  to: START + 59_999,
  bucketMs: 60_000,
  times: [START],
  counts: [10],
  newCounts: [3],
  lines: 10,
  withoutTemplate: 0,
  templatesTotal: 2,
  analysedTo: null,
  tabs: { clusters: 2, new: 1, rare: 0, hot: 0, cold: 0, sequences: 0, values: 0, keywords: 1 },
  kind: 'new',
  templates,
  keywords: [],
  services: ['disk'],
  page: { page: 1, pageSize: 200, total: templates.length },
})

const page = (more: Partial<LogLines> = {}): LogLines => ({
  success: true,
  next: null,
  previous: null,
  isComplete: true,
  searchedTo: null,
  hasTimes: true,
  lines: [
    {
      id: `${START}.0.0.1`,
      time: START,
      instance: 'web1',
      service: 'disk',
      severity: 17,
      templateId: 0,
      line: 'disk sda full\u001b[2J\n  at writer',
      highlights: [[0, 4]],
    },
  ],
  ...more,
})

async function bench() {
  const server = await startWireServer()
  const home = await makeHome()
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  server.tokens.set('t', 'secret')
  const pages = [page({ next: `${START}.0.0.1` }), page()]
  server.answer = ({ path, query }) => {
    if (path === '/logAnalysis/lines') return { body: pages.shift() ?? page() }
    if (path === '/logAnalysis')
      return { body: analysis(['new', 'clusters'].includes(query.get('kind')!) ? [TEMPLATE] : []) }
    return undefined
  }
  const logs = (args: string[], setting: Setting = {}) => runCli(['logs', ...args], { homeDir: home, ...setting, env })
  return { server, home, logs }
}

describe('omen logs on the server', () => {
  it('searches, goes on until there are as many lines as wanted, and shows no control characters', async () => {
    const { server, logs } = await bench()
    const { stdout, exit } = await logs([
      'search',
      'disk level>=error',
      '--project',
      'shop',
      '--limit',
      '2',
      '--level',
      'warn',
    ])
    expect(exit).toBe(0)
    expect(stdout).toContain('ERROR disk[web1] disk sda full')
    expect(stdout).not.toContain('\u001b[2J')
    const [first, second] = server.calls.filter(({ path }) => path === '/logAnalysis/lines')
    expect(Object.fromEntries(first!.query)).toMatchObject({
      q: 'disk level>=error',
      minSeverity: '13',
      order: 'newest',
      limit: '2',
    })
    expect(second!.query.get('cursor')).toBe(`${START}.0.0.1`)
  })

  it('writes lines as JSON and CSV', async () => {
    const { logs } = await bench()
    const json = await logs(['search', '--project', 'shop', '--json'])
    expect((json.json() as LogLines).lines[0]).toMatchObject({ service: 'disk', severity: 17 })
    const csv = await logs(['search', '--project', 'shop', '--format', 'csv'])
    expect(csv.stdout.split('\n')[0]).toBe('time,number,level,service,instance,line')
  })

  it('lists findings of all kinds once, and exits with 3 where a rule is met', async () => {
    const { logs } = await bench()
    const { stdout, exit } = await logs(['findings', '--project', 'shop', '--since', '2h', '--fail-on', 'new'])
    expect(exit).toBe(3)
    expect(stdout).toMatch(/^1 finding\./)
    expect(stdout).toMatch(/new +4\.2 +7 +'disk <\*> full': error never seen before/)
    expect((await logs(['findings', '--project', 'shop', '--fail-on', 'hot'])).exit).toBe(0)
    expect((await logs(['findings', '--project', 'shop', '--json'])).json()).toMatchObject({
      findings: [{ id: 'f1', templateId: 7 }],
    })
  })

  it('fits a terminal of 80 columns', async () => {
    const { logs } = await bench()
    for (const command of ['findings', 'templates']) {
      const { stdout } = await logs([command, '--project', 'shop', '--no-color', '--format', 'text'], { columns: 80 })
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    }
  })

  it('refuses a log that is not named, or named twice, and an unknown level', async () => {
    const { logs } = await bench()
    expect((await logs(['search', 'x'])).exit).toBe(2)
    expect((await logs(['search', 'x', '--project', 'a', '--file', 'b'])).exit).toBe(2)
    expect((await logs(['findings'])).exit).toBe(2)
    expect((await logs(['findings', 'a.log', '--project', 'shop'])).exit).toBe(2)
    expect((await logs(['search', '--project', 'shop', '--level', 'loud'])).exit).toBe(2)
  })

  it('works on a file of this machine without a server, as before', async () => {
    const path = join(await makeHome(), 'app.log')
    await writeFile(path, 'ready\n'.repeat(100))
    expect((await runCli(['logs', 'findings', path])).stdout).toBe('No anomalies.\n')
  })
})
