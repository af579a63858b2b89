import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.ts'

/** Whether these programs are installed. */
export function areInstalled(...programs: string[]): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return programs.every((program) => folders.some((folder) => existsSync(join(folder, program))))
}

export interface Program {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a program that serves on a port of loopback, and waits until it answers there. */
async function startProgram(
  name: string,
  args: readonly string[],
  options: { port: number; path: string; cwd?: string },
): Promise<Program> {
  const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(options.cwd && { cwd: options.cwd }) })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const url = `http://127.0.0.1:${options.port}`
  await untilServing(child, `${url}${options.path}`, () => `${name}:\n${chunks.join('')}`)
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function untilServing(child: ChildProcess, url: string, output: () => string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (child.exitCode !== null) throw new Error(output())
    if ((await fetch(url).catch(() => undefined))?.ok) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(output())
}

export async function startNodeExporter(): Promise<Program> {
  const port = await freePort()
  return startProgram('prometheus-node-exporter', [`--web.listen-address=127.0.0.1:${port}`], {
    port,
    path: '/metrics',
  })
}

/** What is scraped every second, in the format that vmagent reads as well. */
export function scrapeConfig(targets: readonly Program[]): string {
  const listed = targets.map(({ url }) => `'${url.slice('http://'.length)}'`).join(', ')
  return [
    'global:',
    '  scrape_interval: 1s',
    'scrape_configs:',
    '  - job_name: node',
    '    static_configs:',
    `      - targets: [${listed}]`,
    '',
  ].join('\n')
}

/** A Prometheus with a folder of its own. */
export async function startPrometheus(config: string, more: readonly string[] = []): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'omen-prometheus-'))
  const port = await freePort()
  await writeFile(join(folder, 'prometheus.yml'), config)
  const own = ['--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`]
  const args = [...own, ...more]
  const started = await startProgram('prometheus', args, { port, path: '/-/ready', cwd: folder })
  return {
    url: started.url,
    async stop() {
      await started.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A shell command in a folder of its own, as somebody would paste it. */
export async function startCommand(
  text: string,
  files: Readonly<Record<string, string>>,
): Promise<{ stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'omen-sender-'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const child = spawn('sh', ['-c', `exec ${text}`], { cwd: folder, stdio: 'ignore' })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Sample = [seconds: number, value: string]

/** The answer of a query API; with a bearer token where one is given. */
export async function query(
  api: string,
  fields: Record<string, string>,
  token?: string,
): Promise<{ metric: Record<string, string>; value: Sample; values: Sample[] }[]> {
  const response = await fetch(`${api}query`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    ...(token && { headers: { Authorization: `Bearer ${token}` } }),
  })
  const { status, error, data, message } = (await response.json()) as Record<string, never> & {
    data: { result: never }
  }
  if (status !== 'success') throw new Error(error ?? message)
  return data.result
}

/**
 * Every sample of some minutes up to a time, by series, time and value. Values that are no numbers are left out, and so is what
 * Omen has found.
 */
export async function readSamples(
  api: string,
  { time, minutes }: { time: number; minutes: number },
  token?: string,
): Promise<Set<string>> {
  const samples = new Set<string>()
  // Name by name: an answer has a limit
  for (const letters of ['[a-m].*', 'n.*', '[^a-n].*']) {
    const selector = `{__name__=~"${letters}",__name__!~"omen_.*"}[${minutes}m]`
    for (const { metric, values } of await query(api, { query: selector, time: String(time) }, token)) {
      const series = JSON.stringify(Object.entries(metric).sort(([a], [b]) => (a < b ? -1 : 1)))
      for (const [seconds, value] of values) {
        const number = Number(value.replace('Inf', 'Infinity'))
        if (!Number.isFinite(number)) continue
        const sample = `${series} ${seconds} ${number}`
        if (samples.has(sample)) throw new Error(`twice: ${sample}`)
        samples.add(sample)
      }
    }
  }
  return samples
}
