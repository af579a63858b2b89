import { appendFile, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeHome, runCli, type Setting } from '../testing/run-cli.ts'
import { ended, startProcess } from '../testing/run-process.ts'
import { failure, startWireServer } from '../testing/wire-server.ts'

const accepted = (count: number) => ({
  status: 200,
  body: { success: true, accepted: count, rejected: 0, rejects: [] },
})

async function bench() {
  const server = await startWireServer()
  const home = await makeHome()
  const env = { OMEN_URL: server.url, OMEN_INGEST_KEY: 'secret' }
  server.answer = ({ path, body }) =>
    path === '/ingest/points' ? accepted(String(body).trim().split('\n').length) : undefined
  const push = (args: string[], setting: Setting = {}) => runCli(['push', ...args], { homeDir: home, ...setting, env })
  const bodies = (): string[] => server.calls.map(({ body }) => String(body))
  return { server, home, push, bodies }
}

const table = (rows: number): string =>
  `timestamp,cpu[web1]\n${Array.from({ length: rows }, (_, row) => `${1792378800000 + row * 1000},${row}`).join('\n')}\n`

describe('omen push', () => {
  it('sends a table in batches that each have its heading', async () => {
    const { push, home, bodies, server } = await bench()
    await writeFile(join(home, 'day.csv'), table(25_000))
    const { stdout, exit } = await push([join(home, 'day.csv'), '--json'])
    expect(exit).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ success: true, batches: 3 })
    for (const body of bodies()) expect(body.startsWith('timestamp,cpu[web1]\n')).toBe(true)
    const rows = bodies().flatMap((body) => body.trim().split('\n').slice(1))
    expect(rows).toEqual(table(25_000).trim().split('\n').slice(1))
    expect(server.calls[0]!.headers).toMatchObject({ 'content-type': 'text/csv', authorization: 'Bearer secret' })
  })

  it('sends JSON lines as they are, of a gzip too', async () => {
    const { push, home, bodies, server } = await bench()
    const lines = `{"metric":"cpu","time":1792378800,"value":1}\n\n{"metric":"cpu","time":1792378801,"value":2}\n`
    await writeFile(join(home, 'day.jsonl.gz'), gzipSync(lines))
    expect((await push([join(home, 'day.jsonl.gz')])).exit).toBe(0)
    expect(bodies()).toEqual([lines.replace('\n\n', '\n')])
    expect(server.calls[0]!.headers['content-type']).toBe('application/x-ndjson')
  })

  it('sends what has come through a pipe without waiting for its end', async () => {
    const { push, bodies } = await bench()
    const stdin = new PassThrough()
    const running = push(['-'], { stdin })
    stdin.write('{"metric":"cpu","time":1,"value":1}\n')
    await expect.poll(() => bodies().length, { timeout: 10_000 }).toBe(1)
    stdin.end('{"metric":"cpu","time":2,"value":1}\n')
    expect((await running).exit).toBe(0)
    expect(bodies()).toHaveLength(2)
  })

  it('tries a batch again while the server is busy, and sends it once it is not', async () => {
    const { push, home, bodies, server } = await bench()
    await writeFile(join(home, 'day.csv'), table(2))
    const usual = server.answer
    server.answer = (call) =>
      server.calls.length < 3
        ? failure(503, 'OVERLOADED', 'The server is busy. Try again later.', { retryAfterMs: 1 })
        : usual(call)
    const { exit, stderr } = await push([join(home, 'day.csv')])
    expect(exit).toBe(0)
    expect(new Set(bodies())).toEqual(new Set([table(2)]))
    expect(stderr).toMatch(/[^.]\. Trying again in/)
  })

  it('gives up after the time that it may try, and goes on from there when it is run again', async () => {
    const { push, home, bodies, server } = await bench()
    const path = join(home, 'day.csv')
    await writeFile(path, table(25_000))
    const usual = server.answer
    server.answer = (call) =>
      server.calls.length === 2 ? failure(507, 'DISK_FULL', 'No storage is left.') : usual(call)
    const broken = await push([path, '--retry', '0s'])
    expect(broken.exit).toBe(1)
    const again = await push([path])
    expect(again.stderr).toContain('Going on after line 10,001.')
    const rows = [0, 2, 3].flatMap((call) => bodies()[call]!.trim().split('\n').slice(1))
    expect(rows).toEqual(table(25_000).trim().split('\n').slice(1))
    await push([path])
    expect(bodies()).toHaveLength(7)
  })

  it('leaves with 5 and names each reason where samples were left out', async () => {
    const { push, home, server } = await bench()
    await writeFile(join(home, 'day.csv'), table(2))
    const reject = { reason: 'future' as const, message: 'Times are ahead.', count: 1 }
    server.answer = () => ({ status: 200, body: { success: true, accepted: 1, rejected: 1, rejects: [reject] } })
    const { exit, stderr } = await push([join(home, 'day.csv')])
    expect(exit).toBe(5)
    expect(stderr).toContain('1 sample was left out:\n  1 × Times are ahead.')
  })

  it('sends log lines with the time that they begin with, or that of their reading', async () => {
    const { push, server } = await bench()
    server.answer = ({ path }) => (path === '/ingest/logs' ? accepted(3) : undefined)
    const input = '2026-11-20T10:00:00Z started\nno time\n{"message":"json","level":"warn"}\n'
    const { stdout, exit } = await push(['-', '--logs', '--instance', 'web1'], { input })
    expect([exit, stdout]).toEqual([0, 'Sent 3 log lines.\n'])
    const sent = String(server.calls.at(-1)!.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(sent).toEqual([
      { instance: 'web1', line: '2026-11-20T10:00:00Z started', time: '2026-11-20T10:00:00Z' },
      { instance: 'web1', line: 'no time', time: Date.UTC(2026, 10, 20, 12) },
      { instance: 'web1', message: 'json', level: 'warn' },
    ])
  })

  describe('--follow', () => {
    const poll = { timeout: 15_000, interval: 100 }
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, k) => `{"metric":"cpu","time":${1792378800 + from + k},"value":1}\n`).join(
        '',
      )
    const sent = (bodies: readonly string[]) => bodies.join('').trim().split('\n')

    async function following() {
      const { server, home, bodies } = await bench()
      const path = join(home, 'app.jsonl')
      const env = { OMEN_URL: server.url, OMEN_INGEST_KEY: 'secret', HOME: home }
      const start = () => {
        const child = startProcess(['push', path, '--follow'], env)
        onTestFinished(() => void child.kill('SIGKILL'))
        return { child, end: ended(child) }
      }
      const kept = async () => {
        const folder = join(home, '.local/state/omen/push')
        const [name] = await readdir(folder).catch(() => [])
        return name === undefined ? 0 : Number(await readFile(join(folder, name), 'utf8'))
      }
      return { path, start, kept, bodies }
    }

    it('sends what is appended, and goes on from there after it was killed', async () => {
      const { path, start, kept, bodies } = await following()
      await writeFile(path, lines(0, 3))
      const first = start()
      await expect.poll(() => sent(bodies()).length, poll).toBe(3)
      await appendFile(path, `${lines(3, 5)}{"metric":"c`)
      await expect.poll(kept, poll).toBe(5)
      first.child.kill('SIGKILL')
      expect((await first.end).signal).toBe('SIGKILL')
      await appendFile(path, lines(5, 7).slice('{"metric":"c'.length))
      const second = start()
      await expect.poll(() => sent(bodies()).length, poll).toBe(7)
      await appendFile(path, lines(7, 9))
      await expect.poll(kept, poll).toBe(9)
      second.child.kill('SIGTERM')
      expect((await second.end).stderr).toContain('Run it again to go on from there.')
      expect(bodies().join('')).toBe(lines(0, 9))
    })

    it('continues with the file that takes its place, and with one that was truncated', async () => {
      const { path, start, kept, bodies } = await following()
      await writeFile(path, lines(0, 3))
      start()
      await expect.poll(kept, poll).toBe(3)
      await appendFile(path, lines(3, 4))
      await rename(path, `${path}.1`)
      await writeFile(path, lines(4, 6))
      await expect.poll(() => sent(bodies()).length, poll).toBe(6)
      await expect.poll(kept, poll).toBe(2)
      await writeFile(path, lines(6, 7))
      await expect.poll(() => sent(bodies()).length, poll).toBe(7)
      expect(bodies().join('')).toBe(lines(0, 7))
    })
  })

  it.each([
    [{ OMEN_INGEST_KEY: 'omen_in_s3cret\nxx' }, [], 'OMEN_INGEST_KEY holds a line break'],
    [{}, ['--key', 'omen_in_s3cret\u20ac'], 'The key of --key holds a character that is not printable ASCII'],
  ])('refuses a key that cannot be sent at once, without showing it: %j %j', async (key, args, message) => {
    const { home, server } = await bench()
    await writeFile(join(home, 'day.csv'), table(2))
    const ran = await runCli(['push', join(home, 'day.csv'), ...args], { env: { OMEN_URL: server.url, ...key } })
    expect([ran.exit, ran.stdout, server.calls]).toEqual([2, '', []])
    expect(ran.stderr).toContain(message)
    expect(ran.stderr).not.toMatch(/s3cret|Trying again/)
  })

  it('refuses to start without a key, and is refused with a wrong one', async () => {
    const { home, server } = await bench()
    await writeFile(join(home, 'day.csv'), table(2))
    const none = await runCli(['push', join(home, 'day.csv')], { env: { OMEN_URL: server.url } })
    expect([none.exit, none.stderr]).toEqual([2, expect.stringContaining('OMEN_INGEST_KEY')])
    server.answer = () => failure(401, 'UNAUTHENTICATED', 'Send a valid ingest key of the project.')
    const wrong = await runCli(['push', join(home, 'day.csv'), '--key', 'wrong'], { env: { OMEN_URL: server.url } })
    expect([wrong.exit, wrong.stderr]).toEqual([4, expect.stringContaining('Set OMEN_INGEST_KEY')])
    expect(wrong.stderr).not.toContain('omen login')
  })
})
