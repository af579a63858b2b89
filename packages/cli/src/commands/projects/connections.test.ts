import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Collection, Connection, ConnectionTest } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { makeHome, runCli, type Setting } from '../../testing/run-cli.ts'
import { NOW, project } from '../../testing/samples.ts'
import { failure, startWireServer, type WireServer } from '../../testing/wire-server.ts'

const MINUTE = 60_000

const COLLECTION: Collection = {
  connector: 'prometheus',
  collectedTo: NOW - MINUTE,
  nextAt: NOW + 40_000,
  fault: null,
  faultSince: null,
  sentence: null,
  backfill: null,
}
const connection = (more: Partial<Collection> = {}): Connection => ({
  projectName: 'shop',
  collection: { ...COLLECTION, ...more },
  settings: { address: 'http://prometheus:9090', query: ['node_load1', 'node_load5'] },
  secrets: ['token'],
})
const TESTED: Omit<ConnectionTest, 'success'> = {
  samples: [{ time: NOW - MINUTE, name: 'node_load1[web1]', value: 0.5, unit: 's' }],
  choices: [{ field: 'query', total: 70, items: [{ id: 'node_load1', seriesCount: 12 }, { id: 'up' }] }],
  estimate: { seriesCount: 12, callsPerDay: 1440, callsPerBackfilledDay: 12, usdPerDay: 2.1 },
  notes: ['one series has no name'],
}
const backfill = (done: number, state: 'running' | 'done' | 'paused' = 'running') => ({
  state,
  done,
  from: NOW - 30 * 86_400_000,
  to: NOW,
  fault: null,
  sentence: null,
})

async function bench(answer: WireServer['answer'] = () => undefined) {
  const server = await startWireServer()
  const { answer: otherwise } = server
  server.answer = (call) => {
    const given = answer(call)
    if (given) return given
    const answers: Record<string, object> = {
      'GET /projects/shop': { project: project({ collection: COLLECTION }) },
      'GET /projects/datadog': { project: project({ projectName: 'datadog', collection: COLLECTION }) },
      'GET /projects/push': { project: project({ projectName: 'push' }) },
      'GET /connection': { connection: connection() },
      'POST /connection': { connection: connection(), changes: ['query', 'token'] },
      'POST /backfill': { connection: connection({ backfill: backfill(0) }) },
      'POST /test-connection': TESTED,
    }
    const found = answers[`${call.method} ${call.path}`]
    if (found) return { body: { success: true, ...found } }
    if (!/^\/add-(?!custom|log)/.test(call.path) && !('source' in call.fields)) return otherwise(call)
    return { status: 201, body: { success: true, project: project({ collection: COLLECTION }) } }
  }
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  const omen = (args: string[], setting: Setting = {}) =>
    runCli(['projects', ...args], { ...setting, env: { ...env, ...setting.env } })
  return { server, omen }
}

const PROMETHEUS = ['--source', 'prometheus', '--address', 'http://prometheus:9090']

