import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Omen } from '../../packages/sdk/src/index.ts'
import { createShop } from '../../samples/shop/shop.ts'
import { openBrowser } from '../../scripts/open-browser.ts'
import { signedInClient } from './harness/api-client.ts'
import { type OmenCli, omenCli } from './harness/omen-cli.ts'
import { ADMIN_LOGIN, type OmenServer, repository, startOmenServer } from './harness/omen-server.ts'
import { settled, signIn } from './harness/screens.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const STEP_MS = 5 * MINUTE_MS
const DAYS = 3
const now = Math.floor(Date.now() / STEP_MS) * STEP_MS
const first = now - DAYS * 24 * HOUR_MS
const releasedAt = now - 6 * HOUR_MS

let server: OmenServer
let omen: Omen
let cli: OmenCli
let browser: Browser
let page: Page

type Point = { metric: string; instance: string; time: number; value: number }

async function send(projectName: string, points: readonly Point[]): Promise<void> {
  const { secret } = await omen.projects.addCustom({ projectName, samplingInterval: STEP_MS / MINUTE_MS })
  for (let from = 0; from < points.length; from += 5000) {
    const answer = await fetch(`${server.url}/api/v1/ingest/points`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(points.slice(from, from + 5000)),
    })
    expect(answer.ok).toBe(true)
  }
  // The time of the last sample is written every few seconds
  while ((await omen.projects.get(projectName)).to !== now) await new Promise((done) => setTimeout(done, 250))
}

/** The shop, with a processor hog on node2 in the last hours. */
function shopPoints(): Point[] {
  const fault = { kind: 'cpu-hog' as const, node: 1, from: now - 4 * HOUR_MS, to: now - 2 * HOUR_MS }
  const shop = createShop({ seed: 20_261_005, from: first, stepMs: STEP_MS, faults: [fault] })
  const row = new Float64Array(shop.names.length)
  const points: Point[] = []
  for (let time = first; time <= now; time += STEP_MS) {
    shop.next(row)
    for (const [index, name] of shop.names.entries()) {
      const [, metric = '', instance = ''] = /^([^[]+)\[([^\]]+)\]/.exec(name) ?? []
      if (!Number.isNaN(row[index]!)) points.push({ metric, instance, time, value: row[index]! })
    }
  }
  return points
}

/** A service whose latency is worse since a release. */
function releasedPoints(): Point[] {
  const rows = Array.from({ length: (now - first) / STEP_MS + 1 }, (_, k) => first + k * STEP_MS)
  return rows.flatMap((time, k) =>
    ['a', 'b', 'c'].flatMap((instance, index) => {
      const noise = Math.sin(k * 12.9898 + index * 78.233) * 43_758.5453
      const value = 80 + 4 * (noise - Math.floor(noise)) + (time >= releasedAt ? 20 : 0)
      return [
        { metric: 'latency', instance, time, value },
        { metric: 'memory', instance, time, value: 500 + 3 * (noise - Math.floor(noise)) },
      ]
    }),
  )
}

