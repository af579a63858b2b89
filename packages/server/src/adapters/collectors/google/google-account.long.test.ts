import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Collector, CollectWindow } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { type GoogleMetric, googleValueAt } from '../../../testing/providers/google/answer-monitoring.ts'
import { machineSeries } from '../../../testing/providers/google/google-data.ts'
import { GOOGLE_PROJECT, googleAccount, keyFileOf } from '../../../testing/providers/google/service-account.ts'
import { type GoogleServer, startGoogleServer } from '../../../testing/providers/google-server.ts'
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { openOutbound } from '../../outbound/open-outbound.ts'
import { type GoogleOptions, openGoogleCollector } from './open-google-collector.ts'

const MINUTE_MS = 60_000
const to = Math.floor(Date.now() / MINUTE_MS - 10) * MINUTE_MS
const window: CollectWindow = { from: to - 3 * MINUTE_MS, to, stepMs: MINUTE_MS }
const never = new AbortController().signal

let server: GoogleServer
let clock: TestClock

beforeEach(async () => {
  server = await startGoogleServer()
  clock = createTestClock()
})
afterEach(() => server.close())

function open(more: Partial<GoogleOptions> = {}, outbound: Outbound = openTestOutbound()): Collector {
  const options: GoogleOptions = {
    projectId: GOOGLE_PROJECT,
    projectType: 'gce_instance',
    keyFile: keyFileOf(googleAccount, `${server.tokens.url}/token`),
    dataType: 'Metric',
    endpoint: server.url,
    ...more,
  }
  return openGoogleCollector(options, { outbound, clock })
}

async function collect(collector: Collector, asked = window) {
  const samples: Record<string, number[]> = {}
  const lines: string[] = []
  const notes: string[] = []
  for await (const batch of collector.collect(asked, undefined, never)) {
    notes.push(...(batch.notes ?? []))
    lines.push(...(batch.lines ?? []).map(({ line }) => line))
    for (const { series, values } of batch.series ?? []) samples[series.id] = [...(samples[series.id] ?? []), ...values]
  }
  return { samples, lines, notes }
}

describe('tokens', () => {
  test('are asked for once, and again before they expire', async () => {
    const collector = open()
    await collect(collector)
    await collect(collector)
    expect(server.tokens.calls).toBe(1)
    // Google's clock and Omen's go together.
    clock.advance(56 * MINUTE_MS)
    server.state.aheadMs = 56 * MINUTE_MS
    await collect(collector)
    expect(server.tokens.calls).toBe(2)
  })

  test('are asked for again after one was taken back', async () => {
    const collector = open()
    await collect(collector)
    server.state.tokens.clear()
    await expect(collect(collector)).rejects.toMatchObject({ fault: 'credentials' })
    await collect(collector)
    expect(server.tokens.calls).toBe(2)
  })

  test('are refused to a key that was not made for the account', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const privateKey = other.export({ type: 'pkcs8', format: 'pem' }) as string
    const keyFile = keyFileOf({ ...googleAccount, privateKey }, `${server.tokens.url}/token`)
    await expect(collect(open({ keyFile }))).rejects.toMatchObject({
      fault: 'credentials',
      providerText: 'invalid_grant: Invalid JWT Signature.',
    })
    expect(server.calls).toBe(0)
  })

  test('are refused to an account that was deleted', async () => {
    server.state.accounts = []
    await expect(collect(open())).rejects.toMatchObject({ fault: 'credentials' })
  })

  test('are refused because of a clock that is wrong', async () => {
    server.state.aheadMs = 20 * MINUTE_MS
    await expect(collect(open())).rejects.toMatchObject({ fault: 'clock' })
  })

  test.each([
    [{ status: 429, headers: { 'retry-after': '9' }, body: '{"error":"rate_limit"}' }, 'throttled'],
    [{ status: 503, body: '<html>away</html>' }, 'providerFailed'],
    [{ status: 200, body: '<html>Sign in</html>' }, 'badAnswer'],
    [{ status: 200, body: '{}' }, 'badAnswer'],
    [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'badAnswer'],
    ['hang', 'timeout'],
  ] as const)('tells by %j that it is %s', async (answer, fault) => {
    server.tokens.failNext(answer)
    await expect(collect(open({}, openTestOutbound({ timeoutMs: 200 })))).rejects.toMatchObject({
      fault,
      ...(fault === 'throttled' && { retryAfterMs: 9000 }),
    })
    expect(server.tokens.calls).toBe(1)
  })

  test('are asked for by the guarded way out alone', async () => {
    const outbound = openOutbound({ allow: [], proxy: null, ca: null })
    await expect(collect(open({}, outbound))).rejects.toMatchObject({ fault: 'refusedAddress' })
    expect([server.tokens.calls, server.calls]).toEqual([0, 0])
    await outbound.close()
  })

  test('stop with the reason of an abort', async () => {
    server.tokens.failNext('hang')
    const abort = new AbortController()
    const tested = open().test(abort.signal)
    tested.catch(() => {})
    await expect.poll(() => server.tokens.calls).toBe(1)
    const reason = new Error('stop')
    abort.abort(reason)
    await expect(tested).rejects.toBe(reason)
  })

  test('repeat neither the key nor the signed request in an error', async () => {
    server.tokens.failNext({
      status: 400,
      body: JSON.stringify({ error: 'invalid_grant', error_description: googleAccount.privateKey }),
    })
    await expect(collect(open())).rejects.toMatchObject({ providerText: 'invalid_grant: ***' })
  })

  test.each([
    ['is not JSON', 'PEM'],
    ['is of a person', JSON.stringify({ type: 'authorized_user', client_id: 'x', refresh_token: 'y' })],
    [
      'has a broken key',
      JSON.stringify({ type: 'service_account', client_email: 'a@b', private_key: '-----BEGIN PRIVATE KEY-----' }),
    ],
  ])('are not asked for with a key file that %s', async (_, keyFile) => {
    await expect(collect(open({ keyFile }))).rejects.toMatchObject({ fault: 'credentials' })
    expect(server.tokens.calls).toBe(0)
  })
})

