import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InsightReport, ReportSchedule } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { makeHome, runCli, type Setting } from '../../testing/run-cli.ts'
import { NOW } from '../../testing/samples.ts'
import { startWireServer } from '../../testing/wire-server.ts'

const HOUR = 3_600_000
const MONDAY = Date.UTC(2026, 9, 19)
const FIGURES = {
  incidents: 7,
  findings: 12,
  abnormalMs: 29 * HOUR,
  missingMs: HOUR,
  meanDurationMs: 4 * HOUR,
  meanSeverity: 8.4,
  arrivedShare: 0.994,
}
const bar = (day: number, abnormalMs: number) => ({
  start: MONDAY + day * 24 * HOUR,
  end: MONDAY + (day + 1) * 24 * HOUR,
  day: `2026-10-${19 + day}`,
  hour: null,
  incidents: 1,
  findings: 1,
  abnormalMs,
  missingMs: 0,
  meanDurationMs: HOUR,
  meanSeverity: 5,
})
const insight: InsightReport = {
  success: true,
  scope: { kind: 'project', name: 'shop', owner: 'ada', projects: 1, series: 30, instances: 5, metrics: 6 },
  timeZone: 'UTC',
  headline: 'A worse week: 29 h abnormal instead of 7 h\u001b[31m',
  trend: 'worse',
  figures: FIGURES,
  before: { ...FIGURES, incidents: 4, abnormalMs: 7 * HOUR },
  incidents: [
    {
      id: 'in_1',
      projectName: 'shop',
      owner: 'ada',
      title: 'node4 down',
      brief: 'all 6 series fell to 0',
      sentence: 'node4 is down',
      kind: 'down',
      onset: MONDAY + 9 * HOUR,
      end: null,
      durationMs: 75 * 60_000,
      state: 'open',
      val: -Math.PI,
      findings: 2,
    },
  ],
  incidentsTotal: 7,
  byInstance: [
    {
      name: 'node3',
      findings: 4,
      abnormalMs: 23 * HOUR,
      meanSeverity: 7,
      shareOfTime: 0.8,
      shareOfFindings: 0.5,
      shareOfSeverity: 0.6,
    },
  ],
  byMetric: [],
  statistics: [
    {
      projectName: 'shop',
      seriesId: 'cpu[node3]',
      metric: 'cpu',
      instance: 'node3',
      unit: '%',
      rate: false,
      uptime: 0.994,
      min: 6.8,
      max: 100,
      mean: 27,
      deviation: 16.5,
      relevance: 0.92,
    },
  ],
  statisticsTotal: 30,
  period: 'week',
  from: MONDAY,
  to: MONDAY + 7 * 24 * HOUR,
  until: MONDAY + 7 * 24 * HOUR,
  complete: true,
  beforeFrom: MONDAY - 7 * 24 * HOUR,
  beforeUntil: MONDAY,
  bars: [bar(0, HOUR), bar(1, 0), bar(2, 8 * HOUR)],
  beforeBars: [],
  weekdays: [],
  events: [
    {
      projectName: 'shop',
      id: 'ev_1',
      at: MONDAY + 8 * HOUR,
      kind: 'deployment',
      title: 'checkout 2.4.1',
      version: '2.4.1',
      instances: ['node3'],
      link: null,
    },
  ],
  forecasts: [],
}
const SCHEDULE: ReportSchedule = {
  id: '0199f3c2-aaaa',
  every: 'week',
  hour: 8,
  timeZone: 'Europe/Berlin',
  projectNames: null,
  locale: 'en',
  recipients: ['team@example.com'],
  unsubscribed: [],
  createdAt: NOW,
  nextAt: NOW + HOUR,
  lastAt: null,
  lastError: null,
  stoppedAt: null,
  stoppedText: null,
}

async function bench() {
  const server = await startWireServer()
  server.answer = ({ method, path, fields }) => {
    if (path === '/insightReport') return { status: 200, body: insight }
    if (path === '/reports/schedules' && method === 'POST')
      return { status: 200, body: { success: true, schedule: { ...SCHEDULE, ...fields } } }
    if (path === '/reports/schedules')
      return {
        status: 200,
        body: {
          success: true,
          schedules: [
            SCHEDULE,
            { ...SCHEDULE, id: 'b', nextAt: null, stoppedAt: NOW, stoppedText: 'The project is gone.' },
          ],
        },
      }
    if (path === '/reports/send')
      return {
        status: 200,
        body: {
          success: true,
          mails: [
            { recipient: 'a@example.com', sent: true, error: null },
            { recipient: 'b@example.com', sent: false, error: 'unknown mailbox' },
          ],
        },
      }
    return path.startsWith('/reports/schedules/') ? { status: 200, body: { success: true } } : undefined
  }
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  return {
    server,
    omen: (args: string[], setting: Setting = {}) =>
      runCli(['report', ...args], { now: NOW, ...setting, env: { ...env, ...setting.env } }),
  }
}