beforeAll(async () => {
  server = await startOmenServer()
  omen = await signedInClient(server.url)
  cli = omenCli(server.url)
  const login = ['login', '--user', ADMIN_LOGIN.userName, '--password-stdin']
  expect(await cli(login, { input: `${ADMIN_LOGIN.password}\n` })).toMatchObject({ code: 0 })
  await send('fleet', shopPoints())
  await send('shop', releasedPoints())
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' })
  await signIn(page, server.url)
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

test('a processor hog makes node2 the outlier, in the terminal and on the page', async () => {
  const ran = await cli(['outliers', 'fleet', '--metric', 'cpu', '--last', '6h', '--fail-on', 'outliers>0'])
  expect(ran).toMatchObject({ code: 3, stdout: expect.stringMatching(/node2 +cpu/) })
  const { groups } = JSON.parse((await cli(['outliers', 'fleet', '--metric', 'cpu', '--last', '6h', '--json'])).stdout)
  expect(groups[0].members[0]).toMatchObject({ instance: 'node2' })

  await page.goto(`${server.url}/outliers?project=fleet&metric=cpu`)
  await page.locator('h1').first().waitFor()
  await settled(page)
  const table = page.getByRole('table', { name: 'Instances' })
  await expect.poll(() => table.locator('tbody tr').first().textContent()).toContain('node2')
  await table.getByRole('button', { name: 'Show node2 in the chart' }).click()
  await expect.poll(() => page.url()).toContain('series=')
  await page.getByRole('button', { name: 'Show cpu as a table' }).click()
  await page.getByRole('table', { name: 'cpu' }).waitFor()
  await page.getByText('State maps').click()
  await expect.poll(() => page.getByRole('img', { name: /Map of learned states/ }).count()).toBeGreaterThan(3)
}, 120_000)

test('a release that makes latency worse is worse, in the terminal and on the page', async () => {
  const ran = await cli(['rollout', 'check', '--project', 'shop', '--at', String(releasedAt), '--fail-on', 'worse'])
  expect(ran).toMatchObject({ code: 3, stdout: expect.stringMatching(/^Worse in 1 of 2 metrics: latency rose by/) })

  await omen.events.add({ projectName: 'shop', kind: 'deployment', title: 'checkout 2.4.1', at: releasedAt })
  expect((await cli(['rollout', 'check', '--project', 'shop', '--fail-on', 'worse'])).code).toBe(3)
  await page.goto(`${server.url}/rollout?project=shop`)
  await page.locator('h1').first().waitFor()
  await settled(page)
  await page.getByLabel('Deployment').first().click()
  await page.getByRole('option', { name: /checkout 2\.4\.1/ }).click()
  await page.getByText(/^Worse in 1 of 2 metrics/).waitFor()
  await page.getByText(/omen rollout check --project shop --at .* --fail-on worse/).waitFor()
  await page.getByRole('button', { name: 'memory', exact: true }).click()
  await expect.poll(() => page.url()).toContain('metric=memory')
}, 120_000)

test('the check of the guide fails a pipeline as it is written there', async () => {
  const guide = readFileSync(join(repository, 'docs/guide/rollout.md'), 'utf8')
  const steps = [...guide.matchAll(/run: \|\n((?: {10}.*\n)+)/g)].map(([, lines = '']) => lines.replace(/^ {10}/gm, ''))
  expect(steps).toHaveLength(2)
  const folder = mkdtempSync(join(tmpdir(), 'omen-pipeline-'))
  const program = join(folder, 'omen')
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${join(repository, 'packages/cli/src/main.ts')} "$@"\n`)
  chmodSync(program, 0o755)
  const { secret } = await omen.tokens.create({ name: 'pipeline', scopes: ['read', 'upload', 'manage'] })
  const env = {
    ...process.env,
    PATH: `${folder}:${process.env.PATH}`,
    HOME: folder,
    OMEN_URL: server.url,
    OMEN_TOKEN: secret,
    GITHUB_ENV: join(folder, 'env'),
    GITHUB_SHA: '8f2c1d4',
    RELEASED_AT: String(releasedAt),
  }
  const run = (script: string) =>
    new Promise<number>((done) =>
      execFile('bash', ['-e', '-c', script], { cwd: folder, env }, (error) =>
        done(error === null ? 0 : Number(error.code)),
      ),
    )
  expect(await run(steps[0]!)).toBe(0)
  expect(readFileSync(join(folder, 'env'), 'utf8')).toMatch(/^RELEASED_AT=\d{13}\n$/)
  expect((await omen.events.list({ projectName: 'shop' })).items[0]?.title).toBe('checkout 8f2c1d4')
  expect(await run(steps[1]!)).toBe(3)
  expect(readFileSync(join(folder, 'rollout.csv'), 'utf8')).toMatch(/\nworse,latency,/)
}, 120_000)
