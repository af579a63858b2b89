import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Session } from 'chdb'

const folder = mkdtempSync(join(tmpdir(), 'omen-bridge-'))
// Of the settings that the client sends with each request: a session is given it when it is opened.
const session = new Session(join(folder, 'data'), { connectionArgs: ['--max_query_size=67108864'] })
let blocks = 0

/** An insert from `input(…)` reads the body of the request; chDB reads the same bytes from a file. */
async function answer(request: IncomingMessage): Promise<Uint8Array> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const query = url.searchParams.get('query')
  if (url.pathname === '/ping') return Buffer.from('Ok.\n')
  if (query === null) return (await session.queryAsync(body.toString(), { format: 'TabSeparated' })).bytes()
  const path = join(folder, `${blocks++}.native`)
  writeFileSync(path, body)
  try {
    const sql = query.replace(/input\('([^']*)'\)/, `file('${path}', Native, '$1')`).replace(/ FORMAT Native$/, '')
    return (await session.queryAsync(sql, { format: 'TabSeparated' })).bytes()
  } finally {
    rmSync(path)
  }
}

const server = createServer((request, response) => {
  answer(request).then(
    (bytes) => response.end(bytes),
    (error: Error) => {
      response.statusCode = 500
      response.end(error.message)
    },
  )
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.stdin.resume().once('end', () => {
  session.close()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
