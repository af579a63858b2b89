import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type PrometheusServer,
  startPrometheusServer,
} from '../../packages/server/src/testing/providers/prometheus-server.ts'
import { type OmenCli, omenCli } from './harness/omen-cli.ts'
import { ADMIN_LOGIN, type OmenServer, startOmenServer } from './harness/omen-server.ts'

const TOKEN = 'a-token-that-no-file-has'

interface ConfigFault {
  readonly line: number
  readonly message: string
}

let server: OmenServer
let prometheus: PrometheusServer
let omen: OmenCli
const folder = mkdtempSync(join(tmpdir(), 'omen-as-code-'))
const file = join(folder, 'omen.yaml')

beforeAll(async () => {
  prometheus = await startPrometheusServer({ token: TOKEN, stepMs: 60_000 })
  server = await startOmenServer({ OMEN_OUTBOUND_ALLOW: '127.0.0.1' })
  omen = omenCli(server.url)
  await omen(['login', '--user', ADMIN_LOGIN.userName, '--password-stdin'], { input: `${ADMIN_LOGIN.password}\n` })
}, 90_000)
afterAll(async () => {
  await server.stop()
  await prometheus.close()
})

const WITH_TOKEN = { env: { PROM_TOKEN: TOKEN, OPS_HOOK: 'https://hooks.example.com/services/T0/B0/abc' } }
const apply = (args: string[] = [], options: { env: Record<string, string> } = WITH_TOKEN) =>
  omen(['apply', '-f', file, ...args], options)
const readSecrets = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const write = (more = '') =>
  writeFileSync(
    file,
    `projects:
  - name: shop
    source: prometheus
    samplingInterval: 1m
    retentionDays: 60
    connection:
      address: ${prometheus.url}
      token: { env: PROM_TOKEN }
      query: [cpu_usage]
    alerts:
      recipients: [ops@example.com]
      quietMinutes: 45
  - name: pushed
    kind: log
${more}integrations:
  - provider: slack
    account: ops
    serviceKey: { env: OPS_HOOK }
    projects: [shop]
`,
  )

test('a file makes projects, settings and integrations as it says, and changes nothing when it is applied again', async () => {
  write()
  const planned = await apply(['--check'])
  expect([planned.code, planned.stdout]).toEqual([3, expect.stringContaining('+ project shop')])
  expect(planned.stdout).toContain('token                  (secret)')
  expect(planned.stdout).toContain('3 to add, 1 to change, 0 to remove.')
  expect(planned.stderr).toContain('Applying creates 1 secret (project pushed): it needs --secrets-out FILE.')
  const [secrets, missing] = [join(folder, 'secrets.jsonl'), join(folder, 'nowhere', 'secrets.jsonl')]
  writeFileSync(secrets, 'of somebody else')
  for (const [args, sentence] of [
    [['--json'], 'This plan creates 1 secret, which is never printed: project pushed'],
    [['--secrets-out', secrets], `--secrets-out ${secrets}: there is a file already`],
    [['--secrets-out', missing, '--out', missing], '--out and --secrets-out name the same file'],
    [['--secrets-out', missing], `--secrets-out ${missing}: `],
  ] as const) {
    const refused = await apply(['--yes', ...args])
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([2, '', expect.stringContaining(sentence)])
  }
  expect((await apply(['--check'])).stdout).toBe(planned.stdout)
  expect(readFileSync(secrets, 'utf8')).toBe('of somebody else')
  rmSync(secrets)
  const applied = await apply(['--yes', '--secrets-out', secrets])
  expect([applied.code, applied.stderr]).toEqual([0, expect.stringContaining('Done: slack integration ops')])
  expect(applied.stderr).toContain(`Done: project pushed, its secret is in ${secrets}`)
  expect(statSync(secrets).mode & 0o777).toBe(0o600)
  expect(readSecrets(secrets)).toEqual([{ project: 'pushed', ingestKey: expect.stringMatching(/^omen_in_/) }])
  expect(applied.stdout + applied.stderr).not.toContain('omen_in_')
  for (const again of [await apply(['--check']), await apply(['--yes', '--secrets-out', secrets])])
    expect([again.code, again.stdout.trim()]).toEqual([0, 'Nothing to do: everything is as the file says.'])
  const { stdout } = await omen(['projects', 'show', 'shop', '--json'])
  expect(JSON.parse(stdout).project ?? JSON.parse(stdout)).toMatchObject({
    retentionDays: 60,
    collection: { connector: 'prometheus' },
  })
  const piped = await omen(['apply', '-f', '-', '--yes'], { ...WITH_TOKEN, input: readFileSync(file, 'utf8') })
  expect([piped.code, piped.stdout.trim()]).toEqual([0, 'Nothing to do: everything is as the file says.'])
  const wrong = await omen(['apply', '-f', '-', '--check'], { ...WITH_TOKEN, input: 'projects: 1\n' })
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('standard input')])
  for (const { stdout, stderr } of [planned, applied]) expect(stdout + stderr).not.toContain(TOKEN)
}, 120_000)

