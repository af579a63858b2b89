import type { ProjectEvent } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { runCli, type Setting } from '../../testing/run-cli.ts'
import { NOW } from '../../testing/samples.ts'
import { startWireServer } from '../../testing/wire-server.ts'

const HOUR = 3_600_000

const event = (more: Partial<ProjectEvent> = {}): ProjectEvent => ({
  id: 'ev_1',
  at: NOW - HOUR,
  kind: 'deployment',
  title: 'checkout 2.4.1 deployed',
  version: '2.4.1',
  instances: [],
  link: null,
  by: 'GitHub',
  createdAt: NOW,
  mayDelete: true,
  ...more,
})

async function bench() {
  const server = await startWireServer()
  server.answer = ({ method, path, fields }) => {
    if (method === 'DELETE') return { body: { success: true } }
    if (path !== '/events') return undefined
    if (method === 'POST') return { status: 201, body: { success: true, event: event({ ...fields, by: 'alice1' }) } }
    const events = [event(), event({ id: 'ev_2', title: 'evil \u001b[2J', instances: ['db1', 'db2'], kind: 'other' })]
    return { body: { success: true, events, page: { page: 1, pageSize: 50, total: 2 } } }
  }
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  return {
    server,
    omen: (args: string[], setting: Setting = {}) => runCli(['events', ...args], { now: NOW, ...setting, env }),
  }
}

describe('omen events', () => {
  it('lists one per line, the latest first, as text whatever a title holds', async () => {
    const { omen, server } = await bench()
    const { stdout, exit } = await omen(['list', 'shop', '--since', '2026-11-20 10:00', '--kind', 'deployment'])
    expect(exit).toBe(0)
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^TIME +KIND +TITLE +ON +BY +ID$/),
      expect.stringMatching(/^2026-11-20 \d\d:00 +deployment +checkout 2\.4\.1 deployed +all +GitHub +ev_1$/),
      expect.stringMatching(/^2026-11-20 \d\d:00 +other +evil .* +db1, db2 +GitHub +ev_2$/),
      '',
    ])
    expect(stdout).not.toContain('\u001b')
    const query = server.calls.at(-1)!.query
    expect([query.get('projectName'), query.get('kind')]).toEqual(['shop', 'deployment'])
    expect(Number(query.get('from'))).toBeGreaterThan(NOW - 24 * HOUR)
  })

  it('says that there are none, and how to add one', async () => {
    const { omen, server } = await bench()
    server.answer = () => ({ body: { success: true, events: [], page: { page: 1, pageSize: 50, total: 0 } } })
    const { stdout, stderr, exit } = await omen(['list', 'shop'])
    expect([exit, stdout]).toEqual([0, ''])
    expect(stderr).toContain('omen events post')
    expect(stderr).not.toContain('Invalid')
  })

  it('posts what changed, now or when it is said, and once for a key', async () => {
    const { omen, server } = await bench()
    const posted = await omen(['post', 'shop', 'v2', '--release', '2', '--instance', 'db1', 'db2', '--key', 'run 7'])
    expect([posted.exit, posted.stdout]).toEqual([0, expect.stringContaining('v2')])
    const call = server.calls.at(-1)!
    expect(call.fields).toEqual({
      projectName: 'shop',
      kind: 'deployment',
      title: 'v2',
      version: '2',
      instances: ['db1', 'db2'],
    })
    expect(call.headers['idempotency-key']).toBe('run 7')
    await omen(['post', 'shop', 'v3', '--kind', 'other', '--at', '1795100000000', '--link', 'https://ci.example'])
    expect(server.calls.at(-1)!.fields).toMatchObject({ kind: 'other', at: 1795100000000, link: 'https://ci.example' })
    const { exit, stderr } = await omen(['post', 'shop', 'v3', '--at', 'soon'])
    expect([exit, stderr]).toEqual([2, expect.stringContaining("--at: 'soon' is not a time")])
    expect((await omen(['post', 'shop', 'v3', '--kind', 'incident'])).exit).toBe(2)
  })

  it.each(['run\n7', 'запуск 7'])('exits with 2 for the key %j, which no header can carry', async (key) => {
    const { omen, server } = await bench()
    const { exit, stderr } = await omen(['post', 'shop', 'v2', '--key', key])
    expect([exit, server.calls]).toEqual([2, []])
    expect(stderr).toContain('The idempotency key holds a character that is not printable ASCII')
  })

  it('removes one', async () => {
    const { omen, server } = await bench()
    expect((await omen(['remove', 'ev_1', '--json'])).stdout).toContain('"removed":"ev_1"')
    expect(server.calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/events/ev_1' })
  })
})
