import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../scripts/open-browser.ts'
import { type Budget, CannotMeasure, type Measurement } from '../budget.ts'
import { writeSeries } from '../files.ts'
import { clickToView, inputDelay, maxPoints, type ViewTimes, type ZoomTimes, zoomByMouse } from '../page/chart-watch.ts'
import { panChart, selectIncidents, zoomLanes } from '../page/inputs.ts'
import { openPage } from '../page/open-page.ts'
import { type Api, signIn } from '../server/api.ts'
import { startServer } from '../server/start-server.ts'
import { median } from '../statistics.ts'

const VISITS = 4
const ZOOMS = 3

/** A detection to look at; `lanesSeconds` is what its first lanes may take. */
type Scene = { what: string; lanesSeconds: number; write(scratch: string): { training: string; test: string } }

const samples = join(import.meta.dirname, '../../samples/data')
const demo: Scene = {
  what: 'the demo',
  lanesSeconds: 0.6,
  write: () => ({ training: join(samples, 'shop-training.csv'), test: join(samples, 'shop-test.csv') }),
}
const long = sceneOf(1_000_000, 2, 10_080)
const wide = sceneOf(3_000, 200, 3_000)

export const analysisView: Budget = {
  name: 'analysis-view',
  title: 'The analysis view of the demo, of a million rows and of 200 series',
  async run(scratch) {
    if (!existsSync(join(import.meta.dirname, '../../packages/web/dist/index.html'))) {
      throw new CannotMeasure('the page is not built: run `pnpm build` first.')
    }
    const server = await startServer({ data: join(scratch, 'analysis-view') })
    const browser = await openBrowser()
    try {
      const api = await signIn(server.origin)
      const measured: Measurement[] = []
      for (const scene of [demo, long, wide]) {
        const id = await detect(api, scene, scratch)
        const seen: ViewTimes[] = []
        const acted: Measurement[][] = []
        // Every visit has an empty cache; within one, the list of detections is on screen before the click.
        for (let i = 0; i < VISITS; i++) {
          const page = await openPage(browser, server.origin, api.cookie)
          seen.push(await visit(page, server.origin, id))
          if (i === VISITS - 1 && scene === long) acted.push(await measureZooms(page))
          if (i === VISITS - 1 && scene === wide) acted.push(await measureInputs(page))
          await page.context().close()
        }
        measured.push(...viewFigures(scene, seen), ...acted.flat())
      }
      return measured
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}

function sceneOf(rows: number, series: number, trainedRows: number): Scene {
  const what = `${rows.toLocaleString('en-US')} rows × ${series}`
  return {
    what,
    lanesSeconds: 1,
    write(scratch) {
      const [training, test] = [join(scratch, `training-${series}.csv`), join(scratch, `test-${series}.csv`)]
      writeSeries(training, trainedRows, series)
      writeSeries(test, rows, series)
      return { training, test }
    },
  }
}

async function detect(api: Api, { what, write }: Scene, scratch: string): Promise<string> {
  const { training, test } = write(scratch)
  const fields = { uploadFileName: 'scene.csv', modelName: what.replaceAll(/\W+/g, ''), modelType: 'Hybrid' }
  await api.work('upload-training', { ...fields, filename: await api.storeFile(training) })
  const job = await api.work('upload-detection', { ...fields, filename: await api.storeFile(test) })
  return job.result!.detectionId!
}

async function visit(page: Page, origin: string, id: string): Promise<ViewTimes> {
  const link = `a[href*="/detections/${id}"]`
  await page.goto(`${origin}/detections`)
  await page.waitForSelector(link)
  await pause(500)
  const times = await clickToView(page, link)
  await pause(1500)
  return times
}

function viewFigures({ what, lanesSeconds }: Scene, seen: readonly ViewTimes[]): Measurement[] {
  const [lanes, charts] = [seen.map((one) => one.lanesMs / 1000), seen.map((one) => one.chartMs / 1000)]
  const goal = { atMost: lanesSeconds }
  return [
    { what: `${what}: first lanes after the click, median`, unit: 's', measured: median(lanes), goal },
    { what: `${what}: first lanes after the click, slowest`, unit: 's', measured: Math.max(...lanes) },
    { what: `${what}: first chart, median`, unit: 's', measured: median(charts), goal: { atMost: 1.5 } },
  ]
}

async function measureZooms(page: Page): Promise<Measurement[]> {
  const times: ZoomTimes[] = []
  let max = await maxPoints(page)
  for (let i = 0; i < ZOOMS; i++) {
    times.push(await zoomByMouse(page))
    max = Math.max(max, await maxPoints(page))
  }
  const finer = times.map((zoom) => zoom.lastMs)
  return [
    { what: 'zoom, lines redrawn, median', unit: 'ms', measured: median(times.map((zoom) => zoom.firstMs)) },
    { what: 'zoom, finer lines drawn, median', unit: 'ms', measured: median(finer), goal: { atMost: 150 } },
    { what: 'zoom, finer lines drawn, slowest', unit: 'ms', measured: Math.max(...finer) },
    { what: 'points in a chart, most', unit: 'points', measured: max, goal: { atMost: 5000 } },
  ]
}

async function measureInputs(page: Page): Promise<Measurement[]> {
  const actions = { 'zoom of the lanes': zoomLanes, 'pan of a chart': panChart, 'incidents by key': selectIncidents }
  const measured: Measurement[] = []
  for (const [what, act] of Object.entries(actions)) {
    const delay = await inputDelay(page, () => act(page))
    measured.push({
      what: `200 series, ${what}: longest input delay`,
      unit: 'ms',
      measured: delay,
      goal: { atMost: 100 },
    })
  }
  return measured
}
