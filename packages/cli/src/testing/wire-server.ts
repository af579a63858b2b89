import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Detection, Finding, Job, Model, ModelVersion, StoredFile } from '@omen/sdk'
import { createOpenapiChecker } from '@omen/sdk/testing'
import { expect, onTestFinished } from 'vitest'
import { ALICE, detection, job, modelVersion, storedFile } from './samples.ts'

/** A request as the server saw it. */
interface Call {
  method: string
  path: string
  query: URLSearchParams
  fields: Record<string, string>
  headers: IncomingHttpHeaders
  body: Buffer
}

interface Answer {
  status?: number
  headers?: Record<string, string>
  /** A string is SVG. */
  body: object | string
}

/** A server that implements Omen's API for one test; its state can be changed between calls. */
const REJECTED_SAMPLE = {
  rejected: [
    {
      line: 3,
      column: 2,
      name: 'cpu',
      code: 'BAD_NUMBER',
      reason: 'is no number',
      values: { text: 'x' },
      text: '2026-11-20,x',
    },
    { line: 7, column: 0, code: 'CELL_COUNT', reason: 'has 3 cells', text: '=1+1' },
  ],
  rejectedRows: 120,
}

export interface WireServer {
  url: string
  calls: Call[]
  password: string
  /** Secrets of valid tokens by id. */
  tokens: Map<string, string>
  files: Map<string, { file: StoredFile; content: Buffer }>
  models: Model[]
  versions: Map<string, ModelVersion[]>
  jobs: Map<string, Job>
  detections: Map<string, Detection>
  /** Findings of every detection; one per page. */
  findings: Finding[]
  /** The final state of the job of an upload call; done by default. */
  outcomeOf: (operation: string, fields: Record<string, string>, content: string) => Partial<Job>
  /** Overrides the response of a call; undefined for the default one. */
  answer: (call: Call) => Answer | 'hang up' | 'say nothing' | undefined
  /** Methods and paths of the calls received. */
  lines(): string[]
}

/** A failure as the server writes it. */
export function failure(status: number, code: string, message: string, more: object = {}): Answer {
  return { status, body: { success: false, code, message, requestId: 'r-1', ...more } }
}

const checker = createOpenapiChecker()

/** Starts the server; requests and responses are checked against the API document. It is empty, and accepts one token: `secret`. */
export async function startWireServer(): Promise<WireServer> {
  const state: WireServer = {
    url: '',
    calls: [],
    password: 'Correct1!',
    tokens: new Map([['t0', 'secret']]),
    files: new Map(),
    models: [],
    versions: new Map(),
    jobs: new Map(),
    detections: new Map(),
    findings: [],
    outcomeOf: () => ({}),
    answer: () => undefined,
    lines: () => state.calls.map(({ method, path }) => `${method} ${path}`),
  }
  const faults: string[] = []
  const server = createServer(async (request, response) => {
    const call = await readCall(request).catch(() => undefined)
    if (!call) return
    state.calls.push(call)
    const answer = state.answer(call) ?? route(state, call)
    faults.push(...checker.requestFaults(call))
    if (answer === 'say nothing') return
    if (answer === 'hang up') response.destroy()
    else {
      if (typeof answer.body === 'object') faults.push(...checker.answerFaults(call, answer.status ?? 200, answer.body))
      write(response, call, answer)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    expect(faults, 'what is not as the API describes it').toEqual([])
  })
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return state
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://loopback')
  const { method = '', headers } = request
  return { method, path: pathname.replace('/api/v1', ''), query, fields: fieldsOf(headers, body), headers, body }
}

function fieldsOf(headers: IncomingHttpHeaders, body: Buffer): Record<string, string> {
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/json')) return JSON.parse(String(body))
  return type.includes('urlencoded') ? Object.fromEntries(new URLSearchParams(String(body))) : {}
}

function write(response: ServerResponse, { headers }: Call, { status = 200, headers: extra, body }: Answer): void {
  if (headers.accept === 'text/event-stream' && status === 200) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    const { job, ...rows } = body as { job?: Job }
    response.write(
      job ? `event: job\ndata: ${JSON.stringify(job)}\n\n` : `event: rows\ndata: ${JSON.stringify(rows)}\n\n`,
    )
    // The stream of a job ends with it; that of a project does not
    if (job && !['queued', 'running'].includes(job.state)) response.end()
    return
  }
  if (typeof body === 'string') return void response.writeHead(status, { 'Content-Type': 'image/svg+xml' }).end(body)
  response.writeHead(status, { 'Content-Type': 'application/json', ...extra }).end(JSON.stringify(body))
}

