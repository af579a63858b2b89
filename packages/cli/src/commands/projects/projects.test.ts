import type { Collection, CollectionFault, IngestKey } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../testing/run-cli.ts'
import { NOW, project } from '../../testing/samples.ts'
import { startWireServer, type WireServer } from '../../testing/wire-server.ts'

const HOUR = 3_600_000

const KEY: IngestKey = {
  id: 'k1',
  name: 'first',
  hint: 'S4dc',
  mayRead: false,
  createdAt: NOW - 48 * HOUR,
  expiresAt: null,
  lastUsedAt: NOW - HOUR,
}

const LOSS = {
  points: 90_210,
  logLines: 0,
  series: 12,
  findings: 3,
  incidents: 1,
  verdicts: 2,
  keys: 1,
  members: 1,
  from: 1,
  to: 2,
}
const COMMANDS = [{ sender: 'curl' as const, text: "curl -H 'Authorization: Bearer omen_in_x'" }]
const SERIES = {
  seriesId: 'cpu[web1]',
  metric: 'cpu',
  instance: 'web1',
  min: [1, null],
  max: [2, null],
  count: [60, 0],
}

const ALERT_ANSWER = {
  setting: {
    projectName: 'shop',
    pvalue: 0.99,
    cvalue: 5,
    'pvalue-email': 0.999,
    'cvalue-email': 5,
    minAnomalyRatioFilter: 0.05,
    recipients: ['ops@example.com'],
    quietMinutes: 30,
    onlyWithCause: false,
    sendsRecovery: true,
    escalateMinutes: null,
    sharedUserNames: [],
    predictionHours: 0,
    thresholds: [{ metric: 'disk_*', ignoreBelow: 80, direction: 'up', kpi: false }],
    calendars: [],
  },
  preview: {
    from: NOW - 30 * 24 * HOUR,
    to: NOW,
    total: 1,
    byDay: [{ day: '2026-11-20', count: 1 }],
    alerts: [
      {
        kind: 'digest',
        at: NOW - HOUR,
        incidentsTotal: 3,
        incidents: [
          { incidentId: 'in_1', sentence: 'cpu on web1 reached 98 %', start: NOW - HOUR, end: null, severity: 8 },
        ],
      },
    ],
  },
}

function faulty(fault: CollectionFault): Collection {
  const told = { fault, faultSince: NOW, sentence: 'What to do.' }
  return { connector: 'prometheus', collectedTo: NOW, nextAt: NOW, ...told, backfill: null }
}

const scored = (version: number, from: number, to: number | null) => ({
  modelName: 'shop',
  modelType: 'Holistic' as const,
  version,
  from,
  to,
  rows: 1440,
  trainedFrom: from - 26 * HOUR,
  trainedTo: from - 2 * HOUR,
})
const versions = [
  scored(3, NOW - 2 * HOUR, null),
  scored(1, NOW - 26 * HOUR, NOW - 2 * HOUR),
  scored(2, NOW - 50 * HOUR, NOW - 26 * HOUR),
  scored(1, NOW - 74 * HOUR, NOW - 50 * HOUR),
]

/** What the versions that are asked for learned; of a project that is called new, none. */
function learned(query: URLSearchParams): object {
  const known = query.get('projectName') === 'new' ? [] : versions
  const [newest] = known
  const windows = query.getAll('window').map(Number)
  const shown = query.get('brief') === 'true' || !newest ? [] : windows.length > 0 ? windows : [newest.from]
  const period = (start: number) => ({ start, end: start + 10 * 60_000, val: 7.2, seriesIds: ['cpu[web1]'] })
  return {
    versions: known,
    calibration: Array.from({ length: 16 }, (_, index) => ({
      day: NOW - (16 - index) * 24 * HOUR,
      nominal: 0.01,
      observed: index / 1000,
      samples: 1440,
    })),
    models: shown.map((from) => ({
      from,
      display: {
        modelName: 'shop',
        modelType: 'Holistic',
        modelUserName: 'alice1',
        groups: [],
        calibration: { points: [] },
        version: known.find((one) => one.from === from)?.version,
        bands: [{ seriesId: 'cpu[web1]', low: 1.25, mid: 20, high: 61.5 }],
      },
    })),
    ...(query.get('compare') === 'true' && {
      sameData: {
        from: NOW - 24 * HOUR,
        to: NOW,
        rows: 1440,
        versions: windows.map((from, index) => ({
          from,
          flaggedShare: 0.01,
          periods: index === 0 ? [period(NOW - 9 * HOUR), period(NOW - 5 * HOUR)] : [period(NOW - 9 * HOUR)],
        })),
      },
    }),
  }
}

