/**
 * Counts the source files in which a function runs during a journey, worker threads included: `npm run verify:journeys`. Code that
 * runs while the server starts and files that are only loaded are not counted.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { takeCoverage } from 'node:v8'
import { sampleTable } from './sample-table.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'
import { createTestClient } from './test-client.ts'
import { train } from './uploads.ts'

const HISTORY_ROWS = 900
const FAULT_ROWS = 20

/** Prepares a journey, and resolves with the function that makes it. */
const JOURNEYS: Record<string, (server: TestServer) => Promise<() => Promise<void>>> = {
  'upload to model version': async (server) => {
    const owner = await server.signUp('owner001')
    return async () => {
      const { status, body } = await train(owner, 'checkout', sampleTable({ rows: 200 }))
      if (status !== 200) throw new Error(`the model was not trained: ${JSON.stringify(body)}`)
    }
  },
  'sample to alert mail': async (server) => {
    const owner = await server.signUp('owner001')
    const project = { projectName: 'shop', samplingInterval: 1 / 60 }
    const { secret } = (await owner.post('add-custom-project', project)).body
    const sender = createTestClient(server.api, { bearer: secret })
    const began = Math.floor(Date.now() / 1000) * 1000
    const send = (from: number, to: number, level: number) =>
      sender.post('ingest/points', {
        points: Array.from({ length: to - from }, (_, k) => {
          const row = from + k
          return { metric: 'cpu', instance: 'node1', time: began + row * 1000, value: level + ((row * 7919) % 13) }
        }),
      })
    await send(-HISTORY_ROWS, 0, 20)
    return async () => {
      const mail = server.outbox.take('owner001@example.com')
      for (let row = 0; row < FAULT_ROWS; row++) {
        await send(row, row + 1, 90)
        await pause(1000)
      }
      await mail
    }
  },
}

/** Makes a journey in this process, whose coverage Node writes to the folder of `NODE_V8_COVERAGE`. */
async function run(journey: string, folder: string): Promise<void> {
  const server = await startTestServer()
  const go = await JOURNEYS[journey]!(server)
  takeCoverage()
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  await go()
  takeCoverage()
  await server.close()
  // An exit would add the coverage of the shutdown.
  process.kill(process.pid, 'SIGKILL')
}

type Coverage = {
  result: { url: string; functions: { ranges: { startOffset: number; count: number }[] }[] }[]
}

function countFiles(folder: string): number {
  const files = new Set<string>()
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage
    for (const { url, functions } of result) {
      const hasRun = functions.some(({ ranges: [whole] }) => whole!.startOffset > 0 && whole!.count > 0)
      if (hasRun && /\/packages\/[^/]+\/src\//.test(url) && !url.includes('/testing/')) files.add(url)
    }
  }
  if (process.env.OMEN_LIST_FILES) console.log([...files].sort().join('\n'))
  return files.size
}

const [chosen] = process.argv.slice(2)
if (chosen !== undefined) await run(chosen, process.env.NODE_V8_COVERAGE!)
else
  for (const journey of Object.keys(JOURNEYS)) {
    const folder = mkdtempSync(join(tmpdir(), 'omen-journey-'))
    const env = { ...process.env, NODE_V8_COVERAGE: folder }
    const { signal } = spawnSync(process.execPath, [import.meta.filename, journey], { env, stdio: 'inherit' })
    if (signal !== 'SIGKILL') throw new Error(`${journey} failed`)
    console.log(`${journey}: ${countFiles(folder)} files`)
    rmSync(folder, { recursive: true, force: true })
  }
