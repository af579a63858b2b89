import type { WireAnswer } from '../../ports/collector.contract.ts'
import { AmazonFault } from './amazon/amazon-fault.ts'
import { filterLogEvents, type LogState, listLogGroups } from './amazon/answer-logs.ts'
import { getMetricData, listMetrics, type MetricState } from './amazon/answer-metrics.ts'
import { assumeRole, type RoleState } from './amazon/assume-role.ts'
import { type AmazonMetric, defaultMetrics } from './amazon/metric-data.ts'
import { type AccessKey, verifySignature } from './amazon/verify-signature.ts'
import type { PageMode } from './page-through.ts'
import { startWireServer, type WireRequest, type WireServer } from './wire-server.ts'

/** What the account of the server holds and allows; may be changed while it runs. */
export interface AmazonState extends MetricState, LogState, RoleState {
  keys: AccessKey[]
  /** Keys that may sign, and do nothing else. */
  limitedKeys: AccessKey[]
  metrics: AmazonMetric[]
  logGroups: string[]
  eventMs: number
  pageSize: number | undefined
  pageMode: PageMode
  spoilt: MetricState['spoilt']
  messages: MetricState['messages']
  /** The server's clock is so much ahead. */
  aheadMs: number
}

export interface AmazonServer extends WireServer {
  readonly state: AmazonState
}

export const AMAZON_REGION = 'eu-central-1'

/** Keys from AWS's own documentation; they open nothing. */
export const AMAZON_KEY: AccessKey = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}

type Operation = (request: Record<string, unknown>, state: AmazonState) => unknown

/** By the target header; the service that the request is signed for, and the permission that it takes. */
const operations: Readonly<Record<string, { service: string; action: string; run: Operation }>> = {
  'GraniteServiceVersion20100801.ListMetrics': {
    service: 'monitoring',
    action: 'cloudwatch:ListMetrics',
    run: listMetrics,
  },
  'GraniteServiceVersion20100801.GetMetricData': {
    service: 'monitoring',
    action: 'cloudwatch:GetMetricData',
    run: getMetricData,
  },
  'Logs_20140328.FilterLogEvents': { service: 'logs', action: 'logs:FilterLogEvents', run: filterLogEvents },
  'Logs_20140328.ListLogGroups': { service: 'logs', action: 'logs:ListLogGroups', run: listLogGroups },
}

/** CloudWatch and CloudWatch Logs by AWS JSON, STS by the Query protocol, all signed with Signature Version 4. */
export async function startAmazonServer({ port = 0 }: { port?: number } = {}): Promise<AmazonServer> {
  const state: AmazonState = {
    keys: [AMAZON_KEY],
    limitedKeys: [],
    roles: [],
    metrics: defaultMetrics(),
    logGroups: ['/aws/lambda/checkout', 'shop'],
    eventMs: 30_000,
    pageSize: undefined,
    pageMode: 'normal',
    spoilt: undefined,
    messages: [],
    aheadMs: 0,
  }
  const server = await startWireServer((request) => answer(request, state), port)
  return Object.defineProperties({ state } as AmazonServer, Object.getOwnPropertyDescriptors(server))
}

function answer(request: WireRequest, state: AmazonState): WireAnswer {
  const date = new Date(Date.now() + state.aheadMs).toUTCString()
  const reply = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    ? answerQuery(request, state)
    : answerJson(request, state)
  return { ...reply, headers: { date, ...reply.headers } }
}

function answerJson(request: WireRequest, state: AmazonState): WireAnswer {
  try {
    const operation = operations[String(request.headers['x-amz-target'])]
    if (request.method !== 'POST' || request.url.pathname !== '/' || operation === undefined)
      throw new AmazonFault(400, 'UnknownOperationException', 'The requested operation is not known.')
    const key = authenticate(request, operation.service, state)
    if (state.limitedKeys.includes(key))
      throw new AmazonFault(
        400,
        'AccessDeniedException',
        `User: arn:aws:iam::123456789012:user/omen is not authorized to perform: ${operation.action} because no identity-based policy allows the ${operation.action} action`,
      )
    const answered = operation.run(JSON.parse(request.body) as Record<string, unknown>, state)
    return json(200, answered)
  } catch (error) {
    if (!(error instanceof AmazonFault)) throw error
    return amazonError(error.status, error.code, error.message)
  }
}

function answerQuery(request: WireRequest, state: AmazonState): WireAnswer {
  try {
    const key = authenticate(request, 'sts', state)
    return xml(200, assumeRole(new URLSearchParams(request.body), key, state))
  } catch (error) {
    if (!(error instanceof AmazonFault)) throw error
    const { status, code, message } = error
    return xml(
      status,
      `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>c6104cbe-af31-11e0-8154-cbc7ccf896c7</RequestId></ErrorResponse>`,
    )
  }
}

function authenticate({ method, url, headers, body }: WireRequest, service: string, state: AmazonState): AccessKey {
  const keys = [...state.keys, ...state.limitedKeys]
  const now = Date.now() + state.aheadMs
  const fault = verifySignature({ method, path: url.pathname, headers, body }, keys, {
    region: AMAZON_REGION,
    service,
    now,
  })
  if (fault) throw new AmazonFault(403, fault.code, fault.message)
  return keys.find(({ accessKeyId }) => headers.authorization?.includes(`=${accessKeyId}/`))!
}

/** What the JSON protocols call the errors that the Query protocol knows by these codes. */
const JSON_TYPES: Readonly<Record<string, string>> = {
  InvalidClientTokenId: 'UnrecognizedClientException',
  SignatureDoesNotMatch: 'InvalidSignatureException',
  ExpiredToken: 'ExpiredTokenException',
  MissingAuthenticationToken: 'MissingAuthenticationTokenException',
  Throttling: 'ThrottlingException',
}

/** https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html#operation-error-serialization */
export function amazonError(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): WireAnswer {
  const type = JSON_TYPES[code] ?? code
  return json(status === 403 ? 400 : status, { __type: `com.amazon.coral.service#${type}`, message }, headers)
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): WireAnswer {
  return { status, headers: { 'content-type': 'application/x-amz-json-1.0', ...headers }, body: JSON.stringify(body) }
}

function xml(status: number, body: string): WireAnswer {
  return { status, headers: { 'content-type': 'text/xml' }, body }
}