describe('metrics', () => {
  test('are only those that were chosen', async () => {
    const metrics = ['compute.googleapis.com/instance/is_healthy', 'compute.googleapis.com/instance/gone']
    const { samples, notes } = await collect(open({ metrics }))
    expect(Object.keys(samples)).toEqual(['web-1', 'web-2'].map((name) => `${metrics[0]}[${name}]`))
    expect(notes).toEqual([])
  })

  test('bring nothing, and no error, after they were deleted', async () => {
    const collector = open()
    await collect(collector)
    server.state.metrics = server.state.metrics.slice(1)
    const { samples } = await collect(collector)
    expect(Object.keys(samples).some((id) => id.includes('cpu/utilization'))).toBe(false)
    expect(Object.keys(samples)).not.toEqual([])
  })

  test('are of other resources where the settings say so', async () => {
    const { samples } = await collect(open({ projectType: 'cloudsql_database' }))
    expect(Object.keys(samples)).toEqual([`cloudsql.googleapis.com/database/cpu/utilization[${GOOGLE_PROJECT}:orders]`])
  })

  test('are of every resource where none is named', async () => {
    const { samples } = await collect(open({ projectType: '' }))
    expect(Object.keys(samples)).toContain(`cloudsql.googleapis.com/database/cpu/utilization[${GOOGLE_PROJECT}:orders]`)
    expect(Object.keys(samples)).toContain('compute.googleapis.com/instance/cpu/utilization[web-1]')
  })

  test('are means over longer steps', async () => {
    const metric = server.state.metrics[0]!
    const step = 3 * MINUTE_MS
    const from = Math.floor(to / step) * step - step
    const { samples } = await collect(open({ metrics: [metric.type] }), { from, to: from + step, stepMs: step })
    expect(samples[`${metric.type}[web-1]`]).toEqual([googleValueAt(metric, metric.series[0]!, from, step)])
  })

  test('of two machines of one name are not mixed', async () => {
    const [metric] = server.state.metrics
    const [series] = metric!.series
    const elsewhere = { ...series!.resource, labels: { ...series!.resource.labels, zone: 'us-east1-b' } }
    server.state.metrics = [{ ...metric!, series: [series!, { ...series!, resource: elsewhere }] }]
    const { samples, notes } = await collect(open())
    expect(Object.values(samples)).toEqual([expect.objectContaining({ length: 3 })])
    expect(notes).toEqual([`${metric!.type}[web-1]: a second one of this name was left out.`])
  })

  test('are looked for once in a quarter of an hour', async () => {
    const collector = open({ metrics: ['compute.googleapis.com/instance/cpu/utilization'] })
    await collect(collector)
    await collect(collector)
    expect(server.calls).toBe(3)
    clock.advance(15 * MINUTE_MS)
    await collect(collector)
    expect(server.calls).toBe(5)
  })

  test('cost by the time series that are read', async () => {
    // Five metrics that have numbers, with 2, 4, 2, 2 and 2 series.
    expect(await open().estimate(MINUTE_MS, never)).toEqual({
      seriesCount: 12,
      callsPerDay: 5 * 1440 + 96,
      usdPerDay: expect.closeTo((12 * 1440 * 0.5) / 1e6),
      callsPerBackfilledDay: 5,
    })
  })

  test('are chosen by resource and by name', async () => {
    const [kinds, metrics] = await open().choices('', never)
    expect(kinds).toEqual({
      field: 'project-type',
      items: [{ id: 'cloudsql_database' }, { id: 'gce_instance' }],
      total: 2,
    })
    expect(metrics!.items.map(({ id }) => id)).toHaveLength(5)
  })

  test('are too many', async () => {
    server.state.metrics = Array.from({ length: 5001 }, (_, number): GoogleMetric => {
      const kind = { metricKind: 'GAUGE', valueType: 'DOUBLE', unit: '1' } as const
      const type = `compute.googleapis.com/m${number}`
      return { type, ...kind, monitoredResourceTypes: ['gce_instance'], series: [machineSeries('web-1')] }
    })
    await expect(collect(open())).rejects.toMatchObject({ fault: 'tooMuch' })
  })
})

describe('logs', () => {
  test('are those that the filter finds', async () => {
    const all = await collect(open({ dataType: 'Log' }))
    const errors = await collect(open({ dataType: 'Log', logFilter: 'severity>=ERROR -- the worst' }))
    expect(errors.lines).toHaveLength(all.lines.length / 2)
  })

  test('tell of a filter that cannot be read', async () => {
    await expect(collect(open({ dataType: 'Log', logFilter: 'severity>>1' }))).rejects.toMatchObject({
      fault: 'query',
      providerText: expect.stringContaining('Unparseable filter'),
    })
  })

  test('are of every resource where none is named', async () => {
    expect((await collect(open({ dataType: 'Log', projectType: '' }))).lines).toHaveLength(12)
  })

  test('are tested with the newest', async () => {
    const { lines = [] } = await open({ dataType: 'Log' }).test(never)
    expect(lines).toHaveLength(20)
    expect(lines.map(({ time }) => time)).toEqual(lines.map(({ time }) => time).toSorted())
    expect(Date.now() - lines.at(-1)!.time).toBeLessThan(MINUTE_MS)
  })
})
