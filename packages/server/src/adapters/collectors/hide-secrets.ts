import { type CollectedBatch, type Collector, CollectorError } from '../../ports/collector.ts'
import type { ConnectionFields } from '../../ports/collector-factory.ts'
import { cleanText } from './ask-provider.ts'

/** The collector, whose errors and notes repeat no secret of the connection, in none of the forms in which it is sent, and have one line. */
export function hideSecrets(collector: Collector, connection: ConnectionFields): Collector {
  const hidden = formsOf(connection)
  const clean = (error: unknown): unknown => {
    if (!(error instanceof CollectorError) || error.providerText === undefined) return error
    const { fault, retryAfterMs, cause } = error
    return new CollectorError(fault, { providerText: cleanText(error.providerText, hidden), retryAfterMs, cause })
  }
  const cleaned = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked
    } catch (error) {
      throw clean(error)
    }
  }
  const quiet = ({ notes, ...batch }: CollectedBatch): CollectedBatch =>
    notes === undefined ? batch : { ...batch, notes: notes.map((note) => cleanText(note, hidden)) }
  return {
    traits: collector.traits,
    test: async (signal) => quiet(await cleaned(collector.test(signal))),
    choices: (search, signal) => cleaned(collector.choices(search, signal)),
    estimate: (stepMs, signal) => cleaned(collector.estimate(stepMs, signal)),
    async *collect(window, cursor, signal) {
      try {
        for await (const batch of collector.collect(window, cursor, signal)) yield quiet(batch)
      } catch (error) {
        throw clean(error)
      }
    },
    close: () => collector.close(),
  }
}

/** As they were given, and as they stand in addresses and headers; the longest first, since one may be part of another. */
function formsOf({ settings, secrets }: ConnectionFields): string[] {
  const userName = typeof settings.userName === 'string' ? settings.userName : ''
  const forms = Object.values(secrets).flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(`${userName}:${secret}`).toString('base64'),
  ])
  return [...new Set(forms)].filter((form) => form !== '').sort((a, b) => b.length - a.length)
}