function route(state: WireServer, call: Call): Answer {
  const [name = '', id = '', action] = call.path.slice(1).split('/').map(decodeURIComponent)
  if (name === 'login-check') return signIn(state, call)
  const viaCookie =
    call.headers.cookie === 'omen_session=s1' && (call.method === 'GET' || call.headers['x-csrf-token'] === 'c1')
  const viaToken = [...state.tokens.values()].some((secret) => call.headers.authorization === `Bearer ${secret}`)
  if (!viaCookie && !viaToken) return failure(401, 'UNAUTHENTICATED', 'Sign in first.')
  const revokesToken = name === 'tokens' && call.method === 'DELETE'
  if (['tokens', 'logout'].includes(name) && !viaCookie && !revokesToken)
    return failure(403, 'SCOPE_MISSING', 'Not with a token.')
  const found = routes[name]?.(state, call, id, action)
  return found ?? failure(404, 'NOT_FOUND', 'There is no such thing, or it is not yours.')
}

type Route = (state: WireServer, call: Call, id: string, action: string | undefined) => Answer | undefined

const ok = (body: object, status = 200): Answer => ({ status, body: { success: true, ...body } })
const listed = <T>(name: string, items: T[], query: URLSearchParams): Answer => {
  const page = Number(query.get('page') ?? 1)
  const pageSize = Number(query.get('pageSize') ?? 50)
  const shown = items.slice((page - 1) * pageSize, page * pageSize)
  return ok({ [name]: shown, page: { page, pageSize, total: items.length } })
}

const routes: Record<string, Route> = {
  session: () => ok({ user: ALICE, scopes: ['read', 'upload', 'manage', 'publish'] }),
  logout: () => ok({}),
  tokens(state, { method, fields }, id) {
    if (method === 'DELETE') return state.tokens.delete(id) ? ok({}) : undefined
    state.tokens.set('t1', 'made-by-login')
    const token = {
      id: 't1',
      name: fields.name,
      scopes: fields.scopes,
      createdAt: 0,
      expiresAt: null,
      lastUsedAt: null,
    }
    return ok({ token, secret: 'made-by-login' }, 201)
  },
  files(state, call, id) {
    if (call.method === 'POST') return receive(state, call)
    const found = state.files.get(id)
    if (call.path.endsWith('/rejected')) return ok(REJECTED_SAMPLE)
    if (id === '')
      return listed(
        'files',
        [...state.files.values()]
          .map(({ file }) => file)
          .filter(({ sha256 }) => [null, sha256].includes(call.query.get('sha256'))),
        call.query,
      )
    if (call.method === 'DELETE' && found) state.files.delete(id)
    return found && ok({ file: { ...found.file, receivedBytes: found.content.length } })
  },
  models(state, { method, query, fields }, id, action) {
    const q = query.get('q')?.toLowerCase() ?? ''
    const type = query.get('modelType')
    if (id === '') {
      const found = state.models.filter(
        ({ modelName, modelType }) => modelName.toLowerCase().includes(q) && (type ?? modelType) === modelType,
      )
      return listed('models', found, query)
    }
    const model = state.models.find((one) => one.id === id)
    if (!model) return undefined
    if (action === 'versions') return ok({ versions: state.versions.get(id) ?? [modelVersion()] })
    if (action === 'share') return ok({ model: { ...model, sharedWith: fields.userNames } })
    if (action === 'promote')
      return ok({ model: { ...model, live: modelVersion({ version: Number(fields.version) }) } })
    if (method === 'DELETE') state.models = state.models.filter((one) => one !== model)
    return ok({ model })
  },
  jobs(state, { query }, id, action) {
    if (id === '') return listed('jobs', [...state.jobs.values()], query)
    const found = state.jobs.get(id)
    if (found && action === 'cancel') state.jobs.set(id, { ...found, state: 'cancelled' })
    return found && ok({ job: state.jobs.get(id) })
  },
  detections(state, { query }, id, action) {
    if (id === '') return listed('detections', [...state.detections.values()], query)
    const found = state.detections.get(id)
    if (!found) return undefined
    if (action === 'chart') return { body: '<svg/>' }
    if (action === 'findings') {
      const at = Number(query.get('cursor') ?? 0)
      const next = at + 1 < state.findings.length ? { next: String(at + 1) } : {}
      const page = { page: 1, pageSize: 1, total: state.findings.length, ...next }
      return ok({ findings: state.findings.slice(at, at + 1), page })
    }
    if (action !== 'series') return ok({ detection: found })
    return ok({ from: 0, to: 1, bucketMs: 1, times: [], degree: [0, 1, null, 7.2, 2], series: [] })
  },
  'upload-display': (_state, { fields }) =>
    ok({
      display: {
        modelName: fields.modelName,
        modelType: 'Holistic',
        modelUserName: 'alice1',
        version: 3,
        bands: [{ seriesId: 'cpu[node1]', low: 1.25, mid: 20, high: 61.5 }],
        groups: [{ name: 'hosts', seriesIds: ['cpu[node1]'] }],
        calibration: { points: [{ nominal: 0.01, observed: 0.012, samples: 900 }] },
      },
    }),
  'upload-training': start('training'),
  'upload-update': start('update'),
  'upload-detection': start('detection'),
  'upload-visualization': start('visualization'),
}

