import { during } from './track-work.ts'

/** One answer, read. */
export interface TestAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  headers: Headers
}

interface TestRequest {
  json?: unknown
  form?: Record<string, string>
  body?: RequestInit['body']
  headers?: Record<string, string>
}

/** Somebody who talks to the server: a browser with its cookie and anti-forgery token, a script with its token, or nobody. */
export interface TestClient {
  userName: string
  cookie: string
  csrf: string
  /** Headers that identify this one, for requests made by other means. */
  headers(method?: string): Record<string, string>
  send(method: string, path: string, request?: TestRequest): Promise<TestAnswer>
  get(path: string, headers?: Record<string, string>): Promise<TestAnswer>
  post(path: string, json?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
  /** As the upload calls want it. */
  postForm(path: string, form: Record<string, string>, headers?: Record<string, string>): Promise<TestAnswer>
  patch(path: string, json: unknown): Promise<TestAnswer>
  delete(path: string): Promise<TestAnswer>
}

export interface Identity {
  userName?: string
  cookie?: string
  csrf?: string
  bearer?: string
}

/** `base` ends in a slash; paths do not begin with one. */
export function createTestClient(base: string, identity: Identity = {}): TestClient {
  const headers = (method = 'GET'): Record<string, string> => ({
    ...(identity.bearer && { Authorization: `Bearer ${identity.bearer}` }),
    ...(identity.cookie && { Cookie: identity.cookie }),
    ...(identity.csrf && method !== 'GET' && { 'X-CSRF-Token': identity.csrf }),
  })
  const send: TestClient['send'] = async (method, path, request = {}) => {
    const { body, type } = bodyOf(request)
    const answered = fetch(new URL(path, base), {
      method,
      headers: {
        Accept: 'application/json',
        ...headers(method),
        ...(type && { 'Content-Type': type }),
        ...request.headers,
      },
      ...(body !== undefined && { body, ...(body instanceof ReadableStream && { duplex: 'half' }) }),
    } as RequestInit)
    // A GET may wait for the clock
    const response = await (method === 'GET' ? answered : during(answered))
    const text = await response.text()
    const isJson = response.headers.get('Content-Type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
  return {
    userName: identity.userName ?? '',
    cookie: identity.cookie ?? '',
    csrf: identity.csrf ?? '',
    headers,
    send,
    get: (path, extra = {}) => send('GET', path, { headers: extra }),
    post: (path, json = {}, extra = {}) => send('POST', path, { json, headers: extra }),
    postForm: (path, form, extra = {}) => send('POST', path, { form, headers: extra }),
    patch: (path, json) => send('PATCH', path, { json }),
    delete: (path) => send('DELETE', path),
  }
}

function bodyOf(request: TestRequest): { body?: RequestInit['body']; type?: string } {
  if (request.json !== undefined) return { body: JSON.stringify(request.json), type: 'application/json' }
  if (request.form)
    return { body: new URLSearchParams(request.form).toString(), type: 'application/x-www-form-urlencoded' }
  return request.body === undefined ? {} : { body: request.body }
}
