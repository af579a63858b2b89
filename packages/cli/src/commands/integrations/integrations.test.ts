import type { Delivery, Integration } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { runCli, type Setting } from '../../testing/run-cli.ts'
import { NOW } from '../../testing/samples.ts'
import { startWireServer } from '../../testing/wire-server.ts'

const HOUR = 3_600_000

const integration = (more: Partial<Integration> = {}): Integration => ({
  id: 'i1',
  provider: 'slack',
  account: 'on-call',
  hint: 'hooks.slack.com/…efgh',
  projectNames: null,
  isForEscalation: false,
  createdAt: NOW - 48 * HOUR,
  stoppedAt: null,
  stoppedText: null,
  lastDelivery: { state: 'sent', at: NOW - HOUR, error: null },
  ...more,
})

const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  id: 'd1',
  alertKind: 'trial',
  provider: 'slack',
  account: 'on-call',
  target: 'on-call',
  projectName: null,
  state: 'sent',
  attempts: 1,
  createdAt: NOW - HOUR,
  attemptedAt: NOW - HOUR,
  nextAt: null,
  error: null,
  ...more,
})

const GONE = 'It answered 404: no_service.'

async function bench(tested = delivery()) {
  const server = await startWireServer()
  const integrations = [
    integration(),
    integration({
      id: 'i2',
      provider: 'pagerduty',
      account: 'sre',
      projectNames: ['shop'],
      isForEscalation: true,
      lastDelivery: null,
    }),
    integration({ id: 'i3', account: 'sre', stoppedAt: NOW - HOUR, stoppedText: GONE }),
  ]
  server.answer = ({ method, path, fields }) => {
    if (path === '/service-integration/deliveries')
      return {
        status: 200,
        body: {
          success: true,
          deliveries: [
            delivery(),
            delivery({ alertKind: 'opened', projectName: 'shop', state: 'failed', attempts: 10, error: GONE }),
          ],
          page: { page: 1, pageSize: 50, total: 2 },
        },
      }
    if (path !== '/service-integration') return undefined
    const added = integration({
      provider: fields.provider as Integration['provider'],
      account: String(fields.account),
      lastDelivery: null,
    })
    const more = {
      add: { integration: added, ...(fields.provider === 'webhook' && { signingSecret: 'omen_sig_x' }) },
      test: { delivery: tested },
    }[String(fields.operation)]
    return { status: 200, body: { success: true, integrations, ...(method === 'POST' && more) } }
  }
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  return {
    server,
    omen: (args: string[], setting: Setting = {}) =>
      runCli(['integrations', ...args], { now: NOW, ...setting, env: { ...env, ...setting.env } }),
  }
}

describe('omen integrations', () => {
  it('lists one per line, and why one gets nothing', async () => {
    const { omen } = await bench()
    const { stdout, exit } = await omen([])
    expect(exit).toBe(0)
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^NAME +PROVIDER +TO +ALERTS OF +LAST DELIVERY$/),
      expect.stringMatching(/^on-call +slack +hooks\.slack\.com\/…efgh +all projects +sent 1h ago$/),
      expect.stringMatching(/^sre +pagerduty +\S+ +shop, when escalated +–$/),
      expect.stringMatching(/^sre +slack +\S+ +all projects +stopped$/),
      `sre gets nothing any more: ${GONE}`,
      '',
    ])
  })

  it('adds one whose key comes from standard input, is typed unseen, or is given', async () => {
    const { omen, server } = await bench()
    const piped = await omen(['add', 'pagerduty', 'sre', '--key', '-', '--project', 'shop', 'web', '--escalation'], {
      input: 'R1\n',
    })
    expect(piped.exit).toBe(0)
    expect(server.calls.at(-1)!.fields).toEqual({
      operation: 'add',
      provider: 'pagerduty',
      account: 'sre',
      serviceKey: 'R1',
      projectNames: ['shop', 'web'],
      isForEscalation: true,
    })
    const typed = await omen(['add', 'slack', 'on-call'], { columns: 100, answers: ['https://hooks.example/secret'] })
    expect(server.calls.at(-1)!.fields).toMatchObject({ serviceKey: 'https://hooks.example/secret' })
    expect(typed.stdout + typed.stderr).not.toContain('secret')
    await omen(['add', 'slack', 'on-call', '--key', 'env:HOOK'], { env: { HOOK: 'https://hooks.example/named' } })
    expect(server.calls.at(-1)!.fields).toMatchObject({ serviceKey: 'https://hooks.example/named' })
    const plain = await omen(['add', 'slack', 'on-call', '--key', 'https://hooks.example/plain'])
    expect(plain.stderr).toContain("--key stands in the shell's history")
    const missing = await omen(['add', 'slack', 'on-call'])
    expect([missing.exit, missing.stderr]).toEqual([2, expect.stringContaining('--key')])
    expect((await omen(['add', 'sms', 'x', '--key', 'x'])).exit).toBe(2)
  })

  it('prints the signing secret of a webhook once', async () => {
    const { omen } = await bench()
    const { stdout, stderr } = await omen(['add', 'webhook', 'hub', '--key', 'https://hub.example'])
    expect(stdout).toMatch(/\nomen_sig_x\n$/)
    expect(stderr).toContain('not shown again')
  })

  it('tests one, and fails with what the service said', async () => {
    const works = await (await bench()).omen(['test', 'On-Call'])
    expect([works.exit, works.stdout]).toEqual([0, 'The test arrived at on-call (slack).\n'])
    const fails = await (await bench(delivery({ state: 'failed', error: GONE }))).omen(['test', 'on-call'])
    expect([fails.exit, fails.stderr]).toEqual([
      1,
      expect.stringContaining(`The test did not arrive at on-call: ${GONE}`),
    ])
  })

  it('asks which one is meant where two have the name', async () => {
    const { omen, server } = await bench()
    const unclear = await omen(['remove', 'sre', '--yes'])
    expect([unclear.exit, unclear.stderr]).toEqual([1, expect.stringContaining('--provider pagerduty or slack')])
    expect((await omen(['remove', 'sre', '--provider', 'slack', '--yes'])).stdout).toBe('Removed sre (slack).\n')
    expect(server.calls.at(-1)!.fields).toEqual({ operation: 'delete', provider: 'slack', account: 'sre' })
    expect((await omen(['remove', 'nobody', '--yes'])).exit).toBe(1)
    expect((await omen(['remove', 'on-call'])).exit).toBe(2)
  })

  it('shows deliveries with the errors', async () => {
    const { omen, server } = await bench()
    const { stdout } = await omen(['deliveries', 'on-call', '--state', 'failed'])
    expect(stdout.split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^ *1h ago +test +– +on-call \(slack\) +sent +1 *$/),
      expect.stringMatching(/^ *1h ago +opened +shop +on-call \(slack\) +failed +10 +It answered 404/),
    ])
    expect(Object.fromEntries(server.calls.at(-1)!.query)).toMatchObject({ account: 'on-call', state: 'failed' })
  })
})
