import { createHash } from 'node:crypto'
import { type Answer, type Received, serve, type TestServer } from './serve.ts'

/** A server that stores chunks as the API describes it; `lose` may break a connection after the chunk has arrived. */
export async function serveFiles(
  lose: (request: Received, count: number) => boolean = () => false,
): Promise<TestServer & { stored: Map<string, Buffer> }> {
  const stored = new Map<string, Buffer>()
  const totals = new Map<string, number>()
  const server = await serve((request, count) => {
    const answer = request.method === 'GET' ? describe(request) : receive(request)
    return lose(request, count) ? (response) => response.destroy() : answer
  })
  return { ...server, stored }

  function describe({ path }: Received): Answer {
    const filename = path.split('/')[2] ?? ''
    const content = stored.get(filename) ?? Buffer.alloc(0)
    const state = content.length < (totals.get(filename) ?? 0) ? 'receiving' : 'stored'
    const file = {
      filename,
      uploadFileName: 'f',
      bytes: content.length,
      receivedBytes: content.length,
      sha256: '',
      state,
    }
    return { json: { success: true, file } }
  }

  function receive({ headers, body }: Received): Answer {
    const content = bodyOf(headers['content-type'] ?? '', body)
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '')
    const filename = String(headers['x-upload-handle'] ?? `handle-${stored.size + 1}`)
    const before = stored.get(filename) ?? Buffer.alloc(0)
    if (Number(range?.[1] ?? 0) !== before.length) return refusal(409, 'RANGE_MISMATCH')
    const now = Buffer.concat([before, content])
    const total = Number(range?.[3] ?? content.length)
    stored.set(filename, now)
    totals.set(filename, total)
    const sha256 = now.length === total ? createHash('sha256').update(now).digest('hex') : ''
    const expected = headers['x-content-sha256']
    if (sha256 !== '' && expected !== undefined && expected !== sha256) return refusal(422, 'CHECKSUM_MISMATCH')
    const name = decodeURIComponent(String(headers['x-file-name']))
    const receipt = { filename, uploadFileName: name, bytes: total, receivedBytes: now.length, sha256 }
    return { status: sha256 ? 201 : 202, json: { success: true, ...receipt } }
  }
}

function refusal(status: number, code: string): Answer {
  return { status, json: { success: false, code, message: code, requestId: 'r' } }
}

function bodyOf(contentType: string, body: Buffer): Buffer {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1]
  if (boundary === undefined) return body
  const start = body.indexOf('\r\n\r\n') + 4
  return body.subarray(start, body.indexOf(`\r\n--${boundary}`, start))
}