function answerOf({ method, path, fields, query }: Parameters<WireServer['answer']>[0]): object | undefined {
  switch (`${method} ${path}`) {
    case 'GET /projects':
      return {
        projects: [
          project(),
          project({ projectName: 'app-logs', mine: false, dataType: 'Log', state: 'live' }),
          project({ projectName: 'cloud', state: 'live', collection: faulty('unreachable') }),
          project({ projectName: 'web', state: 'live', collection: faulty('leftOut') }),
        ],
        page: PAGE,
      }
    case 'GET /projects/shop':
      return { project: project() }
    case 'PATCH /projects/shop':
      return { project: project({ ...fields, model: null }) }
    case 'POST /add-custom-project':
      return { project: project(), key: KEY, secret: 'omen_in_x', commands: COMMANDS }
    case 'POST /remove-project':
      return { isOwner: true, loss: LOSS }
    case 'GET /project-members':
      return { userNames: ['bobby1'] }
    case 'POST /project-members':
      return { userNames: String(fields.userNames).toLowerCase().includes('bobby1') ? ['bobby1'] : [] }
    case 'GET /emailAlertSetting':
      return ALERT_ANSWER
    case 'POST /emailAlertSetting':
      return { ...ALERT_ANSWER, setting: { ...ALERT_ANSWER.setting, ...fields, dryRun: undefined } }
    case 'POST /incidents/in_1':
      return {
        incident: {
          id: 'in_1',
          projectName: 'shop',
          state: 'acknowledged',
          decidedAt: NOW,
          decidedBy: 'alice1',
          note: fields.note ?? null,
        },
      }
    case 'GET /ingest-keys':
      return { keys: [KEY, { ...KEY, id: 'k2', name: 'second', hint: 'abcd', mayRead: true, lastUsedAt: null }] }
    case 'POST /ingest-keys':
      return { key: KEY, secret: 'omen_in_y', commands: COMMANDS }
    case 'DELETE /ingest-keys/k1':
      return {}
    case 'GET /displayProjectModel':
      return learned(query)
    case 'GET /projectData':
      if (query.getAll('metric').includes('nosuch'))
        return { from: NOW, to: NOW, bucketMs: 1, times: [NOW], series: [], seriesTotal: 0 }
      return {
        from: NOW,
        to: NOW + 119_999,
        bucketMs: 60_000,
        times: [NOW, NOW + 60_000],
        series: [SERIES],
        seriesTotal: 9,
      }
  }
  return undefined
}
const PAGE = { page: 1, pageSize: 50, total: 2 }

async function bench() {
  const server = await startWireServer()
  server.answer = (call) => {
    const body = answerOf(call)
    const isCreation = call.method === 'POST' && /add-|keys/.test(call.path)
    return body && { status: isCreation ? 201 : 200, body: { success: true, ...body } }
  }
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  return { server, omen: (args: string[]) => runCli(args, { env }) }
}