function signIn(state: WireServer, { fields }: Call): Answer {
  if (fields.password !== state.password) return failure(401, 'LOGIN_FAILED', 'Account or password is wrong.')
  const body = { success: true, token: 'c1', user: ALICE }
  return { body, headers: { 'Set-Cookie': 'omen_session=s1; HttpOnly; Path=/' } }
}

function receive(state: WireServer, { headers, body }: Call): Answer {
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '')
  const filename = String(headers['x-upload-handle'] ?? `f-handle-${state.files.size + 1}`)
  const before = state.files.get(filename)?.content ?? Buffer.alloc(0)
  const content = Buffer.concat([before, partOf(headers, body)])
  const total = range ? Number(range[3]) : content.length
  const uploadFileName = decodeURIComponent(String(headers['x-file-name']))
  const whole = content.length >= total
  const sha256 = createHash('sha256').update(content).digest('hex')
  const file = storedFile({ filename, uploadFileName, bytes: total, sha256, state: whole ? 'stored' : 'receiving' })
  state.files.set(filename, { file, content })
  return ok({ filename, uploadFileName, bytes: total, receivedBytes: content.length, sha256: '' }, whole ? 201 : 202)
}

function partOf(headers: IncomingHttpHeaders, body: Buffer): Buffer {
  const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return body
  const begin = body.indexOf('\r\n\r\n') + 4
  return body.subarray(begin, body.indexOf(`\r\n--${boundary}`, begin))
}

function start(kind: Job['kind']): Route {
  return (state, { fields, headers }) => {
    const id = `j-${headers['idempotency-key']}`
    const content = String(state.files.get(fields.filename ?? '')?.content ?? '')
    const existing = state.jobs.get(id)
    const made = existing ?? {
      ...job({ id, kind, result: resultOf(state, kind, fields) }),
      ...state.outcomeOf(kind, fields, content),
    }
    state.jobs.set(id, made)
    return ok({ job: made }, 202)
  }
}

function resultOf(state: WireServer, kind: Job['kind'], fields: Record<string, string>): NonNullable<Job['result']> {
  const { uploadFileName = '', modelName = '' } = fields
  if (kind === 'training' || kind === 'update') {
    const version = (state.versions.get('m1')?.length ?? 0) + 1
    state.versions.set('m1', [...(state.versions.get('m1') ?? []), modelVersion({ version })])
    return { versions: [{ modelId: 'm1', modelName, modelType: 'Holistic', version, live: true }] }
  }
  const id = `d-${state.detections.size + 1}`
  const prepared = state.detections.get(uploadFileName)
  state.detections.set(id, { ...(prepared ?? detection()), id, uploadFileName })
  return { detectionId: id }
}