test('drift is shown with what was and what is to be, also of a secret, and put right', async () => {
  await omen(['projects', 'update', 'shop', '--retention', '30'])
  prometheus.token = 'another'
  const drift = await apply(['--check'], { env: { ...WITH_TOKEN.env, PROM_TOKEN: 'another' } })
  expect(drift.code).toBe(3)
  expect(drift.stdout).toContain('retentionDays          30 → 60')
  expect(drift.stdout).toContain('token                  (secret) changes')
  expect((await apply(['--yes'], { env: { ...WITH_TOKEN.env, PROM_TOKEN: 'another' } })).code).toBe(0)
  expect((await apply(['--check'], { env: { ...WITH_TOKEN.env, PROM_TOKEN: 'another' } })).code).toBe(0)
  const unset = await omen(['apply', '-f', file, '--check'])
  expect([unset.code, unset.stderr]).toEqual([
    0,
    expect.stringContaining('token of shop stays as it is: the variable PROM_TOKEN is not there.'),
  ])
}, 120_000)

test('an export is such a file: applied, it changes nothing; its secrets are names of variables', async () => {
  const exported = await omen(['export'])
  expect(exported.code).toBe(0)
  for (const secret of [TOKEN, 'another', 'hooks.example.com/services']) expect(exported.stdout).not.toContain(secret)
  expect(exported.stdout).toContain('env: OMEN_SHOP_TOKEN')
  const other = join(folder, 'exported.yaml')
  writeFileSync(other, exported.stdout)
  const again = await omen(['apply', '-f', other, '--check'])
  expect([again.code, again.stdout.trim()]).toEqual([0, 'Nothing to do: everything is as the file says.'])
}, 60_000)

test('what is wrong is said with its line before anything is changed', async () => {
  write('    retentiondays: 3\n')
  const refused = await apply(['--yes'])
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('retentiondays is no field of a project. Did you mean retentionDays?'),
  ])
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('    retentiondays: 3\n', '').replace('{ env: PROM_TOKEN }', TOKEN),
  )
  const plain = await apply(['--yes'])
  expect([plain.code, plain.stderr]).toEqual([
    2,
    expect.stringContaining('token is a secret and may not stand in the file'),
  ])
  expect(plain.stderr).not.toContain(TOKEN)
}, 60_000)

test('wrong values are all named with their lines before anything is changed', async () => {
  writeFileSync(
    file,
    `projects:
  - name: wrong
    source: prometheus
    pvalue: 2
    timeZone: Europe/Atlantis
    connection:
      query: [up]
    alerts:
      quietMinutes: soon
      thresholds: [{ kpi: true }]
  - name: shop
    source: prometheus
    alerts:
      recipients: ['ops@']
integrations:
  - provider: slack
    account: ops
    projects: [shop, nowhere]
`,
  )
  const faults = async (args: string[]) => {
    const { code, stderr } = await apply([...args, '--json'])
    expect(code).toBe(2)
    const error = JSON.parse(stderr)
    return [error.message, ...(error.details ?? []).map(({ line, message }: ConfigFault) => `${line}: ${message}`)]
  }
  expect(await faults(['--yes'])).toEqual([
    expect.stringContaining('line 4: pvalue must be a number from 0 and below 1'),
    '5: timeZone must be an IANA name like Europe/Berlin',
    '9: quietMinutes must be a whole number from 0 to 1440',
    '10: metric of a threshold is missing',
  ])
  const mended = readFileSync(file, 'utf8')
    .replace('2\n', '0.99\n')
    .replace('Atlantis', 'Berlin')
    .replace('soon', '5')
    .replace('kpi', 'metric: cpu, kpi')
  writeFileSync(file, mended)
  expect(await faults(['--yes'])).toEqual([
    expect.stringContaining('line 2: address is missing in the connection of wrong'),
    expect.stringMatching(/^11: recipients\/0 of shop /),
    '16: ops is for nowhere, which is no project of yours and none in the file',
  ])
  expect((await omen(['projects', 'show', 'wrong'])).code).toBe(1)
}, 60_000)

