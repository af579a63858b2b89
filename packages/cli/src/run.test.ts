import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import packageFile from '../package.json' with { type: 'json' }
import { createCli } from './cli.ts'
import { createProgram, everyCommand } from './program.ts'
import { closedPort } from './testing/closed-port.ts'
import { runCli } from './testing/run-cli.ts'
import { failure, startWireServer } from './testing/wire-server.ts'

const signedIn = (url: string, more: Record<string, string> = {}) => ({
  env: { OMEN_URL: url, OMEN_TOKEN: 'secret', ...more },
})

describe('omen', () => {
  it('prints its version', async () => {
    expect(await runCli(['--version'])).toMatchObject({ exit: 0, stdout: `${packageFile.version}\n`, stderr: '' })
  })

  it('prints its usage without arguments, and exits with 2', async () => {
    const { exit, stdout, stderr } = await runCli([])
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toContain('Usage: omen')
  })

  it('documents every exit code', async () => {
    const { stdout } = await runCli(['--help'])
    for (const line of [
      '0  done',
      '1  failed',
      '2  usage error',
      '3  anomalies',
      '4  not signed in',
      '5  partly',
      '6  try again',
    ]) {
      expect(stdout).toContain(line)
    }
  })

  it.each([
    [['model'], "Unknown command 'model'", 'Did you mean models?'],
    [['upload', 'trainin'], "Unknown command 'trainin'", 'Did you mean training?'],
    [['detect', 'x.csv', '--model', 'm', '--pvalu', '1'], "Unknown option '--pvalu'", 'Did you mean --pvalue?'],
    [['detect', 'x.csv'], "Required option '--model <name>' not specified", '--help'],
    [['detect', '--model', 'm'], "Missing required argument 'file'", '--help'],
    [['models', 'list', '--page', '0'], "Option '--page <n>' argument '0' is invalid", ''],
    [['upload'], 'Which of its commands?', '--help'],
    [['models', 'lst'], "Unknown command 'lst'", 'Did you mean list?'],
    [['--json', 'files', 'sho', 'x'], "Unknown command 'sho'", 'Did you mean show?'],
    [['help', 'upload', 'trainin'], "Unknown command 'trainin'", 'Did you mean training?'],
    [['train'], "Unknown command 'train'", 'omen upload training FILE --model NAME'],
    [['train', '--help'], "Unknown command 'train'", 'omen score FILE --train ROWS'],
    [['models', 'lst', '--help'], "Unknown command 'lst'", 'Did you mean list?'],
    [['help', 'detct'], "Unknown command 'detct'", 'Did you mean detect?'],
  ])('exits with 2 for %j and says what was meant', async (args, message, hint) => {
    const { exit, stdout, stderr } = await runCli(args)
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toContain(message)
    expect(stderr).toContain(hint)
  })

  it('shows the help of a command for "help" before its name', async () => {
    const shown = await runCli(['help', 'upload', 'training'])
    expect(shown).toMatchObject({ exit: 0, stdout: (await runCli(['upload', 'training', '--help'])).stdout })
    expect(await runCli(['help'])).toMatchObject({ exit: 0, stdout: (await runCli(['--help'])).stdout })
  })

  it('takes a group with options for its list', async () => {
    const server = await startWireServer()
    const { exit } = await runCli(['--no-color', 'models', '--q', 'check', '--mine'], signedIn(server.url))
    expect(exit).toBe(0)
    expect(server.calls[0]?.query.get('q')).toBe('check')
  })

  it('prints a failure as one JSON object on stderr with --json, even for a usage error', async () => {
    const { exit, stdout, stderr } = await runCli(['detect', '--json'])
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(JSON.parse(stderr)).toMatchObject({ success: false, code: 'USAGE', exitCode: 2 })
  })

  const table = fileURLToPath(new URL('../../../samples/data/shop-known-abnormal.csv', import.meta.url))
  const list = ['jobs']
  const show = ['upload', 'display', '--model', 'm']
  const signIn = ['login', '--user', 'alice1', '--password-stdin']
  const send = ['detect', table, '--model', 'm']
  const failures: [code: string, status: number, exit: number, args: string[]][] = [
    ['UNAUTHENTICATED', 401, 4, list],
    ['SCOPE_MISSING', 403, 4, list],
    ['FORBIDDEN', 403, 1, list],
    ['NOT_FOUND', 404, 1, show],
    ['VALIDATION_FAILED', 400, 2, list],
    ['RATE_LIMITED', 429, 6, signIn],
    ['TOO_MANY_JOBS', 429, 6, send],
    ['PROCESSOR_QUOTA_EXCEEDED', 429, 6, send],
    ['STORAGE_QUOTA_EXCEEDED', 507, 1, send],
    ['INTERNAL', 500, 1, list],
  ]
  it.each(failures)('exits for %s (%i) with %i', async (code, status, exit, args) => {
    const server = await startWireServer()
    server.answer = ({ method }) =>
      args === send && method === 'GET'
        ? undefined
        : { ...failure(status, code, 'It is so.'), headers: { 'Retry-After': '3600' } }
    const ran = await runCli([...args, '--json'], { ...signedIn(server.url), input: 'Correct1!' })
    expect(ran.exit).toBe(exit)
    expect(JSON.parse(ran.stderr)).toMatchObject({
      success: false,
      code,
      message: 'It is so.',
      exitCode: exit,
      requestId: 'r-1',
    })
  })

  it('exits with 6 if nobody listens, and names the reason', async () => {
    const { exit, stderr } = await runCli(['upload', 'display', '--model', 'm'], signedIn(await closedPort()))
    expect(exit).toBe(6)
    expect(stderr).toContain('could not be reached: connect ECONNREFUSED 127.0.0.1')
  })

  it.each([
    [['models', '--profile', ''], '--profile <name> is empty'],
    [['models', '--url='], '--url <address> is empty'],
    [['--url', ' ', 'models'], '--url <address> is empty'],
    [['models', 'delete', '', '--yes'], '<model> is empty'],
    [['projects', 'remove', ' ', '--yes'], '<project> is empty'],
    [['report', 'send', 'daily', 'shop', '--to', 'a@example.com', ''], '--to <addresses...> is empty'],
    [['logs', 'search', '', '--project', 'shop'], '<query> is empty'],
    [['push', 'x.csv', '--key', ''], '--key <secret> is empty'],
    [['detect', 'x.csv', '--model', 'm', '--fail-on', ''], '--fail-on <rule>'],
    [['login', '--token', ''], '--token <token> is empty'],
    [['apply', '--file', ''], '--file <path> is empty'],
  ])('exits with 2 for an empty value in %j, before anything is sent', async (args, message) => {
    const server = await startWireServer()
    const { exit, stdout, stderr } = await runCli(args, signedIn(server.url))
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toContain(message)
    expect(server.calls).toEqual([])
  })

  it.each(['ftp://me:s3cret@omen.test', 'http://me:s3cret@omen.test', 'http://me:s3cret@omen.test:x'])(
    'rejects the address %s without showing its password',
    async (url) => {
      const { exit, stdout, stderr } = await runCli(['models'], signedIn(url))
      expect([exit, stdout]).toEqual([2, ''])
      expect(stderr).not.toContain('s3cret')
    },
  )

  it('takes an empty value if it has a meaning of its own', async () => {
    const server = await startWireServer()
    server.answer = () => failure(401, 'UNAUTHENTICATED', 'The access token is not known, or has expired.')
    const ran = await runCli(['published', 'edit', 'nightly', '--description', ''], signedIn(server.url))
    expect([ran.exit, server.calls.length]).toEqual([4, 1])
  })

  it('says what to do about OMEN_TOKEN where the server refuses it, and about a login else', async () => {
    const server = await startWireServer()
    server.answer = () => failure(401, 'UNAUTHENTICATED', 'The access token is not known, or has expired.')
    const { exit, stderr } = await runCli(['models'], signedIn(server.url))
    expect(exit).toBe(4)
    expect(stderr).toContain('not known, or has expired.\nSet OMEN_TOKEN to a valid one')
    expect(stderr).not.toContain('or set OMEN_TOKEN')
  })

  it('exits with 4 if nobody is signed in, before anything is sent', async () => {
    const server = await startWireServer()
    const { exit, stderr } = await runCli(['models'], { env: { OMEN_URL: server.url } })
    expect(exit).toBe(4)
    expect(stderr).toContain('omen login')
    expect(server.calls).toEqual([])
  })

  it('asks for Chinese sentences in a Chinese environment', async () => {
    const server = await startWireServer()
    await runCli(['models'], signedIn(server.url, { LANG: 'zh_CN.UTF-8' }))
    await runCli(['models'], signedIn(server.url, { LANG: 'de_DE.UTF-8' }))
    expect(server.calls.map(({ headers }) => headers['accept-language'])).toEqual(['zh-CN', 'en'])
  })
})

