import { stripVTControlCharacters } from 'node:util'
import type { LiveAnalysis, LiveForecast, Project } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { liveAnalysis } from '../testing/live-analysis.ts'
import { liveForecast, liveSeries, outlook, seriesForecast } from '../testing/live-forecast.ts'
import { runCli, type Setting } from '../testing/run-cli.ts'
import { incident, NOW, period } from '../testing/samples.ts'
import { startWireServer } from '../testing/wire-server.ts'

const MINUTE = 60_000
const begun = period({ id: 'a', val: 8.1, start: NOW - MINUTE, end: NOW, state: 'open', sentence: 'cpu is high' })

/** Of an answer after which a sample came and was scored. */
const LATER = { position: NOW + MINUTE, latestDataTimestamp: NOW + MINUTE }

/** A server whose first answer is quiet, and whose events say what `more` says. */
async function bench(more: Partial<LiveAnalysis> = {}, ofProject: Partial<Project> = {}) {
  const server = await startWireServer()
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  let isAway = false
  server.answer = ({ path, headers, query }) => {
    if (path === '/projects/shop') return { body: { success: true, project: { ...project(), ...ofProject } } }
    if (isAway) return 'hang up'
    if (path === '/events') return { body: { success: true, events: [], page: { page: 1, pageSize: 500, total: 0 } } }
    const hours = Number(query.get('span')) / 3_600_000
    const isStream = headers.accept === 'text/event-stream'
    return { body: liveAnalysis({ stateSentence: `Data of ${hours} hours.`, ...(isStream && more) }) }
  }
  return {
    server,
    leave: () => {
      isAway = true
    },
    live: (args: string[], setting: Setting = {}) => runCli(['live', 'shop', ...args], { ...setting, env }),
  }
}

function project(): Project {
  return {
    projectName: 'shop',
    owner: 'alice1',
    mine: true,
    demo: false,
    kind: 'custom',
    dataType: 'Metric',
    samplingInterval: 1,
    timeZone: 'UTC',
    retentionDays: 90,
    state: 'live',
    stateSentence: 'Data arrives.',
    trust: 'high',
    seriesCount: 30,
    createdAt: NOW,
    firstDataAt: NOW,
    lastDataAt: NOW,
    from: NOW,
    to: NOW,
    pvalue: 0.99,
    cvalue: 5,
    modelType: 'Holistic',
    retrainDays: 1,
    model: null,
    modelDueAt: null,
    members: [],
    collection: null,
  }
}

/** Lets the time of --for pass as soon as a finding is written. */
function untilWritten(): Setting {
  let pass = () => {}
  const written = new Promise<void>((resolve) => {
    pass = resolve
  })
  return { onOutput: () => pass(), sleep: () => written }
}