test('one value has several spellings, and what a list no longer has is taken away', async () => {
  const settings = (threshold: string) =>
    writeFileSync(
      file,
      `projects:
  - name: shop
    source: prometheus
    timeZone: Asia/Calcutta
    members: [${ADMIN_LOGIN.userName}, ${ADMIN_LOGIN.userName.toUpperCase()}]
    alerts:
      recipients: [Ops@Example.com, ops@example.com]
      thresholds: [{ metric: cpu, ignoreAbove: 90${threshold} }]
`,
    )
  settings(', ignoreBelow: 5')
  expect((await apply(['--yes'])).code).toBe(0)
  writeFileSync(file, readFileSync(file, 'utf8').replace('Calcutta', 'Kolkata'))
  expect((await apply(['--check'])).stdout).toContain('Nothing to do')
  settings('')
  expect((await apply(['--check'])).code).toBe(3)
  expect((await apply(['--yes'])).code).toBe(0)
  const { stdout } = await omen(['projects', 'alerts', 'shop', '--json'])
  expect(JSON.parse(stdout).setting.thresholds).toEqual([
    { metric: 'cpu', ignoreAbove: 90, direction: 'both', kpi: false },
  ])
}, 120_000)

test('an integration that is there gets a project of the same file; new secrets are written to the file, also if a later step fails', async () => {
  writeFileSync(
    file,
    `projects:
  - name: orders
  - name: 商店
    source: prometheus
    members: [ghost]
    connection: { address: ${prometheus.url}, token: { env: PROM_TOKEN }, query: [cpu_usage] }
  - name: 订单
    source: prometheus
    connection: { address: ${prometheus.url}, token: { env: PROM_TOKEN }, query: [cpu_usage] }
integrations:
  - provider: slack
    account: ops
    projects: [shop, orders]
  - provider: webhook
    account: hub
    serviceKey: { env: HUB }
`,
  )
  const [first, second] = [join(folder, 'first.jsonl'), join(folder, 'second.jsonl')]
  const env = { PROM_TOKEN: 'wrong', HUB: `${prometheus.url}/hook` }
  const failed = await apply(['--yes', '--json', '--secrets-out', first], { env })
  expect(failed.code).toBe(5)
  expect(readSecrets(first)).toEqual([{ project: 'orders', ingestKey: expect.stringMatching(/^omen_in_/) }])
  expect(JSON.parse(failed.stdout)).toMatchObject({ success: false, secretsOut: first })
  expect(failed.stderr).toContain('1 of 6 steps are done')
  const applied = await apply(['--yes', '--secrets-out', second], { env: { ...env, PROM_TOKEN: 'another' } })
  expect([applied.code, applied.stderr]).toEqual([5, expect.stringContaining('there is no account ghost')])
  const [hub] = readSecrets(second) as { signingSecret: string }[]
  expect(hub).toEqual({ integration: 'hub', signingSecret: expect.any(String) })
  for (const shown of [failed.stdout, failed.stderr, applied.stdout, applied.stderr]) {
    expect(shown).not.toContain('omen_in_')
    expect(shown).not.toContain(hub!.signingSecret)
  }
  expect(JSON.parse((await omen(['integrations', 'list', '--json'])).stdout).integrations).toContainEqual(
    expect.objectContaining({ account: 'ops', projectNames: ['orders', 'shop'] }),
  )
}, 120_000)

test('an export names its projects, and a variable for each secret', async () => {
  const { stdout } = await omen(['export', '商店', '订单'])
  expect(stdout).not.toContain('name: shop')
  expect(stdout).toContain('env: OMEN_TOKEN_2')
  expect(stdout).toContain('env: OMEN_TOKEN_3')
  expect(stdout).toContain('members: []')
  const missing = await omen(['export', 'shop', 'shpo'])
  expect([missing.code, missing.stdout, missing.stderr]).toEqual([1, '', expect.stringContaining('no project shpo')])
}, 60_000)

