import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Omen } from '../../packages/sdk/src/index.ts'
import { kindOfConnector } from '../../packages/sdk/src/index.ts'
import type { Provider } from '../../packages/server/src/testing/providers/connected/provider.ts'
import {
  type Providers,
  startable,
  startProviders,
} from '../../packages/server/src/testing/providers/connected/start-providers.ts'
import { signedInClient } from './harness/api-client.ts'
import { type OmenCli, omenCli } from './harness/omen-cli.ts'
import { ADMIN_LOGIN, type OmenServer, startOmenServer } from './harness/omen-server.ts'

let server: OmenServer
let omen: Omen
let cli: OmenCli
let providers: Providers
let clock: NodeJS.Timeout
/** All that anybody could have read: answers, and what commands wrote. */
const seen: string[] = []

beforeAll(async () => {
  providers = await startProviders()
  clock = setInterval(() => providers.setTime(Date.now()), 1000)
  server = await startOmenServer({
    OMEN_OUTBOUND_ALLOW: '127.0.0.1',
    OMEN_LOG_FOLDERS: providers.logs,
    OMEN_LOG_LEVEL: 'debug',
  })
  omen = await signedInClient(server.url)
  cli = omenCli(server.url)
  await cli(['login', '--user', ADMIN_LOGIN.userName, '--password-stdin'], { input: `${ADMIN_LOGIN.password}\n` })
}, 90_000)
afterAll(async () => {
  clearInterval(clock)
  await server.stop()
  await providers.close()
})

const run: OmenCli = Object.assign(
  async (...given: Parameters<OmenCli>) => {
    const result = await cli(...given)
    seen.push(result.stdout, result.stderr)
    return result
  },
  { start: (args: string[]) => cli.start(args) },
)

/** `SECRET_DATADOG_APIKEY`: what a file names, and what the environment has. */
const variableOf = (connector: string, field: string) =>
  `SECRET_${connector}_${field}`.toUpperCase().replaceAll('-', '_')
const env = () =>
  Object.fromEntries(
    providers.all.flatMap(({ connector, secrets }) =>
      Object.entries(secrets).map(([field, value]) => [variableOf(connector, field), value]),
    ),
  )

function yamlOf({ connector, dataType, settings, secrets }: Provider): string {
  const kind = kindOfConnector(connector)
  const lines = [
    `  - name: ${connector}`,
    `    kind: ${kind}`,
    ...(kind === connector ? [] : [`    source: ${connector}`]),
    `    dataType: ${dataType}`,
    '    backfillDays: 0.02',
    '    connection:',
    ...Object.entries(settings).map(([name, value]) => `      ${name}: ${JSON.stringify(value)}`),
    ...Object.keys(secrets).map((name) => `      ${name}: { env: ${variableOf(connector, name)} }`),
  ]
  return lines.join('\n')
}

const statusOf = async (connector: string) => {
  const project = await omen.projects.get(connector)
  seen.push(JSON.stringify(project))
  return { ...project.collection!, from: project.from, state: project.state }
}

test('every kind of source is added by one file, fetches what there is, and its past', async () => {
  const file = join(server.folder, '..', `omen-connected-${server.pid}.yaml`)
  writeFileSync(file, `projects:\n${providers.all.map(yamlOf).join('\n')}\n`)
  const applied = await run(['apply', '-f', file, '--yes'], { env: env() })
  expect([applied.code, applied.stderr]).toEqual([0, expect.stringContaining('Done: project google')])
  for (const { connector } of providers.all)
    await expect
      .poll(() => statusOf(connector), { timeout: 60_000, message: connector })
      .toMatchObject({ fault: null, backfill: { state: 'done', done: 1 }, from: expect.any(Number) })
  const again = await run(['apply', '-f', file, '--check'], { env: env() })
  expect([again.stdout.trim(), again.code]).toEqual(['Nothing to do: everything is as the file says.', 0])
}, 240_000)

