import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { CHILD_LIMITS } from './testing/child-limits.ts'
import { copyDatabaseTemplate } from './testing/database-template.ts'

const main = join(import.meta.dirname, 'main.ts')
const root = mkdtempSync(join(tmpdir(), 'omen-main-'))
const running = new Set<ChildProcess>()

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Running {
  child: ChildProcess
  url: string
  output(): string
  stop(signal: NodeJS.Signals): Promise<number | null>
}

function newFolder(): string {
  const folder = mkdtempSync(join(root, 'data-'))
  copyDatabaseTemplate(join(folder, 'postgres'))
  return folder
}

function environment(data: string, more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    OMEN_DATA: data,
    OMEN_PORT: '0',
    OMEN_DEMO: 'false',
    OMEN_PASSWORD_MEMORY_KIB: '1024',
    ...more,
  }
}

async function start(data: string, more: Record<string, string> = {}): Promise<Running> {
  const child = spawn(process.execPath, [main], { env: environment(data, more), stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let text = ''
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const url = await new Promise<string>((found, failed) => {
    const read = (chunk: Buffer): void => {
      text += chunk
      const address = /Omen is at (\S+)\n.*\n/.exec(text)
      if (address) found(address[1]!)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((code) => failed(new Error(`ended with ${code}: ${text}`)))
  })
  return {
    child,
    url,
    output: () => text,
    stop: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

function runOnce(args: string[], env: NodeJS.ProcessEnv = process.env) {
  return spawnSync(process.execPath, [main, ...args], { ...CHILD_LIMITS, env, encoding: 'utf8' })
}

function login(url: string, userName: string, password: string): Promise<Response> {
  return fetch(`${url}/api/v1/login-check`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ userName, password }),
  })
}

test('--help and --version answer without starting anything', () => {
  expect(runOnce(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('OMEN_DATABASE_URL') })
  expect(runOnce(['--version'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})

test.each([
  [['--colour', 'red'], 'Unknown flag --colour'],
  [['--port'], '--port needs a value'],
  [['--port', 'x'], '--port: expected a whole number'],
  [['fly'], '"fly" is not a command'],
  [['admin', 'reset'], '"admin reset" is not a command'],
])('%o is a mistake in the command line', (args, message) => {
  expect(runOnce(args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(message) })
})

test('an empty OMEN_DATABASE_URL is refused before anything is created', () => {
  const data = join(root, 'never-created')
  expect(runOnce([], environment(data, { OMEN_DATABASE_URL: '' }))).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'OMEN_DATABASE_URL is set, but empty: give it a value, or remove it.\n',
  })
  expect(existsSync(data)).toBe(false)
})

test('the first start makes an administrator whose password is printed once and stored nowhere', async () => {
  const data = newFolder()
  const first = await start(data)
  const [, userName, password] = /Sign in as (\S+) with the password (\S+)/.exec(first.output())!
  expect((await login(first.url, userName!, password!)).status).toBe(200)
  expect(await first.stop('SIGTERM')).toBe(0)
  for (const file of filesOf(data)) expect(readFileSync(file).includes(password!)).toBe(false)
  const second = await start(data)
  expect(second.output()).not.toContain(password)
  expect(second.output()).toContain('omen-server admin reset admin01')
  expect((await login(second.url, userName!, password!)).status).toBe(200)
  expect(await second.stop('SIGINT')).toBe(0)
})

test('a second server on the same folder learns which process holds it, and the first keeps running', async () => {
  const data = newFolder()
  const first = await start(data)
  const second = runOnce([], environment(data))
  expect(second).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`in use by process ${first.child.pid} on`),
  })
  expect(second.stderr.trim().split('\n')).toHaveLength(1)
  expect((await fetch(`${first.url}/api/v1/health`)).status).toBe(200)
  expect(runOnce(['admin', 'reset', 'admin01'], environment(data)).stderr).toContain('Stop that server first')
})

test('a killed server leaves no lock, and what it acknowledged is there', async () => {
  const data = newFolder()
  const first = await start(data, { OMEN_ADMIN_PASSWORD: 'Right_pass1' })
  await first.stop('SIGKILL')
  const second = await start(data)
  expect((await login(second.url, 'admin01', 'Right_pass1')).status).toBe(200)
})