describe('help', async () => {
  const { io } = { io: { stdout: process.stdout, stderr: process.stderr } } as never
  const commands = everyCommand(await createProgram(createCli(io))).filter((one) => !one.name().startsWith('_'))
  const pathOf = (command: (typeof commands)[number]): string[] =>
    command.parent ? [...pathOf(command.parent), command.name()] : []

  it.each(commands.map((one) => pathOf(one)))('of "omen %s %s" fits 80 columns and has an example', async (...path) => {
    const words = path.filter((word) => typeof word === 'string')
    const { exit, stdout } = await runCli([...words, '--help'])
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^ {2}\$ omen|\| omen/m)
    if (words.length > 0 && words[0] !== 'help') expect(stdout).toMatch(/Global Options:[\s\S]*--profile <name>/)
    expect(stdout.match(/--profile <name>/g)).toHaveLength(1)
    expect(stdout.split('\n').filter((line) => line.length > 80 && !line.includes('$ '))).toEqual([])
    const rules = [...stdout.matchAll(/^ {2}\$ .*$/gm)].flatMap(([line]) => [...line.matchAll(/--fail-on (\S+)/g)])
    // A shell would take an unquoted > or < as a redirection.
    expect(rules.map(([, rule]) => rule).filter((rule) => /^[^"'].*[<>]/.test(rule!))).toEqual([])
  })
})
