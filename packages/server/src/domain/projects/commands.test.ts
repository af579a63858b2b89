import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sources } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

const run = promisify(execFile)
const DAY = 86_400_000

let server: TestServer
let owner: TestClient
/** Below the package, so that what the snippets import is found. */
let folder: string
let projects = 0
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
  folder = await mkdtemp(join(import.meta.dirname, '../../../node_modules/.omen-snippets-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await server.close()
})

async function addProject(kind: 'add-log-project' | 'add-custom-project') {
  const name = `project-${++projects}`
  const { commands } = (await owner.post(kind, { projectName: name, samplingInterval: 1 })).body
  const [source] = await server.ctx.db.select({ id: sources.id }).from(sources).where(eq(sources.name, name))
  return {
    command: (sender: string): string => commands.find((one: { sender: string }) => one.sender === sender).text,
    lines: async () => {
      const span = { from: 0, to: server.clock.now() + DAY }
      return (await server.ctx.points.readLogs(source!.id, span, {}, 10)).lines
    },
    points: async () => (await server.ctx.points.describeLive(source!.id)).points,
  }
}

async function runNode(code: string, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const file = join(folder, `snippet-${++projects}.mjs`)
  await writeFile(file, code)
  await run(process.execPath, [file], { env, timeout: 15_000 })
}

describe('a command for a project for logs', () => {
  it('sends by curl as written', async () => {
    const { command, lines } = await addProject('add-log-project')
    await run('bash', ['-c', command('curl')])
    expect(await lines()).toMatchObject([{ line: 'payment failed', severity: 17, instance: 'web1' }])
  })

  it('sends by pino as written', async () => {
    const { command, lines } = await addProject('add-log-project')
    await runNode(command('pino'))
    await expect.poll(lines, { timeout: 10_000, interval: 200 }).toMatchObject([{ severity: 17, service: 'shop' }])
  })
})

describe('the variables for OpenTelemetry', () => {
  const code = (setUp: string) => `${setUp}\nawait provider.forceFlush()\nawait provider.shutdown()\n`

  it('send log records', async () => {
    const { command, lines } = await addProject('add-log-project')
    const sdk = code(`
      import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto'
      import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
      const provider = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: new OTLPLogExporter() })] })
      provider.getLogger('test').emit({ body: 'paid' })`)
    await runNode(sdk, await environmentOf(command('opentelemetry')))
    await expect.poll(lines, { timeout: 10_000, interval: 200 }).toMatchObject([{ line: 'paid' }])
  })

  it('send metrics', async () => {
    const { command, points } = await addProject('add-custom-project')
    const sdk = code(`
      import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
      import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
      const reader = new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })
      const provider = new MeterProvider({ readers: [reader] })
      provider.getMeter('test').createCounter('orders').add(3)`)
    await runNode(sdk, await environmentOf(command('opentelemetry')))
    expect(await points()).toBeGreaterThan(0)
  })
})

/** As a shell that runs the command has it. */
async function environmentOf(command: string): Promise<NodeJS.ProcessEnv> {
  const { stdout } = await run('bash', ['-c', `${command}\nenv -0`])
  return Object.fromEntries(
    stdout
      .split('\0')
      .filter(Boolean)
      .map((pair) => pair.split(/=(.*)/s, 2)),
  )
}