test('the console resets a password and makes an administrator', async () => {
  const data = newFolder()
  await (await start(data)).stop('SIGTERM')
  const reset = runOnce(['admin', 'reset', 'admin01'], environment(data))
  const [, password] = /The new password of admin01 is (\S+)/.exec(reset.stdout)!
  expect(runOnce(['admin', 'promote', 'nobody01'], environment(data))).toMatchObject({
    status: 1,
    stderr: 'There is no such account.\n',
  })
  const server = await start(data)
  expect((await login(server.url, 'admin01', password!)).status).toBe(200)
})

test('a port in use is reported in one line, and the password of the administrator is not lost', async () => {
  const first = await start(newFolder())
  const port = new URL(first.url).port
  const data = newFolder()
  const second = runOnce([], environment(data, { OMEN_PORT: port, OMEN_DEMO: 'true' }))
  expect(second).toMatchObject({ status: 1, stderr: expect.stringContaining('Choose another port with OMEN_PORT') })
  expect(second.stderr.trim().split('\n')).toHaveLength(1)
  const [, userName, password] = /Sign in as (\S+) with the password (\S+)/.exec(second.stdout)!
  const third = await start(data)
  expect((await login(third.url, userName!, password!)).status).toBe(200)
})

test('a stopping server finishes what it is answering', async () => {
  const server = await start(newFolder())
  const headers = { 'Content-Type': 'application/json', Expect: '100-continue' }
  const login = request(`${server.url}/api/v1/login-check`, { method: 'POST', headers })
  const answer = once(login, 'response') as Promise<[IncomingMessage]>
  await Promise.all([once(login, 'continue'), login.flushHeaders()])
  const code = server.stop('SIGTERM')
  const isListening = () =>
    fetch(`${server.url}/api/v1/health`).then(
      () => true,
      () => false,
    )
  await expect.poll(isListening).toBe(false)
  login.end(JSON.stringify({ userName: 'nobody01', password: 'Wrong_pass1' }))
  const [{ statusCode }] = await answer
  expect(statusCode).toBe(401)
  expect(await code).toBe(0)
})

test('what prevents a start is one sentence that names the setting', () => {
  const file = join(root, 'a-file')
  writeFileSync(file, '')
  const refused = [
    [{ OMEN_DATA: file }, 1, `The data folder ${file} cannot be used: ${file} is not a folder.`],
    [{ OMEN_DATABASE_URL: 'postgres://omen:secret@127.0.0.1:9/omen' }, 1, 'PostgreSQL at 127.0.0.1:9 cannot be used'],
    [{ OMEN_DATABASE_URL: 'postgres://omen:se/cret@host/omen' }, 2, 'OMEN_DATABASE_URL: the address cannot be read'],
  ] as const
  for (const [change, status, sentence] of refused) {
    const { stderr, ...ended } = runOnce([], environment(join(root, 'none'), change))
    expect(ended.status).toBe(status)
    expect(stderr).toContain(sentence)
    expect(stderr).not.toMatch(/se\/?cret/)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  }
})

test.skipIf(!existsSync('/proc/self'))('a data folder on a file system that takes no folders is one sentence', () => {
  expect(runOnce([], environment('/proc/omen/data'))).toMatchObject({
    status: 1,
    stderr:
      'The data folder /proc/omen/data cannot be used: /proc/omen cannot be created, as its file system takes no new folders. Choose another folder with OMEN_DATA.\n',
  })
})

test('a data folder of 0.1 is refused in one sentence, untouched', () => {
  const data = mkdtempSync(join(root, 'old-'))
  mkdirSync(join(data, 'database'))
  writeFileSync(join(data, 'database', 'PG_VERSION'), '17\n')
  const refused = runOnce([], environment(data))
  expect(refused.status).toBe(1)
  expect(refused.stderr.trim().split('\n')).toHaveLength(1)
  expect(refused.stderr).toContain('was made by Omen 0.1')
  expect(filesOf(data)).toEqual([join(data, 'database', 'PG_VERSION')])
})

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
