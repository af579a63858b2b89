import { once } from 'node:events'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeHome, runCli } from '../testing/run-cli.ts'
import { failure, startWireServer } from '../testing/wire-server.ts'

const PASSWORD = ['login', '--user', 'alice1', '--password-stdin']

async function signedIn() {
  const server = await startWireServer()
  const homeDir = await makeHome()
  const path = join(homeDir, '.config/omen/profiles.json')
  const ran = await runCli([...PASSWORD, '--url', server.url], { homeDir, input: 'Correct1!\nignored\n' })
  return { server, homeDir, path, ran, profiles: async () => JSON.parse(await readFile(path, 'utf8')).profiles }
}

describe('omen login', () => {
  it('creates a token with the password, stores only the token, and ends the session', async () => {
    const { server, ran, path, profiles } = await signedIn()
    expect(ran).toMatchObject({ exit: 0, stderr: '' })
    expect(ran.stdout).toBe(`Signed in to ${server.url} as alice1 (profile default, until 2027-11-20).\n`)
    expect(server.lines()).toEqual(['POST /login-check', 'POST /tokens', 'POST /logout'])
    const made = JSON.parse(String(server.calls[1]?.body))
    expect(made).toMatchObject({ name: 'omen on laptop', scopes: ['read', 'upload', 'manage', 'publish'] })
    expect((await profiles()).default).toMatchObject({
      url: server.url,
      userName: 'alice1',
      token: 'made-by-login',
      tokenId: 't1',
    })
    expect(await readFile(path, 'utf8')).not.toContain('Correct1!')
  })

  it('stores profiles readable only by their owner, even if they were not before', async () => {
    const server = await startWireServer()
    const config = join(await makeHome(), 'config')
    const folder = join(config, 'omen')
    await mkdir(folder, { recursive: true, mode: 0o755 })
    await writeFile(join(folder, 'profiles.json'), '{"version":1,"profiles":{}}', { mode: 0o644 })
    const env = { XDG_CONFIG_HOME: config }
    await runCli([...PASSWORD, '--url', server.url], { input: 'Correct1!', env })
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, 'profiles.json'))).mode & 0o777).toBe(0o600)
  })

  it('asks for server, account and password on a terminal and does not show the password', async () => {
    const server = await startWireServer()
    const ran = await runCli(['login'], { columns: 80, answers: [server.url, 'alice1', 'Correct1!'] })
    expect(ran.exit).toBe(0)
    expect(ran.stderr).toContain('Server [http://127.0.0.1:7070]: ')
    expect(ran.stderr + ran.stdout).not.toContain('Correct1!')
    expect(ran.stdout).toContain(`Signed in to ${server.url} as alice1`)
  })

  it('exits with 4 for a wrong password and stores nothing', async () => {
    const server = await startWireServer()
    const homeDir = await makeHome()
    const ran = await runCli([...PASSWORD, '--url', server.url], { homeDir, input: 'wrong' })
    expect(ran).toMatchObject({ exit: 4, stdout: '', stderr: 'omen: Account or password is wrong.\n' })
    await expect(stat(join(homeDir, '.config'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('names the whole address if the server has its API on another path', async () => {
    const { body } = failure(404, 'NOT_FOUND', 'Not found.')
    const server = createServer((_, response) => {
      response.writeHead(404, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ran = await runCli([...PASSWORD, '--url', url], { input: 'Correct1!' })
    expect(ran).toMatchObject({ exit: 1, stdout: '' })
    expect(ran.stderr).toContain(`There is no API of Omen at ${url}/api/v1/`)
    expect(ran.stderr).toContain('give the whole address, like --url https://omen.example/omen/api/')
  })

  it('stores a token created elsewhere after looking up its owner', async () => {
    const server = await startWireServer()
    const homeDir = await makeHome()
    const ran = await runCli(['login', '--token', '-', '--url', server.url, '--profile', 'ci', '--json'], {
      homeDir,
      input: 'secret\n',
    })
    expect(ran.json()).toEqual({ success: true, profile: 'ci', url: server.url, userName: 'alice1' })
    const whoami = await runCli(['whoami', '--profile', 'ci'], { homeDir })
    expect(whoami.stdout).toBe(`alice1 (member) on ${server.url}, by profile ci, may read, upload, manage, publish\n`)
  })

  it('rejects a token that the server does not recognise', async () => {
    const server = await startWireServer()
    const ran = await runCli(['login', '--token', 'nonsense', '--url', server.url])
    expect(ran).toMatchObject({ exit: 4, stdout: '' })
  })

  it.each([
    ['s3c\nret', 'The token of --token holds a line break'],
    ['s3cr\u00e9t\u20ac', 'The token of --token holds a character that is not printable ASCII'],
    ['-', 'The token on standard input holds a line break'],
  ])('refuses the token %j without sending or showing it', async (token, message) => {
    const server = await startWireServer()
    const homeDir = await makeHome()
    const ran = await runCli(['login', '--token', token, '--url', server.url], { homeDir, input: 's3c\nret\n' })
    expect([ran.exit, ran.stdout, server.calls]).toEqual([2, '', []])
    expect(ran.stderr).toContain(message)
    expect(ran.stderr).not.toContain('s3c')
    await expect(stat(join(homeDir, '.config'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('exits with 2 without a terminal and without a password', async () => {
    const ran = await runCli(['login'])
    expect(ran.exit).toBe(2)
    expect(ran.stderr).toContain('--password-stdin')
  })

  it.each(['ftp://example.org', 'http://alice:secret@example.org', 'http://'])(
    'refuses the address %s',
    async (url) => {
      expect((await runCli([...PASSWORD, '--url', url], { input: 'x' })).exit).toBe(2)
    },
  )

  it('revokes the token that a new login replaces', async () => {
    const { server, homeDir } = await signedIn()
    server.calls.length = 0
    await runCli([...PASSWORD, '--url', server.url], { homeDir, input: 'Correct1!' })
    expect(server.lines()).toContain('DELETE /tokens/t1')
  })
})

describe('profiles', () => {
  it('send their token to their own server only', async () => {
    const { homeDir } = await signedIn()
    const other = await startWireServer()
    const ran = await runCli(['models', '--url', other.url], { homeDir })
    expect(ran.exit).toBe(4)
    expect(ran.stderr).toContain(`not to ${other.url}`)
    expect(other.calls).toEqual([])
  })

  it('are overridden by OMEN_TOKEN', async () => {
    const { homeDir, server } = await signedIn()
    const ran = await runCli(['whoami'], { homeDir, env: { OMEN_TOKEN: 'secret' } })
    expect(ran.stdout).toContain('by OMEN_TOKEN')
    expect(server.calls.at(-1)?.headers.authorization).toBe('Bearer secret')
  })

  it.each(['', ' ', '\n'])('are not used in place of an OMEN_TOKEN of %j', async (token) => {
    const { homeDir, server } = await signedIn()
    server.calls.length = 0
    for (const args of [['models', 'delete', 'checkout', '--yes'], ['whoami'], ['models', '--url', server.url]]) {
      const ran = await runCli(args, { homeDir, env: { OMEN_TOKEN: token } })
      expect([ran.exit, ran.stdout]).toEqual([2, ''])
      expect(ran.stderr).toContain('The environment variable OMEN_TOKEN is set, but empty')
      expect(ran.stderr).toContain('Give it a value, or unset it. A CI secret that does not exist')
    }
    expect(server.calls).toEqual([])
  })

  it.each([
    ['omen_pat_s3cret\nx', 'OMEN_TOKEN holds a line break'],
    ['omen_pat_s3cret x', 'OMEN_TOKEN holds a space'],
    ['omen_pat_s3cr\u00e9t', 'OMEN_TOKEN holds a character that is not printable ASCII'],
    ['omen_pat_s3cret\u20ac', 'OMEN_TOKEN holds a character that is not printable ASCII'],
    ['omen_pat_s3cret\u0007', 'OMEN_TOKEN holds a character that is not printable ASCII'],
  ])('are not used in place of an OMEN_TOKEN of %j, which is not sent or shown', async (token, message) => {
    const { homeDir, server } = await signedIn()
    server.calls.length = 0
    for (const args of [['whoami'], ['api', 'GET', '/models'], ['mcp'], ['upload', 'display', '--model', 'm']]) {
      const ran = await runCli(args, { homeDir, env: { OMEN_TOKEN: token } })
      expect([ran.exit, ran.stdout]).toEqual([2, ''])
      expect(ran.stderr).toContain(message)
      expect(ran.stderr).not.toContain('s3c')
    }
    expect(server.calls).toEqual([])
  })

  it('send an OMEN_TOKEN without the line break after it', async () => {
    const server = await startWireServer()
    const ran = await runCli(['whoami'], { env: { OMEN_URL: server.url, OMEN_TOKEN: 'secret\n' } })
    expect([ran.exit, ran.stderr]).toEqual([0, ''])
    expect(server.calls.at(-1)?.headers.authorization).toBe('Bearer secret')
  })

  it('say how to replace a token of theirs that cannot be sent', async () => {
    const { homeDir, path, server, profiles } = await signedIn()
    const { default: profile } = await profiles()
    await writeFile(path, JSON.stringify({ version: 1, profiles: { default: { ...profile, token: 's3c\nret' } } }))
    server.calls.length = 0
    const ran = await runCli(['whoami'], { homeDir })
    expect([ran.exit, ran.stdout, server.calls]).toEqual([2, '', []])
    expect(ran.stderr).toContain('The token of profile "default" holds a line break')
    expect(ran.stderr).toContain(`omen login --url ${server.url} --profile default`)
    expect(ran.stderr).not.toContain('s3c')
    expect((await runCli([...PASSWORD, '--url', server.url], { homeDir, input: 'Correct1!' })).exit).toBe(0)
  })

  it.each(['OMEN_URL', 'OMEN_PROFILE'])('are not chosen by an empty %s', async (name) => {
    const { homeDir, server } = await signedIn()
    server.calls.length = 0
    const ran = await runCli(['models'], { homeDir, env: { [name]: '' } })
    expect([ran.exit, ran.stderr]).toEqual([2, expect.stringContaining(`${name} is set, but empty`)])
    expect(server.calls).toEqual([])
  })

  it('report a damaged file, and do not overwrite it', async () => {
    const homeDir = await makeHome()
    await mkdir(join(homeDir, '.config/omen'), { recursive: true })
    await writeFile(join(homeDir, '.config/omen/profiles.json'), '{"version":')
    const ran = await runCli(['models'], { homeDir })
    expect(ran.exit).toBe(1)
    expect(ran.stderr).toContain('profiles.json is not a file of profiles')
  })
})

describe('omen logout', () => {
  it('revokes the token and removes the profile', async () => {
    const { server, homeDir, profiles } = await signedIn()
    const ran = await runCli(['logout'], { homeDir })
    expect(ran).toMatchObject({ exit: 0, stdout: `Signed out of ${server.url}; the token is revoked.\n` })
    expect(server.tokens.has('t1')).toBe(false)
    expect(await profiles()).toEqual({})
  })

  it('removes the profile anyway, and exits with 5 if the token is still valid', async () => {
    const { homeDir, profiles, server } = await signedIn()
    server.answer = () => failure(500, 'INTERNAL', 'Something broke.')
    const ran = await runCli(['logout', '--json'], { homeDir })
    expect(ran.exit).toBe(5)
    expect(ran.json()).toMatchObject({ success: true, revoked: false })
    expect(await profiles()).toEqual({})
  })

  it('treats a token that is no longer valid as revoked', async () => {
    const { server, homeDir } = await signedIn()
    server.answer = () => failure(401, 'UNAUTHENTICATED', 'Sign in first.')
    expect((await runCli(['logout'], { homeDir })).exit).toBe(0)
  })

  it('reports that nobody was signed in', async () => {
    const ran = await runCli(['logout'])
    expect(ran).toMatchObject({ exit: 0, stdout: 'Profile default is not signed in.\n' })
  })
})
