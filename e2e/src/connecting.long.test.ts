import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type PrometheusServer,
  startPrometheusServer,
} from '../../packages/server/src/testing/providers/prometheus-server.ts'
import { openBrowser } from '../../scripts/open-browser.ts'
import { type OmenCli, omenCli } from './harness/omen-cli.ts'
import { ADMIN_LOGIN, type OmenServer, startOmenServer } from './harness/omen-server.ts'
import { areInstalled, type Program, scrapeConfig, startNodeExporter, startPrometheus } from './harness/prometheus.ts'
import { signIn } from './harness/screens.ts'

const TOKEN = 'first-token'

let prometheus: PrometheusServer
let server: OmenServer
let browser: Browser
let page: Page
let omen: OmenCli

beforeAll(async () => {
  prometheus = await startPrometheusServer({ token: TOKEN, stepMs: 60_000 })
  server = await startOmenServer({ OMEN_OUTBOUND_ALLOW: '127.0.0.1' })
  omen = omenCli(server.url)
  await omen(['login', '--user', ADMIN_LOGIN.userName, '--password-stdin'], { input: `${ADMIN_LOGIN.password}\n` })
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' })
  await signIn(page, server.url)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await prometheus?.close()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('on the page', () => {
  test('a wrong token is said beside it, and nothing can be added', async () => {
    await page.goto(`${server.url}/projects/add/custom?source=prometheus`)
    await page.getByLabel('Name', { exact: true }).fill('shop')
    await page.getByLabel('Address').fill(prometheus.url)
    await page.getByLabel('Token').fill('wrong')
    await button('Test connection').click()
    await page.getByText('It said: who are you?').waitFor()
    expect(await button('Add project').isDisabled()).toBe(true)
  })

  test('a metric is chosen from those that there are, seen with its samples, and added with its past', async () => {
    await page.getByLabel('Token').fill(TOKEN)
    await button('Test connection').click()
    await page.getByRole('checkbox', { name: /^cpu_usage/ }).check()
    expect(await page.getByLabel('Queries').first().inputValue()).toBe('cpu_usage')
    expect(await button('Add project').isDisabled()).toBe(true)
    await button('Test connection').click()
    const samples = page.getByRole('table', { name: 'Samples' })
    await samples.getByText('cpu_usage[host1:9100][node]').waitFor()
    await page.getByText('1,440 calls a day').waitFor()
    await page.getByText('168 calls', { exact: true }).waitFor()
    await button('Add project').click()
    await page.waitForURL(/\/projects\/shop\?tab=connection$/)
    await page.getByText('fetching', { exact: true }).waitFor()
  })

  test('the past is seen to be fetched, and is on the charts', async () => {
    await page.getByText(/^Fetched: /).waitFor({ timeout: 60_000 })
    expect(await page.getByRole('tab', { name: 'Ingest keys' }).count()).toBe(0)
    await page.getByRole('tab', { name: 'Data' }).click()
    await page.locator('[data-metric=cpu_usage] svg').first().waitFor()
    await page.getByText(/[\d,]+ samples in the time shown/).waitFor()
  })

  test('a key that is no longer accepted is said with what to do, and changed after a test', async () => {
    prometheus.token = 'second-token'
    const changed = await omen(['projects', 'connection', 'shop', '--query', 'requests_total'])
    expect(changed).toMatchObject({ code: 1, stderr: expect.stringContaining('It said: who are you?') })
    await page.getByRole('tab', { name: 'Connection' }).click()
    await page.getByLabel('Token').fill('second-token')
    expect(await button('Save connection').isDisabled()).toBe(true)
    await button('Test connection').click()
    await page.getByText(/2 samples in /).waitFor()
    await button('Save connection').click()
    await page.getByText('The connection was saved.').waitFor()
    await expect
      .poll(async () => JSON.parse((await omen(['projects', 'show', 'shop', '--json'])).stdout))
      .toMatchObject({
        project: { collection: { fault: null } },
      })
  })
})

describe('on the command line', () => {
  const source = () => ['--source', 'prometheus', '--address', prometheus.url, '--token', 'env:PROM_TOKEN']
  const env = { PROM_TOKEN: 'second-token' }

  test('a connection is tested, and a project added and back-filled until all is there', async () => {
    const tested = await omen(['projects', 'test', 'custom', ...source(), '--search', 'requests'], { env })
    expect(tested).toMatchObject({ code: 0, stdout: expect.stringMatching(/^requests_total +2$/m) })
    const added = await omen(['projects', 'add', 'custom', 'nodes', ...source(), '--query', 'cpu_usage'], { env })
    expect(added).toMatchObject({ code: 0, stderr: 'Project nodes is added and fetches from now on.\n' })
    const filled = await omen(['projects', 'backfill', 'nodes', 'start', '--days', '7', '--wait'])
    expect(filled).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Back-fill done of /) })
    const data = await omen(['data', 'nodes', '--last', '6d', '--json'])
    const { series } = JSON.parse(data.stdout) as { series: { count: number[] }[] }
    const minutes = 6 * 1440
    for (const { count } of series) {
      const samples = count.reduce((sum, one) => sum + one, 0)
      // The last of them may still be on their way
      expect(samples).toBeGreaterThan(minutes - 5)
      expect(samples).toBeLessThanOrEqual(minutes + 1)
    }
    expect(series).toHaveLength(2)
  })

  test('it is shown without its secret, changed, and removed', async () => {
    const shown = await omen(['projects', 'connection', 'nodes'])
    expect(shown.stdout).toContain('Secrets that are set: Token')
    expect(shown.stdout).not.toContain('second-token')
    const changed = await omen(['projects', 'connection', 'nodes', '--query', 'requests_total', '--json'])
    expect(JSON.parse(changed.stdout)).toMatchObject({ connection: { settings: { query: ['requests_total'] } } })
    expect(await omen(['projects', 'remove', 'nodes', '--yes'])).toMatchObject({ code: 0 })
    expect(await omen(['projects', 'connection', 'nodes'])).toMatchObject({ code: 1 })
  })
})

describe.runIf(areInstalled('prometheus', 'prometheus-node-exporter'))('a real Prometheus', () => {
  let real: Program
  let exporter: Program
  beforeAll(async () => {
    exporter = await startNodeExporter()
    real = await startPrometheus(scrapeConfig([exporter]))
  })
  afterAll(async () => {
    await real?.stop()
    await exporter?.stop()
  })

  test('is tested, and its samples arrive', async () => {
    const source = ['--source', 'prometheus', '--address', real.url]
    const test = () => omen(['projects', 'test', 'custom', ...source, '--query', 'node_load1', '--json'])
    const samplesOf = async () => (JSON.parse((await test()).stdout) as { samples: object[] }).samples
    await expect.poll(samplesOf, { timeout: 30_000 }).toMatchObject([{ value: expect.any(Number) }])
    const every = ['--every', '1s', '--query', 'node_load1', '--query', 'sum(node_cpu_seconds_total)']
    expect(await omen(['projects', 'add', 'custom', 'real', ...source, ...every])).toMatchObject({ code: 0 })
    const read = async () => JSON.parse((await omen(['projects', 'show', 'real', '--json'])).stdout).project
    await expect.poll(read, { timeout: 30_000 }).toMatchObject({ seriesCount: 2, collection: { fault: null } })
  })
})
