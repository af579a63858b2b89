import type { WireAnswer } from '../../../ports/collector.contract.ts'
import type { WireServer } from '../wire-server.ts'
import type { Provider } from './provider.ts'

type Secrets = Provider['secrets']

export interface WireProviderOptions extends Pick<Provider, 'connector' | 'dataType' | 'settings'> {
  /** Makes the secrets of a round, the only ones that the server accepts from then on. */
  readonly renew: (round: number) => Secrets
  /** How the service says that it is asked too often. */
  readonly throttled: WireAnswer
  readonly setTime?: (now: number) => void
  /** What of the secrets may be seen nowhere; all of them by default. */
  readonly hidden?: (secrets: Secrets) => readonly string[]
}

/** More than anybody asks while a test goes on. */
const ALWAYS = 100_000

/** A wire server as a provider. */
export function wireProvider(server: WireServer, options: WireProviderOptions): Provider {
  const { connector, dataType, settings, renew, throttled, setTime = () => {}, hidden = Object.values } = options
  let round = 0
  let secrets = renew(round)
  const planted = [...hidden(secrets)]
  return {
    connector,
    dataType,
    settings,
    planted,
    setTime,
    get secrets() {
      return secrets
    },
    wire: {
      get calls() {
        return server.calls
      },
      fail: (status, body) => server.failNext({ status, body }, ALWAYS),
      accept: () => server.failNext(throttled, 0),
    },
    async changeKey() {
      secrets = renew(++round)
      planted.push(...hidden(secrets))
      return secrets
    },
    async refuse() {
      server.failNext(throttled, ALWAYS)
      return 'throttled'
    },
    accept: async () => server.failNext(throttled, 0),
    async disconnect() {
      await server.disconnect()
      return 'unreachable'
    },
    reconnect: () => server.reconnect(),
    close: () => server.close(),
  }
}
