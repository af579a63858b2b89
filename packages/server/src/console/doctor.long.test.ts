import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { frameHead } from '../adapters/clickhouse/block-journal.ts'
import type { Finding } from '../domain/doctor/index.ts'
import { files, modelVersions } from '../schema/index.ts'
import { sampleTable } from '../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { storeText, train } from '../testing/uploads.ts'

const program = join(import.meta.dirname, '../main.ts')
const table = sampleTable({ rows: 300 })
let data: string
let server: TestServer
let weightsHandle: string
let kept: string
let lost: string

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'omen-doctor-'))
  server = await startTestServer({ data })
  const owner = await server.signUp('patient')
  await train(owner, 'checkout', table, { modelType: 'Split' })
  kept = await storeText(owner, 'kept.csv', table)
  lost = await storeText(owner, 'lost.csv', table)
  const [version] = await server.ctx.db.select().from(modelVersions)
  weightsHandle = version!.weightsHandle!
})
afterAll(() => rm(data, { recursive: true, force: true }))

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

function doctor(...args: string[]): Promise<Outcome> {
  const command = [program, 'doctor', '--data', data, '--min-free-bytes', '1', ...args]
  return new Promise((resolve) =>
    execFile(process.execPath, command, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    ),
  )
}

async function report(): Promise<{ code: number; ok: boolean; findings: Finding[] }> {
  const { code, stdout } = await doctor('--json')
  return { code, ...JSON.parse(stdout) }
}

const troubles = (findings: readonly Finding[]) => findings.filter(({ level }) => level !== 'ok')

test('while the server runs, its folder is locked and doctor says what to do', async () => {
  const { code, findings } = await report()
  expect(code).toBe(1)
  expect(findings).toMatchObject([
    {
      check: 'stores',
      level: 'error',
      text: expect.stringContaining('is in use'),
      advice: expect.stringContaining('Stop'),
    },
  ])
  await server.close()
})

test('without problems it says so and exits with 0', async () => {
  const { code, ok, findings } = await report()
  expect(troubles(findings)).toEqual([])
  expect({ code, ok }).toEqual({ code: 0, ok: true })
  const texts = findings.map(({ text }) => text).join('\n')
  for (const said of ['PostgreSQL answers', 'ClickHouse answers', 'file store answers', '1 weights are as they were'])
    expect(texts).toContain(said)
})

test('damage, lost rows, open files and found bytes are named, each with what to do', async () => {
  await truncate(join(data, 'files/blobs', weightsHandle), 5)
  await rm(join(data, 'files/files', kept))
  await chmod(join(data, 'lock.db'), 0o644)
  const again = await startTestServer({ data })
  await again.ctx.db.delete(files).where(eq(files.id, lost))
  await again.close()
  await chmod(join(data, 'files/files', lost), 0o644)
  const { code, ok, findings } = await report()
  expect({ code, ok }).toEqual({ code: 1, ok: false })
  const said = troubles(findings)
  expect(said.map(({ check, level }) => `${check} ${level}`).sort()).toEqual([
    'folder warning',
    'found warning',
    'stored error',
    'stored error',
  ])
  const texts = said.map(({ text }) => text).join('\n')
  expect(texts).toContain(`weights ${weightsHandle} (checkout v1) is damaged`)
  expect(texts).toContain(`file ${kept} (kept.csv) is missing`)
  expect(texts).toContain(lost)
  for (const { advice } of said) expect(advice).toMatch(/\.$/)
})

test('an unreferenced file can be assigned to an account', async () => {
  const { code, stdout } = await doctor('--adopt', lost, '--owner', 'patient', '--name', 'again.csv')
  expect(stdout).toContain(`${lost} is a file of patient now, called again.csv`)
  expect(code).toBe(0)
  expect(await readFile(join(data, 'files/files', lost), 'utf8')).toBe(table)
  expect(troubles((await report()).findings).filter(({ check }) => check === 'found')).toEqual([])
})

test('in a terminal each finding is a line, with its advice under it', async () => {
  const { code, stdout } = await doctor()
  expect(code).toBe(1)
  expect(stdout).toMatch(/^ok {7}stores {3}PostgreSQL answers and is writable$/m)
  expect(stdout).toMatch(/^ERROR {4}stored {3}weights .*\n {18}→ Train the model again/m)
  expect(stdout).toMatch(/2 errors and 1 warning\./)
})

test.each([
  [['--adopt', 'f_abcdefgh']],
  [['--owner', 'patient']],
  [['--adopt', 'f_abcdefgh', '--owner', 'patient', '--discard', 'f_abcdefgh']],
  [['everything']],
])('%j is refused with 2', async (args) => {
  expect((await doctor(...args)).code).toBe(2)
})

test('a file of the journal that cannot be put into its table is set aside and named', async () => {
  const [first, second] = ['changed', 'whole'].map((text) => Buffer.from(text))
  const bytes = Buffer.concat([frameHead(first!), Buffer.from('CHANGED'), frameHead(second!), second!])
  const journal = join(data, 'points/journal/live_points')
  await mkdir(journal, { recursive: true })
  await writeFile(join(journal, '000000000099'), bytes)
  const said = troubles((await report()).findings).filter(({ check }) => check === 'points')
  expect(said).toMatchObject([{ level: 'warning' }])
  expect(said[0]!.text).toContain(
    `points/found/live_points-000000000099.refused (${bytes.length} bytes, written until `,
  )
  expect(said[0]!.text).toContain('not in table live_points')
  expect(said[0]!.advice).toContain('send the minute before')
})
