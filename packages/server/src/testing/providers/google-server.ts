import type { WireAnswer } from '../../ports/collector.contract.ts'
import { type LoggingState, listEntries } from './google/answer-logging.ts'
import { type GoogleMetric, listDescriptors, listTimeSeries, type MonitoringState } from './google/answer-monitoring.ts'
import { defaultMetrics } from './google/google-data.ts'
import { GoogleFault, googleError } from './google/google-fault.ts'
import { issueToken, type TokenState } from './google/issue-token.ts'
import { GOOGLE_PROJECT, googleAccount, type ServiceAccount } from './google/service-account.ts'
import type { PageMode } from './page-through.ts'
import { json, startWireServer, type WireRequest, type WireServer } from './wire-server.ts'

/** What the project of the server holds and allows; may be changed while it runs. */
export interface GoogleState extends TokenState, MonitoringState, LoggingState {
  accounts: ServiceAccount[]
  /** Accounts that get a token, and may do nothing with it. */
  limitedEmails: string[]
  metrics: GoogleMetric[]
  entryMs: number
  pageSize: number | undefined
  pageMode: PageMode
  spoilt: MonitoringState['spoilt']
  aheadMs: number
}

export interface GoogleServer extends WireServer {
  readonly state: GoogleState
  /** Of the other host, which hands out tokens; key files name it as `<url>/token`. */
  readonly tokens: WireServer
}

/** Cloud Monitoring and Cloud Logging on one address, tokens on another, as with Google itself. */
export async function startGoogleServer({ port = 0 }: { port?: number } = {}): Promise<GoogleServer> {
  const state: GoogleState = {
    accounts: [googleAccount],
    limitedEmails: [],
    tokens: new Map(),
    metrics: defaultMetrics(),
    entryMs: 30_000,
    pageSize: undefined,
    pageMode: 'normal',
    spoilt: undefined,
    aheadMs: 0,
  }
  const dated = (reply: WireAnswer): WireAnswer => {
    const date = new Date(Date.now() + state.aheadMs).toUTCString()
    return { ...reply, headers: { date, ...reply.headers } }
  }
  const tokens = await startWireServer((request) => dated(issueToken(request, state)))
  const server = await startWireServer((request) => dated(answer(request, state)), port)
  const { close } = server
  const both = Object.defineProperties({} as WireServer, Object.getOwnPropertyDescriptors(server))
  return Object.assign(both, {
    state,
    tokens,
    async close() {
      await tokens.close()
      await close()
    },
  })
}

function answer({ method, url, headers, body }: WireRequest, state: GoogleState): WireAnswer {
  try {
    authorize(headers.authorization, state)
    switch (`${method} ${url.pathname}`) {
      case `GET /v3/projects/${GOOGLE_PROJECT}/metricDescriptors`:
        return json(200, listDescriptors(url.searchParams, state))
      case `GET /v3/projects/${GOOGLE_PROJECT}/timeSeries`:
        return json(200, listTimeSeries(url.searchParams, state))
      case 'POST /v2/entries:list':
        return json(200, listEntries(body, state))
      default:
        throw new GoogleFault(404, 'NOT_FOUND', 'Method not found.')
    }
  } catch (error) {
    if (!(error instanceof GoogleFault)) throw error
    return googleError(error.status, error.code, error.message)
  }
}

function authorize(header: string | undefined, { tokens, limitedEmails }: GoogleState): void {
  const token = tokens.get(/^Bearer (.+)$/.exec(header ?? '')?.[1] ?? '')
  if (token === undefined || token.expiresAt <= Date.now())
    throw new GoogleFault(
      401,
      'UNAUTHENTICATED',
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    )
  if (limitedEmails.includes(token.email))
    throw new GoogleFault(
      403,
      'PERMISSION_DENIED',
      'Permission monitoring.timeSeries.list denied (or the resource may not exist).',
    )
}