describe('omen projects add, of a kind', () => {
  it('takes secrets from variables and files, and lists by repeating', async () => {
    const { omen, server } = await bench()
    const home = await makeHome()
    await writeFile(join(home, 'app.key'), 'b-secret\n')
    const { exit, stderr } = await omen(
      [
        ...['add', 'datadog', 'shop', '--site', 'datadoghq.eu', '--apikey', 'env:DD_API_KEY'],
        ...['--appkey', `@${join(home, 'app.key')}`, '--metrics', 'system.cpu.user', '--metrics', 'system.load.1'],
        ...['--every', '5m', '--backfill', '30', '--logs'],
      ],
      { env: { DD_API_KEY: 'a-secret' } },
    )
    expect([exit, stderr]).toEqual([0, 'Project shop is added and fetches from now on.\n'])
    expect(server.calls.at(-1)).toMatchObject({ method: 'POST', path: '/add-datadog-project' })
    expect(server.calls.at(-1)!.fields).toEqual({
      projectName: 'shop',
      samplingInterval: 5,
      dataType: 'Log',
      backfillDays: 30,
      site: 'datadoghq.eu',
      apikey: 'a-secret',
      appkey: 'b-secret',
      metrics: ['system.cpu.user', 'system.load.1'],
    })
  })

  it('accepts a secret as it is, and says what that means', async () => {
    const { omen } = await bench()
    const { exit, stderr } = await omen(['add', 'newrelic', 'shop', '--apikey', 'NRAK-1', '--account-id', '1'])
    expect([exit, stderr]).toEqual([0, expect.stringContaining("--apikey stands in the shell's history")])
  })

  it('asks for a secret that is missing on a terminal, without showing it', async () => {
    const { omen, server } = await bench()
    const { exit, stderr } = await omen(['add', 'newrelic', 'shop', '--account-id', '1'], {
      columns: 80,
      answers: ['NRAK-typed'],
    })
    expect([exit, stderr.includes('NRAK-typed')]).toEqual([0, false])
    expect(server.calls.at(-1)!.fields).toMatchObject({ apikey: 'NRAK-typed' })
  })

  it('names what is missing before anything is sent', async () => {
    const { omen, server } = await bench()
    for (const [args, word] of [
      [['add', 'newrelic', 'shop', '--account-id', '1'], '--apikey is missing'],
      [['add', 'custom', 'shop', ...PROMETHEUS], '--query is missing'],
      [['add', 'amazon', 'shop', '--zone', 'a', '--access-key', 'b', '--secret-key', 'c', '--logs'], '--log-groups is'],
      [['add', 'datadog', 'shop', '--apikey', 'env:NOPE'], 'NOPE is not set'],
    ] as const) {
      const { exit, stderr } = await omen([...args])
      expect([exit, stderr]).toEqual([2, expect.stringContaining(word)])
    }
    expect(server.calls).toEqual([])
  })

  it('stores the key file of Google and names it, and deletes it where nothing was added', async () => {
    const { omen, server } = await bench()
    const home = await makeHome()
    const file = join(home, 'key.json')
    await writeFile(file, '{"type":"service_account"}')
    const args = ['--project-id', 'p', '--filename', file, '--metrics', 'm']
    expect((await omen(['add', 'google', 'shop', ...args])).exit).toBe(0)
    const { filename } = server.calls.at(-1)!.fields
    expect(server.files.get(filename!)?.content.toString()).toBe('{"type":"service_account"}')
    await omen(['test', 'google', ...args])
    expect(server.lines().at(-1)).toMatch(/^DELETE \/files\//)
  })

  it('keeps names of kinds possible for projects that are sent to', async () => {
    const { omen } = await bench()
    const sent: string[] = []
    const { omen: add } = await bench(({ path, fields }) => {
      sent.push(`${path} ${fields.projectName} ${fields.dataType}`)
      return failure(409, 'CONFLICT', 'taken')
    })
    await add(['add', 'custom', 'datadog'])
    await add(['add', 'log', 'custom'])
    expect(sent).toEqual(['/add-custom-project datadog Metric', '/add-log-project custom undefined'])
    expect((await omen(['add', '--help'])).stdout).toContain('omen projects add custom datadog')
  })

  it('does not take fields of a source that was forgotten', async () => {
    const { omen, server } = await bench()
    const calls = server.calls.length
    const { exit, stderr } = await omen(['add', 'custom', 'shop', '--address', 'http://prom:9090', '--query', 'up'])
    expect([exit, stderr]).toEqual([2, expect.stringContaining('--address is for a project that fetches')])
    expect(stderr).toContain('--source: prometheus, influx, postgresql, mysql')
    const late = await omen(['add', 'log', 'shop', '--backfill', '3'])
    expect([late.exit, late.stderr]).toEqual([2, expect.stringContaining('--backfill is for')])
    expect(server.calls).toHaveLength(calls)
  })

  it('shows what the service said', async () => {
    const sentence = 'The service does not accept the keys. It said: who are you?'
    const { omen } = await bench(() => failure(422, 'CONNECTION_FAILED', sentence))
    const { exit, stderr } = await omen(['add', 'custom', 'shop', ...PROMETHEUS, '--query', 'up'])
    expect([exit, stderr]).toEqual([1, expect.stringContaining(sentence)])
  })
})

describe('omen projects test', () => {
  it('shows samples, choices and the cost of a connection that is not kept', async () => {
    const { omen, server } = await bench()
    const { stdout, stderr, exit } = await omen(['test', 'custom', ...PROMETHEUS, '--search', 'load', '--every', '10s'])
    expect([exit, stderr]).toEqual([0, 'one series has no name\n'])
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^SAMPLE +VALUE +SEEN$/),
      expect.stringMatching(/^node_load1\[web1\] +0\.5 s +1m ago$/),
      '',
      expect.stringMatching(/^QUERY +SERIES$/),
      expect.stringMatching(/^node_load1 +12$/),
      expect.stringMatching(/^up +–$/),
      'and 68 more; --search TEXT narrows them',
      '',
      '12 series, 1,440 calls a day, about $2.10 a day by list price; 12 calls for a day of the past',
      '',
    ])
    expect(server.calls.at(-1)!.fields).toEqual({
      kind: 'custom',
      source: 'prometheus',
      dataType: 'Metric',
      search: 'load',
      samplingInterval: 1 / 6,
      address: 'http://prometheus:9090',
    })
  })

  it('tries a change of a project, also of one that is called like a kind', async () => {
    const { omen, server } = await bench()
    await omen(['test', 'shop', '--query', 'up'])
    const fields = { kind: 'custom', source: 'prometheus', samplingInterval: 1 }
    expect(server.calls.at(-1)!.fields).toEqual({ ...fields, projectName: 'shop', query: ['up'] })
    await omen(['test', 'datadog', 'datadog'])
    expect(server.calls.at(-1)!.fields).toEqual({ ...fields, projectName: 'datadog' })
    const { exit, stderr } = await omen(['test', 'push'])
    expect([exit, stderr]).toEqual([1, expect.stringContaining('it fetches nothing')])
  })
})

