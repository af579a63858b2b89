import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OmenCli, omenCli } from './harness/omen-cli.ts'
import { adminLogin, type OmenServer, repository, startOmenServer } from './harness/omen-server.ts'

const training = join(repository, 'samples/data/shop-training.csv')
const day = join(repository, 'samples/data/shop-test.csv')

let server: OmenServer
let omen: OmenCli
beforeAll(async () => {
  server = await startOmenServer()
  omen = omenCli(server.url)
})
afterAll(() => server?.stop())

test('leaves with 4 before anybody is signed in', async () => {
  expect(await omen(['models', 'list'])).toMatchObject({ code: 4, stdout: '' })
})

test('signs in from a pipe, trains, and fails the build on what it finds', async () => {
  const login = await omen(['login', '--user', adminLogin.userName, '--password-stdin'], {
    input: `${adminLogin.password}\n`,
  })
  expect(login).toMatchObject({ code: 0 })

  const trained = await omen(['upload', 'training', training, '--model', 'checkout', '--json'])
  expect(trained.stderr).not.toContain(adminLogin.password)
  expect(trained).toMatchObject({ code: 0 })
  expect(JSON.parse(trained.stdout)).toMatchObject({ success: true })

  const listed = await omen(['models', 'list', '--json'])
  const { models } = JSON.parse(listed.stdout) as { models: { modelName: string; modelType: string; state: string }[] }
  expect(models.map(({ modelName, modelType, state }) => [modelName, modelType, state]).sort()).toEqual([
    ['checkout', 'Holistic', 'ready'],
    ['checkout', 'Split', 'ready'],
  ])

  const found = await omen(['detect', day, '--model', 'checkout', '--fail-on', 'severity>=5', '--format', 'json'])
  expect(found.code).toBe(3)
  const { detection } = JSON.parse(found.stdout) as { detection: { periods: { kind: string; sentence: string }[] } }
  // An instance that went down counts as 10, the worst there is.
  expect(detection.periods.find(({ kind }) => kind === 'down')?.sentence).toContain('node4 went down')

  const lenient = await omen([
    'detect',
    training,
    '--model',
    'checkout',
    '--fail-on',
    'severity>=10',
    '--pvalue',
    '0.99999',
  ])
  expect(lenient.code).toBe(0)
})

test('answers wrong usage with 2 and an unreachable server with 6', async () => {
  expect((await omen(['detect', day])).code).toBe(2)
  expect((await omen(['no-such-command'])).code).toBe(2)
  expect(
    (await omen(['models', 'list'], { env: { OMEN_URL: 'http://127.0.0.1:9', OMEN_TOKEN: 'omen_token' } })).code,
  ).toBe(6)
})

test('leaves with 1 and the code of the fault where a file is refused', async () => {
  const refused = await omen(['upload', 'training', '-', '--model', 'broken', '--json'], {
    input: 'timestamp,cpu[node1]\n',
  })
  expect(refused.code).toBe(1)
  expect(`${refused.stdout}${refused.stderr}`).toContain('HEADER_ONLY')
})

test('forgets the token at logout', async () => {
  expect((await omen(['logout'])).code).toBe(0)
  expect((await omen(['whoami'])).code).toBe(4)
})
