import type { LiveAnalysis } from '@omen/sdk'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { liveSample, STEP_MS } from './live-samples.ts'
import { liveStreamsOf } from './live-stream.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, pageOf, projectSample } from './wire-samples.ts'

const now = Math.floor(Date.now() / STEP_MS) * STEP_MS
const project = projectSample({ samplingInterval: 1 / 60, state: 'live', seriesCount: 4, firstDataAt: now })
const answers: Answers = {
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
  'GET /events': { body: pageOf('events', []) },
  'GET /projects': { body: pageOf('projects', [project]) },
  'GET /projects/shop': { body: { success: true, project } },
  'GET /liveAnalysis': { body: liveSample({ from: now - 900 * STEP_MS, to: now }) },
}
const row = (number: number): LiveAnalysis => liveSample({ from: now + number * STEP_MS, to: now + number * STEP_MS })

describe.skipIf(findBrowser() === undefined)('the live page', () => {
  const open = useScenes()

  it('takes an hour of one-second steps without growing', async () => {
    const { page } = await open('frame', answers, '/live/shop')
    const streams = liveStreamsOf(page)
    await page.locator('[data-metric="cpu"] [data-layer="lines"] path').last().waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const measure = async () => {
      await session.send('HeapProfiler.collectGarbage')
      const { metrics } = await session.send('Performance.getMetrics')
      const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
      return { nodes: of('Nodes'), heap: of('JSHeapUsedSize'), listeners: of('JSEventListeners') }
    }
    const batch = 20
    const run = async (from: number, to: number) => {
      for (let first = from; first < to; first += batch) {
        await streams.push(...Array.from({ length: batch }, (_, index) => row(first + index)))
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
      }
      await expect.poll(() => lastTime(page)).toBe(await lastTime(page))
    }
    await run(1, 1200)
    const early = await measure()
    await run(1201, 3600)
    const late = await measure()
    expect(late.nodes).toBeLessThan(early.nodes * 1.2 + 200)
    expect(late.listeners).toBeLessThan(early.listeners * 1.2 + 50)
    expect(late.heap).toBeLessThan(early.heap * 1.3 + 2_000_000)
  })
})

const lastTime = (page: Page) => page.locator('[data-layer="axis"] text').last().textContent()