describe('omen report', () => {
  it('says the sentence first, then figures with those before, bars, incidents and statistics, within 80 columns', async () => {
    const { omen, server } = await bench()
    const { stdout, exit } = await omen(['insight', 'shop', '--at', '2026-10-21', '--time-zone', 'UTC'], {
      columns: 80,
    })
    expect(exit).toBe(0)
    const lines = stdout.split('\n')
    expect(lines[0]).toMatch(/^\S*A worse week: 29 h abnormal instead of 7 h/)
    expect(stdout).not.toContain('\u001b[31m\n')
    expect(stdout).toMatch(/incidents +7 +4\n/)
    expect(stdout).toMatch(/CHANGED +WHAT.*\n2026-10-19 08:00 +checkout 2\.4\.1 \(node3\)\n/)
    expect(stdout).toContain('abnormal by day  ▁·█  at most 8h')
    expect(stdout).toMatch(/▼10\.0 +2026-10-19 09:00 +1h 15m so far/)
    expect(stdout).toMatch(/node3 +cpu +99\.4 % +6\.8 +100 +27 +16\.5 +0\.92/)
    expect(stdout).toContain('29 more, with --format csv')
    const query = server.calls.find(({ path }) => path === '/insightReport')!.query
    expect(query.get('at')).toBe(String(Date.UTC(2026, 9, 21)))
    expect([query.get('projectName'), query.get('timeZone')]).toEqual(['shop', 'UTC'])
  })

  it('prints JSON, and refuses a project beside a detection and a PDF without a file', async () => {
    const { omen } = await bench()
    expect((await omen(['insight', '--json'])).json()).toMatchObject({ trend: 'worse', figures: { incidents: 7 } })
    expect((await omen(['insight', 'shop', '--detection', 'd1'])).exit).toBe(2)
    expect((await omen(['insight', '--format', 'pdf'])).stderr).toContain('--out FILE.pdf')
    expect((await omen(['daily', '--day', 'yesterday'])).exit).toBe(2)
  })

  it('says how to get a browser where none is installed', async () => {
    const { omen } = await bench()
    const { exit, stderr } = await omen(['insight', '--out', 'report.pdf'], {
      env: { OMEN_BROWSER: '/nowhere/chromium' },
    })
    expect([exit, stderr]).toEqual([1, expect.stringContaining('OMEN_BROWSER names /nowhere/chromium')])
    expect(stderr).toContain('--format html')
  })

  it('lists schedules, adds one and removes one by the beginning of its id', async () => {
    const { omen, server } = await bench()
    const listed = await omen(['schedule', 'list'])
    expect(listed.stdout).toMatch(/0199f3c2-aaaa +week +08:00 Europe\/Berlin .* all projects +team@example\.com/)
    expect(listed.stdout).toContain('b has stopped: The project is gone.')
    const add = [
      'schedule',
      'add',
      'shop',
      '--every',
      'day',
      '--hour',
      '7',
      '--time-zone',
      'UTC',
      '--to',
      'a@example.com',
    ]
    expect((await omen(add)).exit).toBe(0)
    expect(server.calls.at(-1)!.fields).toEqual({
      every: 'day',
      hour: 7,
      timeZone: 'UTC',
      recipients: ['a@example.com'],
      projectNames: ['shop'],
    })
    expect((await omen(['schedule', 'add', '--every', 'day', '--hour', '24', '--to', 'a@example.com'])).exit).toBe(2)
    expect((await omen(['schedule', 'remove', '0199'])).stdout).toBe('Removed 0199f3c2-aaaa.\n')
  })

  it('exits with 5 where some of the addresses did not get it', async () => {
    const { omen } = await bench()
    const { exit, stdout } = await omen(['send', 'insight', 'shop', '--to', 'a@example.com', 'b@example.com'])
    expect(exit).toBe(5)
    expect(stdout).toBe('Sent to a@example.com.\nNot sent to b@example.com: unknown mailbox\n')
  })
})

describe('printPdf', () => {
  const browser = process.env.OMEN_TEST_BROWSER
  it.skipIf(browser === undefined)(
    'prints a page by an installed browser',
    async () => {
      const { printPdf } = await import('../../io/print-pdf.ts')
      const { writeFileSync } = await import('node:fs')
      const path = join(await makeHome(), 'page.pdf')
      writeFileSync(path, await printPdf(browser!, '<!doctype html><h1>A report</h1>'))
      expect(readFileSync(path).subarray(0, 5).toString()).toBe('%PDF-')
    },
    60_000,
  )
})
