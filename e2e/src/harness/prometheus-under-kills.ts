import { signedInClient } from './api-client.ts'
import { freePort } from './free-port.ts'
import { type OmenServer, startOmenServer } from './omen-server.ts'
import {
  type Program,
  readSamples,
  scrapeConfig,
  startCommand,
  startNodeExporter,
  startPrometheus,
} from './prometheus.ts'

export interface KillPlan {
  readonly sender: 'prometheus' | 'vmagent'
  /** Seconds of scraping before the first kill, between two, and after the last one. */
  readonly apartSeconds: number
  readonly kills: number
  /** Seconds that Omen is away each time. */
  readonly awaySeconds: number
}

/** What was scraped from node-exporter, as a real Prometheus has it, and what of it is in Omen. */
export interface KillReport {
  readonly scraped: number
  readonly missing: string[]
  /** In Omen, and not in Prometheus. */
  readonly invented: string[]
}

export interface Observed {
  readonly omen: OmenServer
  readonly prometheus: Program
  /** An ingest key that may read. */
  readonly readKey: string
}

const wait = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000))

/** Prometheus sends within seconds what it kept while Omen was away. */
const CATCH_UP_SECONDS = 90

async function compare(
  omen: OmenServer,
  prometheus: Program,
  readKey: string,
  { apartSeconds, awaySeconds, kills }: KillPlan,
): Promise<KillReport> {
  // What was scraped last may still be on its way to one of the two
  const time = Math.floor(Date.now() / 1000) - 10
  const minutes = Math.ceil(((apartSeconds + awaySeconds + 60) * (kills + 1)) / 60)
  const span = { time, minutes }
  const scraped = await readSamples(`${prometheus.url}/api/v1/`, span)
  for (const end = Date.now() + CATCH_UP_SECONDS * 1000; ; await wait(1)) {
    const stored = await readSamples(`${omen.url}/api/v1/prometheus/api/v1/`, span, readKey)
    const missing = [...scraped].filter((sample) => !stored.has(sample))
    if (missing.length > 0 && Date.now() < end) continue
    const invented = [...stored].filter((sample) => !scraped.has(sample))
    return { scraped: scraped.size, missing, invented }
  }
}

function startVmagent(text: string, exporter: Program, prometheus: Program): Promise<Pick<Program, 'stop'>> {
  // Prometheus takes the samples of a series in their order alone
  const more = `-remoteWrite.url=${prometheus.url}/api/v1/write -remoteWrite.queues=1 -httpListenAddr=127.0.0.1:0`
  return startCommand(`${text} ${more}`, { 'prometheus.yml': scrapeConfig([exporter]) })
}

/**
 * Prometheus or vmagent writes to Omen, as the project's own configuration says, while Omen is killed and started again. What
 * vmagent scrapes, which has no storage of its own, it writes to a Prometheus as well.
 */
export async function writeUnderKills(
  plan: KillPlan,
  use: (report: KillReport, observed: Observed) => Promise<void>,
): Promise<void> {
  const port = String(await freePort())
  let omen = await startOmenServer({ OMEN_PORT: port })
  const programs: Pick<Program, 'stop'>[] = []
  try {
    const client = await signedInClient(omen.url)
    const { commands } = await client.projects.addCustom({ projectName: 'shop', samplingInterval: 1 })
    const readKey = (await client.projects.createKey('shop', { name: 'read', mayRead: true })).secret
    const { text } = commands.find(({ sender }) => sender === plan.sender)!
    const exporter = await startNodeExporter()
    programs.push(exporter)
    const prometheus = await startPrometheus(
      plan.sender === 'prometheus' ? `${scrapeConfig([exporter])}${text}\n` : '',
      ['--web.enable-remote-write-receiver'],
    )
    programs.unshift(prometheus)
    if (plan.sender === 'vmagent') programs.unshift(await startVmagent(text, exporter, prometheus))
    await wait(plan.apartSeconds)
    for (let kill = 0; kill < plan.kills; kill++) {
      await omen.stop('SIGKILL', true)
      await wait(plan.awaySeconds)
      omen = await startOmenServer({ OMEN_PORT: port }, omen.folder)
      await wait(plan.apartSeconds)
    }
    await use(await compare(omen, prometheus, readKey, plan), { omen, prometheus, readKey })
  } finally {
    for (const program of programs) await program.stop()
    await omen.stop()
  }
}
