import { type CollectorHarness, collectorContract, type OpenOptions } from '../../../ports/collector.contract.ts'
import type { CollectedLine, CollectWindow } from '../../../ports/collector.ts'
import { ENTRY_NANOS, entriesOf } from '../../../testing/providers/google/answer-logging.ts'
import {
  type GoogleMetric,
  type GoogleSeries,
  googleValueAt,
} from '../../../testing/providers/google/answer-monitoring.ts'
import { machineSeries } from '../../../testing/providers/google/google-data.ts'
import { googleError } from '../../../testing/providers/google/google-fault.ts'
import {
  GOOGLE_PROJECT,
  googleAccount,
  keyFileOf,
  makeServiceAccount,
} from '../../../testing/providers/google/service-account.ts'
import { type GoogleServer, startGoogleServer } from '../../../testing/providers/google-server.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { systemClock } from '../../clock/system-clock.ts'
import { type GoogleOptions, openGoogleCollector } from './open-google-collector.ts'

const MINUTE_MS = 60_000
const to = Math.floor(Date.now() / MINUTE_MS - 10) * MINUTE_MS
const window: CollectWindow = { from: to - 6 * MINUTE_MS, to, stepMs: MINUTE_MS }
const COMPUTE = 'compute.googleapis.com/instance'

/** Its key was replaced by that of `googleAccount`. */
const deleted = makeServiceAccount('omen')

function harnessOf(server: GoogleServer, more: Partial<GoogleOptions> = {}) {
  const limited = { ...googleAccount, email: 'limited@example.com' }
  server.state.accounts.push(limited)
  server.state.limitedEmails.push(limited.email)
  const open = ({ keys, timeoutMs }: OpenOptions = {}) => {
    const account = { wrong: deleted, limited, right: googleAccount }[keys ?? 'right']
    const options: GoogleOptions = {
      projectId: GOOGLE_PROJECT,
      projectType: 'gce_instance',
      keyFile: keyFileOf(account, `${server.tokens.url}/token`),
      dataType: 'Metric',
      endpoint: server.url,
      ...more,
    }
    return openGoogleCollector(options, { outbound: openTestOutbound({ timeoutMs }), clock: systemClock })
  }
  return {
    server,
    open,
    window,
    secrets: [googleAccount.privateKey, 'ya29.token-of-omen'],
    // Protocol buffers leave out what is empty.
    emptyBodies: ['{}'],
    errorAnswer: (status: number, text: string) => googleError(status, CODES[status] ?? 'UNKNOWN', text),
    throttled: {
      answer: googleError(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded', {
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7.5s' }],
      }),
      retryAfterMs: 7500,
    },
    refusals: [
      { answer: googleError(400, 'INVALID_ARGUMENT', 'Unparseable filter'), fault: 'query' },
      { answer: googleError(404, 'NOT_FOUND', 'The project does not exist'), fault: 'notFound' },
      { answer: googleError(401, 'UNAUTHENTICATED', 'The token has expired'), fault: 'credentials' },
    ],
    paging: {
      shrinkPages: () => void Object.assign(server.state, { pageSize: 4 }),
      serveEmptyPages: () => void Object.assign(server.state, { pageMode: 'empty' }),
      repeatPage: () => void Object.assign(server.state, { pageMode: 'repeating' }),
    },
  } satisfies Partial<CollectorHarness>
}

const CODES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

function idOf({ type }: GoogleMetric, { metric: { instance_name: instance, ...labels } }: GoogleSeries): string {
  const written = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  return `${type}${written.length > 0 ? `{${written.join(',')}}` : ''}[${instance}]`
}

collectorContract('Cloud Monitoring', async () => {
  const server = await startGoogleServer()
  const base = harnessOf(server)
  const collected = () =>
    server.state.metrics.filter(({ type, valueType }) => type.startsWith(COMPUTE) && valueType !== 'STRING')
  return {
    ...base,
    known: ({ from, to: end, stepMs }) => {
      const times = Array.from({ length: (end - from) / stepMs }, (_, step) => from + step * stepMs)
      const samples = collected().flatMap((metric) =>
        metric.series.map((series) => {
          const points = times.map((time) => [time, googleValueAt(metric, series, time, stepMs)] as const)
          return [idOf(metric, series), points] as const
        }),
      )
      return { samples: Object.fromEntries(samples), lines: [] }
    },
    spoilValue: () => {
      const [metric] = collected()
      const [series] = metric!.series
      const time = window.from + 2 * MINUTE_MS
      server.state.spoilt = { type: metric!.type, series: series!, time }
      return { series: idOf(metric!, series!), time }
    },
    grow: () => {
      const [metric, ...others] = server.state.metrics
      const series = Array.from({ length: 900 }, (_, number) => machineSeries(`web-${number}`))
      server.state.metrics = [{ ...metric!, series }, ...others]
    },
    vanish: () => void server.state.metrics.splice(0),
    offerChoices: (count) => {
      server.state.metrics = Array.from({ length: count }, (_, number): GoogleMetric => {
        const kind = { metricKind: 'GAUGE', valueType: 'DOUBLE', unit: '1' } as const
        return { type: `${COMPUTE}/m${number}`, ...kind, monitoredResourceTypes: ['gce_instance'], series: [] }
      })
      return { open: base.open, field: 'metrics' }
    },
  }
})

collectorContract('Cloud Logging', async () => {
  const server = await startGoogleServer()
  return {
    ...harnessOf(server, { dataType: 'Log' }),
    known: ({ from, to: end }) => ({
      samples: {},
      lines: entriesOf(from, end, server.state.entryMs).map(
        ({ timestamp, resource: { labels }, textPayload, jsonPayload }): CollectedLine => ({
          time: Date.parse(timestamp),
          ...(jsonPayload && { nanos: ENTRY_NANOS }),
          instance: labels.instance_id!,
          service: 'shop/web',
          severity: jsonPayload ? 17 : 0,
          line: textPayload ?? String(jsonPayload?.message),
          attributes: { ...labels, ...jsonPayload },
        }),
      ),
    }),
    grow: () => void Object.assign(server.state, { entryMs: 100 }),
    vanish: () => void Object.assign(server.state, { entryMs: Number.POSITIVE_INFINITY }),
  }
})