describe('omen projects', () => {
  it('lists one project per line with its state and when data arrived last', async () => {
    const { omen } = await bench()
    const { stdout, exit } = await omen(['projects'])
    expect(exit).toBe(0)
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^PROJECT +DATA +STATE +SERIES +EVERY +LAST DATA +OWNER$/),
      expect.stringMatching(/^shop +metrics +silent +1,204 +1m +1h ago +you$/),
      expect.stringMatching(/^app-logs@alice1 +logs +live +1,204 +1m +1h ago +alice1$/),
      expect.stringMatching(/^cloud +metrics +cannot fetch +1,204 /),
      expect.stringMatching(/^web +metrics +incomplete +1,204 /),
      '',
    ])
  })

  it('shows what the state means and what to do', async () => {
    const { omen } = await bench()
    const { stdout } = await omen(['projects', 'show', 'shop'])
    expect(stdout).toContain('Nothing has arrived for 60 min. Check the sender.')
    expect(stdout).toContain('1,204 series')
    expect(stdout).toContain('Shared with bobby1')
    expect(stdout).toMatch(/^Model shop v3 \(Holistic\), trained on .* to .*; trained anew every day$/m)
  })

  it('changes only what is given', async () => {
    const { omen, server } = await bench()
    const { stdout } = await omen([
      'projects',
      'update',
      'shop',
      '--pvalue',
      '0.999',
      '--model-type',
      'Split',
      '--retrain',
      '7',
    ])
    expect(server.calls.at(-1)!.fields).toEqual({ pvalue: 0.999, modelType: 'Split', retrainDays: 7 })
    expect(stdout).toContain('Detection with pvalue 0.999, cvalue 5\nNo model yet; Split, trained anew every 7 days')
    expect((await omen(['projects', 'update', 'shop'])).exit).toBe(2)
    expect((await omen(['projects', 'update', 'shop', '--pvalue', '1'])).exit).toBe(2)
    expect((await omen(['projects', 'update', 'shop', '--model-type', 'DBScan'])).exit).toBe(2)
  })

  it('adds one with the interval that was given, and prints the key and its commands once', async () => {
    const { omen, server } = await bench()
    const { stdout } = await omen(['projects', 'add', 'shop', '--every', '10s', '--logs', '--retention', '30'])
    expect(stdout).toBe(`omen_in_x\n\ncurl\n${COMMANDS[0]!.text}\n`)
    const sent = { projectName: 'shop', samplingInterval: 1 / 6, retentionDays: 30, dataType: 'Log' }
    expect(server.calls.at(-1)!.fields).toEqual(sent)
    expect((await omen(['projects', 'add', 'a_b'])).exit).toBe(2)
    expect((await omen(['projects', 'add', 'shop', '--every', '10'])).exit).toBe(2)
    for (const every of ['1ms', '2d']) {
      const { exit, stderr } = await omen(['projects', 'update', 'shop', '--every', every])
      expect([exit, stderr]).toEqual([2, expect.stringMatching(/--every.*from 1s to 24h/s)])
    }
  })

  it('tells what a removal would lose, and removes only with --yes in a script', async () => {
    const { omen, server } = await bench()
    const told = await omen(['projects', 'remove', 'shop', '--dry-run'])
    expect(told.stdout).toContain(
      'shop with 90,210 samples, 12 series, 3 findings, 1 incident, 2 verdicts, 1 ingest key, the access of 1 member would',
    )
    const refused = await omen(['projects', 'remove', 'shop'])
    expect(refused.exit).toBe(2)
    expect(server.calls.every(({ fields }) => String(fields.dryRun) !== 'false')).toBe(true)
    expect((await omen(['projects', 'remove', 'shop', '--yes'])).stdout).toContain('Removed shop')
    expect(server.calls.at(-1)!.fields).toEqual({ projectName: 'shop', confirm: 'shop', dryRun: false })
  })

  it('shows and sets members', async () => {
    const { omen, server } = await bench()
    expect((await omen(['projects', 'members', 'shop'])).stdout).toBe('bobby1\n')
    const set = await omen(['projects', 'members', 'shop', '--set', 'Bobby1', 'nobody1', 'nobody2'])
    expect([set.exit, set.stdout]).toEqual([5, 'bobby1\n'])
    expect(set.stderr).toContain('There are no accounts nobody1, nobody2; they were left out.')
    const none = await omen(['projects', 'members', 'shop', '--set', 'nobody1'])
    expect([none.exit, none.stderr]).toEqual([1, expect.stringContaining('There is no account nobody1')])
    await omen(['projects', 'members', 'shop', '--nobody'])
    expect(server.calls.at(-1)!.fields).toEqual({ projectName: 'shop', userNames: [] })
    expect((await omen(['projects', 'members', 'shop', '--nobody', '--set', 'bobby1'])).exit).toBe(2)
  })

  it('lists, adds and revokes ingest keys, by name or by the end of the secret', async () => {
    const { omen, server } = await bench()
    const { stdout } = await omen(['projects', 'keys', 'list', 'shop'])
    expect(stdout).toMatch(/first +…S4dc +send +1h ago +never +k1/)
    expect(stdout).toMatch(/second +…abcd +send, read +never +never +k2/)
    await omen(['projects', 'keys', 'add', 'shop', '--name', 'web', '--read', '--expires', '90d'])
    const sent = { projectName: 'shop', name: 'web', mayRead: true, expiresAt: NOW + 90 * 24 * HOUR }
    expect(server.calls.at(-1)!.fields).toEqual(sent)
    expect((await omen(['projects', 'keys', 'delete', 'shop', 'nothing', '--yes'])).exit).toBe(1)
    expect((await omen(['projects', 'keys', 'delete', 'shop', 'S4dc', '--yes'])).stdout).toBe(
      'Revoked first (…S4dc).\n',
    )
    expect(server.lines().at(-1)).toBe('DELETE /ingest-keys/k1')
  })
})