describe('omen live in a pipe', () => {
  it('writes a line for a finding that begins, and judges it', async () => {
    const { live } = await bench({ periods: [begun] })
    const { stdout, stderr, exit } = await live(['--for', '10m', '--fail-on', 'severity>=8'], untilWritten())
    expect(stderr).toContain('shop: live. Data of')
    expect(stdout).toBe('2026-11-20 12:59  began  ■ ▲ 8.1  cpu is high\n')
    expect(exit).toBe(3)
  })

  it('follows a project that was renamed, and says its name', async () => {
    const { live } = await bench({ projectName: 'store', periods: [begun] })
    const { stdout, stderr } = await live(['--for', '10m'], untilWritten())
    expect(stderr).toContain('The project is called store now.\n')
    expect(stdout).toContain('cpu is high')
  })

  it('writes a line for a finding on log lines', async () => {
    const log = {
      id: 'f7',
      kind: 'cold' as const,
      start: NOW - MINUTE,
      end: NOW,
      lines: 4,
      val: 1.5,
      probability: 1e-4,
      templateId: 1,
      template: 'heartbeat',
      example: 'heartbeat',
      instance: 'web1',
      isError: false,
      state: 'open' as const,
      sentence: "'heartbeat' on web1: missing for 1 min, usually every 10 s",
    }
    const { live } = await bench({ logs: [log] }, { dataType: 'Log' })
    const { stdout } = await live(['--for', '10m'], untilWritten())
    expect(stdout).toBe(`2026-11-20 12:59  began  ■ ▲ 1.5  ${log.sentence}\n`)
  })

  it('writes JSON lines', async () => {
    const { live } = await bench({ periods: [begun] })
    const { json } = await live(['--for', '10m', '--json'], untilWritten())
    expect(json()).toMatchObject({ event: 'began', type: 'period', finding: { id: 'a' } })
  })

  it('asks for the findings of another sensitivity, and says whose they are', async () => {
    const { live, server } = await bench({ periods: [begun] })
    const { answer } = server
    server.answer = (call) => {
      const answered = answer(call)
      const stored = { pvalue: 0.99, cvalue: 5 }
      return typeof answered === 'object' && call.path === '/liveAnalysis'
        ? { body: { ...(answered.body as LiveAnalysis), pvalue: 0.999, cvalue: 3, stored } }
        : answered
    }
    const { stderr } = await live(['--for', '10m', '--pvalue', '0.999', '--cvalue', '3'], untilWritten())
    expect(stderr).toContain('Findings for pvalue 0.999, cvalue 3; those of the project are 0.99 and 5.')
    const asked = server.calls.filter(({ path }) => path === '/liveAnalysis')
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.map(({ query }) => [query.get('pvalue'), query.get('cvalue')])).toEqual(
      asked.map(() => ['0.999', '3']),
    )
  })

  it('refuses a sensitivity that there is not, before it asks', async () => {
    const { live, server } = await bench()
    const { exit, stderr } = await live(['--pvalue', '1'])
    expect([exit, server.calls]).toEqual([2, []])
    expect(stderr).toContain('pvalue is a number from 0 to below 1')
  })

  const calmer = { ...begun, val: 4 }

  it('passes a rule once a sample came and was scored, also of a project that is between two batches', async () => {
    const { live } = await bench({ ...LATER, state: 'silent', periods: [calmer] })
    const { stderr, exit } = await live(['--for', '10m', '--fail-on', 'severity>=8'], untilWritten())
    expect([exit, stderr]).toEqual([0, expect.not.stringContaining('could not be checked')])
  })

  it.each([
    ['no sample came', { position: NOW + MINUTE }, 'A sample comes every 1m'],
    ['none was scored', { latestDataTimestamp: NOW + MINUTE }, 'A sample comes every 1m'],
    [
      'it is silent',
      { state: 'silent', stateSentence: 'Check that the sender runs.' } as const,
      'Check that the sender',
    ],
    ['nothing ever came', { state: 'connecting', latestDataTimestamp: null, position: null } as const, 'Data arrives'],
  ])('passes no rule where %s', async (_, more, hint) => {
    const { live } = await bench({ stateSentence: 'Data arrives.', ...more, periods: [calmer] })
    const rules = ['--fail-on', 'severity>=8', '--fail-on', 'gaps>=1']
    const { stderr, exit } = await live(['--for', '10m', ...rules], untilWritten())
    expect(stderr).toContain('--fail-on severity>=8 or gaps>=1 could not be checked: nothing of shop was scored')
    expect(stderr).toContain(hint)
    expect(exit).toBe(6)
    const met = await live(['--for', '10m', '--fail-on', 'severity>=4'], untilWritten())
    expect(met.exit).toBe(3)
  })

  it('passes no project that it does not reach', async () => {
    const { live, leave } = await bench()
    leave()
    const { stderr, exit } = await live(['--for', '20s'])
    expect(exit).toBe(6)
    expect(stderr).toContain('could not be reached')
  })
})