describe.each(startable)('a project that fetches from %s', (connector) => {
  const provider = () => providers.of(connector)

  test('is tested and added by a command, tells a wrong key, and is removed', async () => {
    const { settings, secrets, dataType } = provider()
    const kind = kindOfConnector(provider().connector)
    const options = Object.entries(settings).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => [`--${optionOf(name)}`, String(one)]),
    )
    const given = Object.keys(secrets).flatMap((name) => [`--${optionOf(name)}`, secretOption(provider(), name)])
    const args = [
      ...(kind === connector ? [] : ['--source', connector]),
      ...(dataType === 'Log' && kind !== 'log' ? ['--logs'] : []),
      ...options,
    ]
    const tested = await run(['projects', 'test', kind, ...args, ...given, '--json'], { env: env() })
    expect([tested.code, tested.stderr]).toEqual([0, ''])
    expect(JSON.parse(tested.stdout).samples.length).toBeGreaterThan(0)
    const added = await run(['projects', 'add', kind, `${connector}-2`, ...args, ...given], { env: env() })
    expect([added.code, added.stdout]).toEqual([0, expect.stringContaining(`${connector}-2`)])
    if (Object.keys(secrets).length > 0) await expectRefused(provider(), `${connector}-2`)
    const removed = await run(['projects', 'remove', `${connector}-2`, '--yes'])
    expect(removed.code).toBe(0)
  }, 120_000)
})

/** A change of the secrets to wrong ones, after which the project goes on with its own. */
async function expectRefused(provider: Provider, projectName: string): Promise<void> {
  const wrong = Object.fromEntries(Object.keys(env()).map((name) => [name, wrongSecret(name)]))
  const changes = Object.keys(provider.secrets).flatMap((name) => [
    `--${optionOf(name)}`,
    secretOption(provider, name, '{}'),
  ])
  const refused = await run(['projects', 'connection', projectName, ...changes], { env: wrong })
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toMatch(/^omen: The service does not accept the keys/)
  expect((await omen.projects.get(projectName)).collection!.fault).toBeNull()
}

test('providers that fail are told in our words, without the secrets that they repeat, and are fetched from again', async () => {
  const failing = providers.all.filter(({ wire }) => wire !== undefined)
  for (const { planted, wire } of failing)
    wire!.fail(500, JSON.stringify({ error: planted.join(' '), message: planted.join(' ') }))
  for (const { connector } of failing) {
    const faultOf = async () => (await statusOf(connector)).fault
    await expect.poll(faultOf, { timeout: 90_000, interval: 500, message: connector }).toBe('providerFailed')
    const { sentence, faultSince } = await statusOf(connector)
    expect(sentence).toContain('what is missed is fetched afterwards')
    expect(Date.now() - faultSince!).toBeLessThan(120_000)
  }
  for (const { wire } of failing) wire!.accept()
  for (const { connector } of failing)
    await expect
      .poll(async () => (await statusOf(connector)).fault, { timeout: 60_000, interval: 500, message: connector })
      .toBeNull()
}, 240_000)

test('no secret is in an answer, a line of a command or of the log, an export, or a file of the data folder', async () => {
  const exported = await run(['export'])
  seen.push(server.output(), JSON.stringify(await omen.integrations.list()))
  for (const { connector } of providers.all) seen.push(JSON.stringify(await omen.projects.connection(connector)))
  const planted = providers.all.flatMap((one) => one.planted)
  expect(planted.length).toBeGreaterThan(8)
  expect(exported.stdout).toContain('connection:')
  for (const secret of planted) expect(seen.filter((text) => text.includes(secret))).toEqual([])
  const files = filesBelow(server.folder)
  expect(files.length).toBeGreaterThan(100)
  const leaks = files.filter((path) => {
    const bytes = readIfThere(path)
    return planted.some((secret) => bytes.includes(secret))
  })
  expect(leaks).toEqual([])
}, 60_000)

function optionOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** A key file is named by its path. */
function secretOption({ connector, secrets }: Provider, name: string, text = secrets[name]!): string {
  if (name !== 'filename') return `env:${variableOf(connector, name)}`
  const path = join(server.folder, '..', `omen-key-${server.pid}.json`)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

const wrongSecret = (name: string): string => `wrong-${name.toLowerCase()}`

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
}

/** The server goes on meanwhile: a file of its journal may be gone. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