describe('omen projects model', () => {
  it('lists the versions with the rows that they scored, how often they flagged, and what the newest learned', async () => {
    const { omen, server } = await bench()
    const { stdout, exit } = await omen(['projects', 'model', 'shop'])
    expect(exit).toBe(0)
    expect(Object.fromEntries(server.calls.at(-1)!.query)).toEqual({ projectName: 'shop' })
    expect(stdout).toMatch(/^shop, times in Europe\/Berlin$/m)
    expect(stdout).toMatch(/^ +v3 +Holistic +since 2026-11-20 11:00 +2026-11-19 09:00 – 2026-11-20 09:00 +1,440$/m)
    expect(stdout).toMatch(/^ +v2 +Holistic +2026-11-18 11:00 – 2026-11-19 11:00 /m)
    expect(stdout).toMatch(/^2026-11-19 13:00 +1.5 % +1 % +1,440$/m)
    expect(stdout).toContain('and 2 earlier days (--json has all)')
    expect(stdout).toContain('Version 3 scores since 2026-11-20 11:00.\nshop v3 (Holistic) of alice1')
    expect(stdout).toMatch(/cpu\[web1\] +1\.25 +20 +61\.5/)
  })

  it('shows another version, by when it scored rows last', async () => {
    const { omen, server } = await bench()
    const ran = await omen(['projects', 'model', 'shop', '--of-version', '1', '--from', '2026-11-01', '--json'])
    const asked = server.calls.map(({ query }) => Object.fromEntries(query))
    const from = String(Date.UTC(2026, 9, 31, 23))
    expect(asked).toEqual([
      { projectName: 'shop', from, brief: 'true' },
      { projectName: 'shop', from, window: String(NOW - 26 * HOUR) },
    ])
    const { projectName, models, versions } = JSON.parse(ran.stdout)
    expect([projectName, models.length, models[0].display.version, versions.length]).toEqual(['shop', 1, 1, 4])
  })

  it('compares two versions on the same data, and says who found what', async () => {
    const { omen, server } = await bench()
    const { stdout } = await omen(['projects', 'model', 'shop', '--compare', '2'])
    const { query } = server.calls.at(-1)!
    expect([query.getAll('window'), query.get('compare')]).toEqual([
      [String(NOW - 2 * HOUR), String(NOW - 50 * HOUR)],
      'true',
    ])
    expect(stdout).toContain('On the same data, 1,440 rows of 2026-11-19 13:00 – 2026-11-20 13:00:')
    expect(stdout).toContain('v3 finds 2 periods, 1 % of the time\nv2 finds 1 period, 1 % of the time')
    expect(stdout).toMatch(/^2026-11-20 04:00 +10m +■ ▲ 7\.2 +v3, v2 +cpu\[web1\]$/m)
    expect(stdout).toMatch(/^2026-11-20 08:00 +10m +■ ▲ 7\.2 +v3 +cpu\[web1\]$/m)
  })

  it('names the versions that there are where one is missing, and says where there is none', async () => {
    const { omen } = await bench()
    const missing = await omen(['projects', 'model', 'shop', '--compare', '9'])
    expect([missing.exit, missing.stderr]).toEqual([1, expect.stringContaining('These did: 3, 1, 2.')])
    expect((await omen(['projects', 'model', 'new', '--of-version', '1'])).exit).toBe(1)
    expect((await omen(['projects', 'model', 'shop', '--compare', '3'])).exit).toBe(2)
    expect((await omen(['projects', 'model', 'shop', '--compare', '2', '--of-version', '2'])).exit).toBe(2)
    const none = await omen(['projects', 'model', 'new'])
    expect([none.exit, none.stdout]).toEqual([0, expect.stringContaining('No version of its model scored rows')])
  })
})

