import {
  type AlertChannel,
  type AlertOrder,
  ChannelKeyError,
  type ChannelOutcome,
  type ChannelSecrets,
} from '../../ports/alert-channel.ts'
import type { Outbound } from '../../ports/outbound.ts'
import type { AlertMessage } from '../../schema/wire-types.ts'
import { alertText, summaryOf } from './alert-text.ts'
import { answeredOf, failureOf, postJson } from './post-json.ts'
import { requireWebAddress } from './web-address.ts'

const OWN_ENDPOINT = 'https://events.pagerduty.com/v2/enqueue'
const MAX_SUMMARY = 1024
const MAX_KEY = 255

type Incident = AlertMessage['incidents'][number]
type Event = { event_action: 'trigger' | 'acknowledge' | 'resolve'; dedup_key: string; [field: string]: unknown }

const KEY_SENTENCE = {
  en: 'The key of an Events API v2 integration has 32 letters and digits: in PagerDuty, Services, Integrations, Events API V2.',
  'zh-CN': 'Events API v2 集成密钥为 32 位字母和数字：在 PagerDuty 的 Services → Integrations → Events API V2 中查看。',
}

/** PagerDuty's Events API v2. An incident keeps its `dedup_key`, so what is sent twice is one alert there, and whoever acknowledges it acknowledges it there; its end resolves it. */
export function createPagerDutyChannel(outbound: Outbound): AlertChannel {
  return {
    describe({ serviceKey, endpoint }) {
      if (!/^[A-Za-z0-9]{32}$/.test(serviceKey)) throw new ChannelKeyError('serviceKey', KEY_SENTENCE)
      const host = endpoint === undefined ? '' : `${requireWebAddress('endpoint', endpoint).host} `
      return `${host}…${serviceKey.slice(-4)}`
    },
    async send(order, secrets, signal) {
      const events = eventsOf(order)
      if (events.length === 0) return { kind: 'needless', failure: { code: 'digestIsOver' } }
      for (const event of events) {
        const outcome = await enqueue(outbound, order, secrets, event, signal)
        if (outcome.kind !== 'sent') return outcome
      }
      return { kind: 'sent' }
    },
  }
}

async function enqueue(
  outbound: Outbound,
  order: AlertOrder,
  { serviceKey, endpoint = OWN_ENDPOINT }: ChannelSecrets,
  event: Event,
  signal: AbortSignal,
): Promise<ChannelOutcome> {
  const { link, message } = order
  const links =
    link === undefined ? {} : { client_url: link, links: [{ href: link, text: message.projectName || 'Omen' }] }
  const about = event.event_action === 'trigger' ? { client: 'Omen', ...links } : {}
  const body = JSON.stringify({ routing_key: serviceKey, ...event, ...about })
  const answer = await postJson(outbound, { url: endpoint, body, signal })
  if ('kind' in answer) return answer
  if (answer.status === 202) return { kind: 'sent' }
  return (
    failureOf(answer) ?? {
      kind: 'retry',
      failure: { code: 'answeredInstead', status: answer.status, expected: 202, answer: answeredOf(answer) },
    }
  )
}

/** A digest is an event for each incident that lasts; a trial is resolved at once. */
function eventsOf(order: AlertOrder): Event[] {
  const { message, alertId } = order
  if (message.kind === 'trial') {
    const key = { dedup_key: `omen-trial-${alertId}` }
    return [
      { event_action: 'trigger', ...key, payload: payloadOf(order, 'info', message) },
      { event_action: 'resolve', ...key },
    ]
  }
  const action = LATER_ACTIONS[message.kind]
  if (action !== undefined) return message.incidents.map((incident) => ({ event_action: action, ...keyOf(incident) }))
  const meant = message.kind === 'digest' ? message.incidents.filter(({ end }) => end === null) : message.incidents
  return meant.map((incident) => ({
    event_action: 'trigger',
    ...keyOf(incident),
    payload: payloadOf(order, severityOf(order, incident), {
      ...message,
      kind: titleKind(message),
      incidents: [incident],
    }),
  }))
}

/** What is said of an incident after it was triggered. */
const LATER_ACTIONS: Partial<Record<AlertMessage['kind'], Event['event_action']>> = {
  acknowledged: 'acknowledge',
  recovered: 'resolve',
}

/** A part has one of its own, since nobody is called again for an incident that was acknowledged. */
function keyOf({ incidentId, part }: Incident): { dedup_key: string } {
  return { dedup_key: (part === undefined ? `omen-${incidentId}` : `omen-${incidentId}-${part}`).slice(0, MAX_KEY) }
}

/** Of a digest, each incident has the title that it has alone. */
function titleKind({ kind }: AlertMessage): AlertMessage['kind'] {
  return kind === 'digest' ? 'opened' : kind
}

function payloadOf(order: AlertOrder, severity: string, message: AlertMessage): object {
  const [incident] = message.incidents
  const [lead] = incident?.series ?? []
  return {
    summary: summaryOf(alertText({ ...message, incidentsTotal: message.incidents.length }, order.locale)).slice(
      0,
      MAX_SUMMARY,
    ),
    source: message.projectName || 'Omen',
    severity,
    timestamp: new Date(incident?.start ?? message.at).toISOString(),
    ...(lead && { component: lead.instance, class: lead.metric }),
    ...(message.projectName !== '' && { group: message.projectName }),
    custom_details: { kind: message.kind, ...incident },
  }
}

/** Of the severity from 0 to 10; what is silent has none. */
function severityOf({ message }: AlertOrder, { severity }: Incident): 'critical' | 'error' | 'warning' {
  if (message.kind === 'predicted') return 'warning'
  if (severity === null) return 'error'
  const size = Math.abs(severity)
  return size >= 8 ? 'critical' : size >= 4 ? 'error' : 'warning'
}
