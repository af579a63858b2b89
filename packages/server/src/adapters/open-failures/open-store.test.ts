import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { OperatorError } from '../../ports/operator-error.ts'
import { makeCertificate } from '../../testing/certificate.ts'
import { clickhouseStore } from '../clickhouse/clickhouse-store.ts'
import { openPointStore } from '../clickhouse/open-point-store.ts'
import { bucketStore } from '../file-store/bucket-store.ts'
import { openFileStore } from '../file-store/open-file-store.ts'
import { openStore } from './open-store.ts'

/** The store's answer to every request; undefined if it hangs up. */
type Answer = { readonly status: number; readonly code?: string; readonly text?: string } | undefined

let answer: Answer
const store = createServer((request, response) => {
  request.resume()
  if (answer === undefined) return void request.socket.destroy()
  const { status, code, text = '' } = answer
  response.writeHead(status, { ...(code && { 'X-ClickHouse-Exception-Code': code }) }).end(text)
})
const secure = createTlsServer(makeCertificate('store.example'))
await Promise.all([store, secure].map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))))
const [host, secureHost] = [store, secure].map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`) as [
  string,
  string,
]
afterAll(() => {
  for (const server of [store, secure]) server.close()
})

async function requireRefusal(opening: Promise<unknown>): Promise<string> {
  const refusal = await opening.catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(OperatorError)
  const { message } = refusal as Error
  expect(message).not.toMatch(/sekret|\n/)
  return message
}

const openClickHouse = (url: string) =>
  openStore(clickhouseStore(url), () =>
    openPointStore({ url, cluster: null, folder: '', recorded: async () => undefined }),
  )
const openBucket = (url: string) => openStore(bucketStore(url), () => openFileStore({ url, folder: '' }))

describe('a ClickHouse that cannot be used', () => {
  const failed = (status: number, code: string, text: string) => ({
    status,
    code,
    text: `Code: ${code}. DB::Exception: ${text} (version 25.8.1.1)`,
  })

  test.each([
    [
      failed(403, '516', 'omen: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)'),
      'it refuses the user or the password. Correct them in OMEN_CLICKHOUSE_URL.',
    ],
    [
      failed(404, '81', 'Database omen does not exist. (UNKNOWN_DATABASE)'),
      'there is no such database (Database omen does not exist',
    ],
    [
      failed(500, '497', 'omen: Not enough privileges. (ACCESS_DENIED)'),
      'the user lacks a right (omen: Not enough privileges',
    ],
    [
      failed(500, '164', 'Cannot execute query in readonly mode. (READONLY)'),
      'the user lacks a right (Cannot execute query in readonly',
    ],
    [
      failed(500, '202', 'Too many simultaneous queries. (TOO_MANY_SIMULTANEOUS_QUERIES)'),
      'it accepts no more connections or queries',
    ],
    [failed(500, '62', 'Syntax error: failed at position 9. (SYNTAX_ERROR)'), 'it does not know what Omen needs'],
    [undefined, 'it closed the connection before it answered. Check host, port and TLS in OMEN_CLICKHOUSE_URL.'],
  ])('is refused in one sentence: %j', async (given, sentence) => {
    answer = given
    const message = await requireRefusal(openClickHouse(`http://omen:sekret@${host}`))
    expect(message).toContain(`ClickHouse at ${host} cannot be used: ${sentence}`)
  })

  test.each([
    ['http://omen:sekret@127.0.0.1:9', 'nothing accepts connections there'],
    ['http://omen:sekret@nowhere.invalid', 'no host of that name is known'],
    [`https://omen:sekret@${secureHost}`, 'its TLS certificate is not accepted'],
    [`https://omen:sekret@${host}`, 'it does not speak TLS there'],
  ])('is refused by its address: %s', async (url, sentence) => {
    const message = await requireRefusal(openClickHouse(url))
    expect(message).toContain(`ClickHouse at ${new URL(url).host} cannot be used: ${sentence}`)
  })
})

describe('a bucket that cannot be used', () => {
  test.each([
    [404, 'there is no such bucket. Create it, or name another in OMEN_FILES_URL.'],
    [403, 'its store refuses the key, or the key may not read and write it. Correct key and secret in OMEN_FILES_URL'],
    [301, 'it is in another region. Add the region to OMEN_FILES_URL'],
  ])('is refused in one sentence: status %i', async (status, sentence) => {
    answer = { status }
    const message = await requireRefusal(openBucket(`s3://key:sekret@${host}/omen?tls=off`))
    expect(message).toContain(`The bucket omen at ${host} cannot be used: ${sentence}`)
  })

  test.each([
    ['s3://key:sekret@127.0.0.1:9/omen?tls=off', 'nothing accepts connections there'],
    [`s3://key:sekret@${secureHost}/omen`, 'its TLS certificate is not accepted'],
  ])('is refused by its address: %s', async (url, sentence) => {
    const message = await requireRefusal(openBucket(url))
    expect(message).toContain(`The bucket omen at ${new URL(url).host} cannot be used: ${sentence}`)
  })
})