describe('omen data', () => {
  it('writes a row for each bucket that has values, and says that there are more series', async () => {
    const { omen, server } = await bench()
    const { stdout, stderr } = await omen(['data', 'shop', '--last', '2h', '--metric', 'cpu', 'mem'])
    expect(stdout).toBe(`timestamp,series,min,max,count\n${NOW},cpu[web1],1,2,60\n`)
    expect(stderr).toContain('1 of 9 series')
    const { query } = server.calls.at(-1)!
    expect([query.get('from'), query.get('to')]).toEqual([String(NOW - 3 * HOUR), String(NOW - HOUR)])
    expect(query.getAll('metric')).toEqual(['cpu', 'mem'])
  })
  it('fails where no series of the project is meant', async () => {
    const { omen } = await bench()
    const { stdout, stderr, exit } = await omen(['data', 'shop', '--metric', 'nosuch'])
    expect([exit, stdout]).toEqual([1, ''])
    expect(stderr).toContain('shop has no series of the metric nosuch')
  })
})

describe('omen projects alerts', () => {
  it('shows the settings and what they would have sent', async () => {
    const { omen } = await bench()
    const { stdout } = await omen(['projects', 'alerts', 'shop'])
    expect(stdout).toContain('Mail to ops@example.com')
    expect(stdout).toContain('Only for 5 % of the series or more')
    expect(stdout).toContain('Threshold of disk_*: ignoreBelow 80, direction up, kpi false')
    expect(stdout).toContain('The last 30 days would have sent 1 alert')
    expect(stdout).toMatch(/digest +cpu on web1 reached 98 %, and 2 others/)
  })

  it('changes settings as they are typed, or says what they would send', async () => {
    const { omen, server } = await bench()
    const typed = ['quietMinutes=60', 'escalateMinutes=never', 'sendsRecovery=false', 'recipients=a@b.co, c@d.co']
    expect((await omen(['projects', 'alerts', 'shop', '--set', ...typed, 'calendars=[]'])).exit).toBe(0)
    const sent = { quietMinutes: 60, escalateMinutes: null, sendsRecovery: false, recipients: ['a@b.co', 'c@d.co'] }
    expect(server.calls.at(-1)?.fields).toEqual({ ...sent, calendars: [], projectName: 'shop', dryRun: false })
    const trial = await omen(['projects', 'alerts', 'shop', '--preview', '--set', 'quietMinutes=0'])
    expect(trial.stderr).toContain('Nothing was changed.')
    expect(server.calls.at(-1)?.fields).toEqual({ quietMinutes: 0, projectName: 'shop', dryRun: true })
  })

  it.each(['quiet=60', 'quietMinutes', 'quietMinutes=soon', 'sendsRecovery=1', 'calendars=weekly'])(
    'refuses --set %s without asking the server',
    async (setting) => {
      const { omen, server } = await bench()
      expect((await omen(['projects', 'alerts', 'shop', '--set', setting])).exit).toBe(2)
      expect(server.calls).toEqual([])
    },
  )

  it('acknowledges an incident', async () => {
    const { omen } = await bench()
    const { stdout } = await omen(['incidents', 'acknowledge', 'in_1', '--note', 'mine'])
    expect(stdout).toBe('in_1 of shop is acknowledged by alice1.\n')
  })
})
