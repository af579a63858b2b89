import { describe, expect, it } from 'vitest'
import { type CollectedBatch, type Collector, CollectorError } from '../../ports/collector.ts'
import type { ConnectionFields } from '../../ports/collector-factory.ts'
import { hideSecrets } from './hide-secrets.ts'

const SECRET = 'a planted/secret'
const CONNECTION: ConnectionFields = {
  connector: 'prometheus',
  dataType: 'Metric',
  settings: { userName: 'omen' },
  secrets: { password: SECRET },
}
const basic = Buffer.from(`omen:${SECRET}`).toString('base64')
const said = `Basic ${basic}\n\0 ?key=${encodeURIComponent(SECRET)} ${Buffer.from(SECRET).toString('base64')} ${SECRET}`
const WINDOW = { from: 0, to: 60_000, stepMs: 60_000 }
const never = new AbortController().signal

function open(): Collector {
  const fail = async () => {
    throw new CollectorError('credentials', { providerText: said, retryAfterMs: 5 })
  }
  const batch: CollectedBatch = { notes: [said], series: [] }
  const inner: Collector = {
    traits: { lateMs: 0, maxWindowSteps: 1 },
    test: fail,
    choices: fail,
    estimate: fail,
    async *collect() {
      yield batch
      await fail()
    },
    close: async () => {},
  }
  return hideSecrets(inner, CONNECTION)
}

describe('what a service repeats of a request', () => {
  const clean = 'Basic *** ?key=*** *** ***'

  it.each(['test', 'choices', 'estimate'] as const)('has no secret in the errors of %s', async (method) => {
    const asked: Promise<unknown> = {
      test: () => open().test(never),
      choices: () => open().choices('', never),
      estimate: () => open().estimate(60_000, never),
    }[method]()
    await expect(asked).rejects.toMatchObject({ fault: 'credentials', providerText: clean, retryAfterMs: 5 })
  })

  it('has none in the notes and errors of a window', async () => {
    const batches: CollectedBatch[] = []
    const collecting = (async () => {
      for await (const batch of open().collect(WINDOW, undefined, never)) batches.push(batch)
    })()
    await expect(collecting).rejects.toMatchObject({ providerText: clean })
    expect(batches).toEqual([{ notes: [clean], series: [] }])
  })
})