describe('omen projects connection', () => {
  it('tells what is left out from what cannot be fetched', async () => {
    const more = { fault: 'leftOut' as const, faultSince: NOW - 90 * MINUTE, sentence: 'The project has 9 series.' }
    const { omen } = await bench(({ path }) =>
      path === '/connection' ? { body: { success: true, connection: connection(more) } } : undefined,
    )
    const { stdout } = await omen(['connection', 'shop'])
    expect(stdout.split('\n')[1]).toMatch(/^Incomplete since 20.*: The project has 9 series\.$/)
  })

  it('shows what is fetched and what stands in its way, without secrets', async () => {
    const { omen } = await bench(({ path }) => {
      const more = { fault: 'credentials' as const, faultSince: NOW - 90 * MINUTE, sentence: 'Enter new keys.' }
      return path === '/connection'
        ? { body: { success: true, connection: connection({ ...more, backfill: backfill(0.425) }) } }
        : undefined
    })
    const { stdout } = await omen(['connection', 'shop'])
    expect(stdout.split('\n')).toEqual([
      'shop fetches from Prometheus',
      expect.stringMatching(/^Cannot fetch since 20.*: Enter new keys\.$/),
      expect.stringMatching(/^All up to 20.* is fetched; fetches in 40s$/),
      'Address: http://prometheus:9090',
      'Queries: node_load1',
      'Queries: node_load5',
      'Secrets that are set: Token',
      expect.stringMatching(/^Back-fill running, 42\.5 % of 20.* to 20.*$/),
      '',
    ])
  })

  it('changes only what is given', async () => {
    const { omen, server } = await bench()
    const { stderr } = await omen(['connection', 'shop', '--token', '-', '--query', 'up'], { input: 'new-token\n' })
    expect(stderr).toContain('The connection of shop is changed')
    expect(server.calls.at(-1)!.fields).toEqual({ projectName: 'shop', token: 'new-token', query: ['up'] })
  })

  it('takes away what is given empty: a text, a list, a secret', async () => {
    const { omen, server } = await bench()
    const { exit, stderr } = await omen(['connection', 'shop', '--tenant', '', '--hosts', '', '--token', ''])
    expect([exit, stderr]).toEqual([0, 'The connection of shop is changed; what was fetched stays.\n'])
    expect(server.calls.at(-1)!.fields).toEqual({ projectName: 'shop', tenant: '', hosts: [], token: '' })
  })

  it('does not take a secret for empty whose variable is', async () => {
    const { omen, server } = await bench()
    const { exit } = await omen(['connection', 'shop', '--token', 'env:EMPTY'], { env: { EMPTY: '' } })
    expect([exit, server.calls]).toEqual([2, []])
  })
})

describe('omen projects backfill', () => {
  it('starts, pauses and shows a back-fill', async () => {
    const { omen, server } = await bench()
    const { stdout } = await omen(['backfill', 'shop', 'start', '--days', '30'])
    expect(stdout).toMatch(/^Back-fill running, 0 % of /)
    expect(server.calls.at(-1)!.fields).toEqual({ projectName: 'shop', action: 'start', days: 30 })
    await omen(['backfill', 'shop', 'pause'])
    expect(server.calls.at(-1)!.fields).toEqual({ projectName: 'shop', action: 'pause' })
    expect((await omen(['backfill', 'shop'])).stdout).toBe('No back-fill\n')
    expect((await omen(['backfill', 'shop', 'start'])).exit).toBe(2)
    expect((await omen(['backfill', 'shop', 'stop'])).exit).toBe(2)
  })

  const waiting = (...states: ReturnType<typeof backfill>[]) =>
    bench(({ path, method }) =>
      path === '/connection' && method === 'GET'
        ? { body: { success: true, connection: connection({ backfill: states.shift() ?? null }) } }
        : undefined,
    )
  const start = ['backfill', 'shop', 'start', '--days', '30', '--wait']
  const sleep = async () => {}

  it('waits for the end, and writes how far it is in a pipe', async () => {
    const { omen } = await waiting(backfill(0.02), backfill(0.05), backfill(0.4), backfill(1, 'done'))
    const { stdout, stderr, exit } = await omen(start, { sleep })
    expect(exit).toBe(0)
    expect(stderr.match(/\d+ %/g)).toEqual(['2 %', '40 %'])
    expect(stdout).toMatch(/^Back-fill done of /)
  })

  it('draws a bar on a terminal', async () => {
    const { omen } = await waiting(backfill(0.5), backfill(1, 'done'))
    const { stderr } = await omen(start, { sleep, columns: 100 })
    expect(stderr).toContain('shop')
    expect(stderr).toContain('━━━━━━━━━━')
  })

  it('fails where it was cancelled or paused meanwhile', async () => {
    const { omen } = await waiting(backfill(0.5, 'paused'))
    const { stderr, exit } = await omen(start, { sleep })
    expect([exit, stderr]).toEqual([6, expect.stringContaining('omen projects backfill shop resume --wait')])
  })
})
