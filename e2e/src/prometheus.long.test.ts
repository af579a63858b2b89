import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedInClient } from './harness/api-client.ts'
import { type OmenServer, startOmenServer } from './harness/omen-server.ts'
import {
  areInstalled,
  type Program,
  query,
  scrapeConfig,
  startCommand,
  startNodeExporter,
  startPrometheus,
} from './harness/prometheus.ts'
import { writeUnderKills } from './harness/prometheus-under-kills.ts'

describe.runIf(areInstalled('prometheus', 'prometheus-node-exporter'))('a Prometheus that writes to Omen', () => {
  test('has each of its samples in Omen once after a kill -9, and another one computes from there what it computes itself', async () => {
    const plan = { sender: 'prometheus', apartSeconds: 12, kills: 1, awaySeconds: 3 } as const
    await writeUnderKills(plan, async ({ scraped, missing, invented }, { omen, prometheus, readKey }) => {
      expect(scraped).toBeGreaterThan(5000)
      expect({ missing: missing.slice(0, 5), invented: invented.slice(0, 5) }).toEqual({ missing: [], invented: [] })
      const time = String(Math.floor(Date.now() / 1000) - 5)
      const reader = await startPrometheus(
        [
          'remote_read:',
          `  - url: ${omen.url}/api/v1/ingest/prometheus/api/v1/read`,
          '    read_recent: true',
          `    authorization: { credentials: ${readKey} }`,
          '',
        ].join('\n'),
      )
      try {
        for (const expression of [
          'sort(rate(node_cpu_seconds_total[20s]))',
          'quantile(0.9, node_cpu_seconds_total)',
          'sum by (mode) (increase(node_cpu_seconds_total{mode!="idle"}[15s]))',
          'quantile_over_time(0.5, node_memory_MemFree_bytes[15s])',
        ]) {
          const fields = { query: expression, time }
          const own = await query(`${prometheus.url}/api/v1/`, fields)
          expect(own.length, expression).toBeGreaterThan(0)
          expect(sorted(await query(`${reader.url}/api/v1/`, fields)), expression).toEqual(sorted(own))
        }
      } finally {
        await reader.stop()
      }
    })
  })
})

const sorted = (result: { metric: Record<string, string> }[]) =>
  result.toSorted((a, b) => (JSON.stringify(a.metric) < JSON.stringify(b.metric) ? -1 : 1))

describe.runIf(areInstalled('vmagent', 'prometheus-node-exporter'))('the command for vmagent', () => {
  let omen: OmenServer
  let exporter: Program
  beforeAll(async () => {
    omen = await startOmenServer()
    exporter = await startNodeExporter()
  })
  afterAll(async () => {
    await exporter?.stop()
    await omen?.stop()
  })

  test('sends what it scrapes', async () => {
    const { projects } = await signedInClient(omen.url)
    const { commands } = await projects.addCustom({ projectName: 'shop', samplingInterval: 1 })
    const { text } = commands.find(({ sender }) => sender === 'vmagent')!
    const files = { 'prometheus.yml': scrapeConfig([exporter]) }
    const vmagent = await startCommand(`${text} -httpListenAddr=127.0.0.1:0`, files)
    try {
      const up = async () => (await projects.data('shop', { metric: ['up'], buckets: 1 })).series.map(({ max }) => max)
      await expect.poll(up).toEqual([[1]])
    } finally {
      await vmagent.stop()
    }
  })
})