describe('omen live --predict in a pipe', () => {
  const ahead = (given: Parameters<typeof outlook>[0] = {}, more: Partial<LiveForecast> = {}) => ({
    forecast: liveForecast([seriesForecast('cpu[node3]', { outlook: outlook(given) })], more),
    series: [liveSeries('cpu[node3]')],
  })

  it('asks for so many hours, and writes a line for a series that leaves the range of its history', async () => {
    const { live, server } = await bench(ahead())
    const { stdout, stderr, exit } = await live(['--for', '10m', '--predict', '2'], untilWritten())
    const asked = server.calls.filter(({ headers }) => headers.accept === 'text/event-stream')
    expect(asked.map(({ query }) => query.get('predict'))).toEqual(['2'])
    expect(stderr).toContain('Forecast of 1 of 30 series until 15:00.')
    expect(stdout).toBe(
      '2026-11-20 13:00  ahead  ◇ ▲      cpu on node3 leaves the range of its history (above 66.1) at about 14:35, ' +
        'between 14:10 and 14:50\n',
    )
    expect(exit).toBe(0)
  })

  it('writes an outlook as JSON, with its sentence', async () => {
    const { live } = await bench(ahead({ kind: 'returns' }))
    const { json } = await live(['--for', '10m', '--predict', '90m', '--json'], untilWritten())
    expect(json()).toMatchObject({
      event: 'ahead',
      type: 'outlook',
      time: NOW,
      forecast: { from: NOW, until: NOW + 120 * MINUTE },
      outlook: {
        seriesId: 'cpu[node3]',
        metric: 'cpu',
        instance: 'node3',
        kind: 'returns',
        side: 'above',
        limit: 66.1,
        about: NOW + 95 * MINUTE,
        earliest: NOW + 70 * MINUTE,
        latest: NOW + 110 * MINUTE,
        sentence: expect.stringContaining('is back in its expected range at about 14:35'),
      },
    })
  })

  it('exits with 3 if a series is forecast to leave its range soon', async () => {
    const { live } = await bench(ahead())
    const gate = (rule: string, of = live) => of(['--for', '10m', '--predict', '2h', '--fail-on', rule], untilWritten())
    const soon = await gate('crossing<2h')
    expect(soon).toMatchObject({ exit: 3, stderr: expect.stringContaining('crossing<2h is met: exiting with 3.') })
    expect((await gate('crossing<1h')).exit).toBe(0)
    expect((await gate('any')).exit).toBe(6)
    expect((await gate('any', (await bench({ ...ahead(), ...LATER })).live)).exit).toBe(0)
  })

  it('passes no rule that had no forecast to look at', async () => {
    const gate = ['--for', '1s', '--predict', '2', '--fail-on', 'crossing<2h']
    const never = await (await bench()).live(gate, { sleep: () => Promise.resolve() })
    expect(never).toMatchObject({ exit: 6, stderr: expect.stringContaining('no series was forecast') })
    const missing = [{ seriesId: 'cpu[node3]', reason: 'learning' as const }]
    const young = await bench({ ...ahead(), forecast: liveForecast([], { missing }), periods: [begun] })
    const learning = await young.live(gate, untilWritten())
    expect(learning).toMatchObject({ exit: 1, stderr: expect.stringContaining('1 is still being learned') })
  })

  it('refuses a horizon that is none, a rule that could never be met, and a project for logs', async () => {
    const { live, server } = await bench()
    const wrong: [string[], string][] = [
      [['--predict', '0'], 'Write hours from above 0 to 168'],
      [['--predict', '169'], 'Write hours from above 0 to 168'],
      [['--predict', '8d'], 'Write hours from above 0 to 168'],
      [['--fail-on', 'crossing<90m'], '--fail-on crossing<90m needs a forecast.\nGive --predict 2.'],
      [
        ['--predict', '2', '--fail-on', 'crossing<1d'],
        'looks further ahead than the forecast of 2h.\nGive --predict 24.',
      ],
      [['--predict', '2', '--fail-on', 'crossing<9d'], 'Forecasts reach 7d at most.'],
    ]
    for (const [args, text] of wrong) {
      const { exit, stderr } = await live(args)
      expect({ args, exit }).toEqual({ args, exit: 2 })
      expect(stderr).toContain(text)
    }
    expect(server.calls).toEqual([])
    const logs = await (await bench({}, { dataType: 'Log' })).live(['--predict', '2'])
    expect(logs).toMatchObject({ exit: 2, stderr: expect.stringContaining('shop collects log lines') })
  })
})

describe('omen live on a terminal', () => {
  const open = {
    periods: [begun],
    incidents: [incident({ val: 8.1, start: NOW - MINUTE, state: 'open', sentence: 'cpu is high' })],
  }

  it('draws lanes and incidents as they come, and ends with q', async () => {
    const { live } = await bench(open)
    let drawn = ''
    const { exit } = await live([], {
      columns: 80,
      keys: [['1 open incident', 'q']],
      onOutput: (text) => {
        drawn += text
      },
    })
    expect(exit).toBe(0)
    expect(stripVTControlCharacters(drawn)).toMatch(/node2 ·+█+ ▲8\.1/)
  })

  it('shows the forecast under the incidents', async () => {
    const forecast = liveForecast([seriesForecast('cpu[node3]', { outlook: outlook() })])
    const { live } = await bench({ ...open, forecast, series: [liveSeries('cpu[node3]')] })
    const drawn: string[] = []
    const { exit } = await live(['--predict', '2'], {
      columns: 80,
      keys: [[/Forecast of/, 'q']],
      onOutput: (text) => drawn.push(stripVTControlCharacters(text)),
    })
    expect(exit).toBe(0)
    expect(drawn.join('\n')).toMatch(
      /Forecast of 1 of 30 series until 15:00\s+◇ ▲ +14:35 +cpu on node3 leaves the range/,
    )
  })

  it('asks for another range when its key is pressed, and stands still while it is paused', async () => {
    const { live } = await bench(open)
    const { exit } = await live([], {
      columns: 80,
      keys: [
        ['1 open incident', ' '],
        [/Paused at \d\d:00:00; space goes on/, '4'],
        [/Data of 24 hours/, '\u0003'],
      ],
    })
    expect(exit).toBe(130)
  })
})