const reports = (schedules: string) => writeFileSync(file, `reportSchedules:\n${schedules}`)
const schedules = async () => JSON.parse((await omen(['report', 'schedule', 'list', '--json'])).stdout).schedules
const NOTHING = [0, 'Nothing to do: everything is as the file says.']

test('reports are mailed as a file says, once however often it is applied', async () => {
  reports(`  - { every: week, projects: [Shop], recipients: [Ops@example.com, a@example.com], hour: 7, timeZone: Asia/Calcutta }
  - { every: day, recipients: [a@example.com] }
`)
  const planned = await apply(['--check'])
  expect([planned.code, planned.stdout]).toEqual([3, expect.stringContaining('+ weekly report on shop\n')])
  expect(planned.stdout).toContain('recipients             a@example.com, ops@example.com')
  expect(planned.stdout).toContain('2 to add, 0 to change, 0 to remove.')
  expect(await schedules()).toEqual([])
  expect((await apply(['--yes'])).code).toBe(0)
  for (const again of [await apply(['--check']), await apply(['--yes'])])
    expect([again.code, again.stdout.trim()]).toEqual(NOTHING)
  const made = await schedules()
  expect(made).toHaveLength(2)
  expect(made).toContainEqual(
    expect.objectContaining({
      every: 'week',
      hour: 7,
      projectNames: ['shop'],
      recipients: ['a@example.com', 'ops@example.com'],
    }),
  )
}, 120_000)

test('a schedule that differs is changed and stays the same one; what the file does not name stays', async () => {
  const before = await schedules()
  reports(
    '  - { every: week, projects: [shop], recipients: [b@example.com, ops@example.com], hour: 6, locale: zh-CN }\n',
  )
  const drift = await apply(['--check'])
  expect(drift.code).toBe(3)
  expect(drift.stdout).toContain('~ weekly report on shop\n')
  expect(drift.stdout).toContain('hour                   7 → 6')
  expect(drift.stdout).toContain('locale                 en → zh-CN')
  expect(drift.stdout).toContain(
    'recipients             a@example.com, ops@example.com → b@example.com, ops@example.com',
  )
  expect(drift.stdout).not.toContain('timeZone')
  expect((await apply(['--yes'])).code).toBe(0)
  const after = await schedules()
  const ids = (all: { id: string }[]) => all.map(({ id }) => id).sort()
  expect(ids(after)).toEqual(ids(before))
  expect((await apply(['--check'])).code).toBe(0)
  // Of two alike the one that has more recipients in common
  await omen(['report', 'schedule', 'add', 'shop', '--every', 'week', '--to', 'other@example.com'])
  expect((await apply(['--check'])).code).toBe(0)
  const exported = await omen(['export'])
  writeFileSync(file, exported.stdout)
  const unchanged = await apply(['--check', '--prune'])
  expect([unchanged.code, unchanged.stdout.trim()]).toEqual(NOTHING)
}, 120_000)

test('a report on what is no project is refused with its line', async () => {
  reports('  - every: week\n    projects: [shop, nowhere]\n    recipients: [a@example.com]\n    hour: 25\n')
  expect((await apply(['--yes'])).stderr).toContain('line 5: hour must be a whole number from 0 to 23')
  writeFileSync(file, readFileSync(file, 'utf8').replace('25', '5'))
  const refused = await apply(['--yes'])
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining(
      'line 2: the weekly report on shop, nowhere names nowhere, which is no project that you may read and none in the file',
    ),
  ])
}, 60_000)

test('what the file does not name is removed only when asked to', async () => {
  writeFileSync(file, 'projects:\n  - name: pushed\n    kind: log\n')
  expect((await apply(['--check'])).code).toBe(0)
  const pruned = await apply(['--prune', '--yes'])
  expect([pruned.code, pruned.stderr]).toEqual([0, expect.stringContaining('- project shop with all its data')])
  expect(pruned.stderr).toContain('- weekly report on shop to other@example.com')
  expect(await schedules()).toEqual([])
  const { stdout } = await omen(['projects', '--json'])
  expect(stdout).not.toContain('"shop"')
}, 60_000)
