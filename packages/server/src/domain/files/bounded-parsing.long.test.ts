import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storeText } from '../../testing/uploads.ts'

const MEBIBYTE = 1_048_576
let server: TestServer
let owner: TestClient
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('squeezer')
})
afterAll(() => server.close())

/** A gzip of so many bytes, more than a hundred million rows of one time: members one after the other are one gzip. */
function packedTimes(bytes: number): Buffer {
  const million = gzipSync(`${Date.UTC(2026, 9, 1)},1\n`.repeat(1_000_000), { level: 9 })
  const count = Math.ceil(bytes / million.length)
  expect(count).toBeGreaterThan(100)
  return Buffer.concat([gzipSync('timestamp,a\n'), ...Array<Buffer>(count).fill(million)])
}

/** The most memory that the process ever had, in bytes; it never falls. */
const peakMemory = (): number => process.resourceUsage().maxRSS * 1024

test.each([4.7, 12])(
  '%d MiB of one time are refused in an answer, for less than 600 MB of memory',
  async (size) => {
    const filename = await storeText(owner, 'packed.csv.gz', packedTimes(size * MEBIBYTE))
    const before = peakMemory()
    const failure = async () => (await owner.get(`files/${filename}`)).body.file.failure?.code
    await expect.poll(failure, { timeout: 100_000 }).toBe('TOO_MANY_DUPLICATES')
    expect(peakMemory() - before).toBeLessThan(600e6)
  },
  120_000,
)
