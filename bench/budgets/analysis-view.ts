import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../scripts/open-browser.ts'
import { type Budget, CannotMeasure, type Measurement } from '../budget.ts'
import { writeOneSeries } from '../files.ts'
import { clickToFirstChart, mostPoints, type ZoomTimes, zoomByMouse } from '../page/chart-watch.ts'
import { openPage } from '../page/open-page.ts'
import { type Api, signIn } from '../server/api.ts'
import { startServer } from '../server/start-server.ts'
import { median } from '../statistics.ts'

const points = 1_000_000
const trainedPoints = 10_080
const visits = 4
const zooms = 3

type Visit = { chartMs: number; zooms: ZoomTimes[]; mostPoints: number }

export const analysisView: Budget = {
  name: 'analysis-view',
  title: 'The analysis view on a series of a million points',
  async run(scratch) {
    if (!existsSync(join(import.meta.dirname, '../../packages/web/dist/index.html'))) {
      throw new CannotMeasure('the page is not built: run `pnpm build` first.')
    }
    const server = await startServer({ data: join(scratch, 'analysis-view') })
    try {
      const api = await signIn(server.origin)
      const id = await detectMillion(api, scratch)
      return figures(await visitPages(server.origin, api.cookie, id))
    } finally {
      await server.stop()
    }
  },
}

async function detectMillion(api: Api, scratch: string): Promise<string> {
  const training = join(scratch, 'one-training.csv')
  const million = join(scratch, 'one-million.csv')
  writeOneSeries(training, trainedPoints)
  writeOneSeries(million, points)
  const file = { uploadFileName: 'million.csv', modelName: 'million' }
  await api.work('upload-training', { ...file, filename: await api.storeFile(training) })
  const job = await api.work('upload-detection', { ...file, filename: await api.storeFile(million) })
  return job.result!.detectionId!
}

/** Every visit has an empty cache; within one, the list of detections is on screen before the click. */
async function visitPages(origin: string, cookie: string, id: string): Promise<Visit[]> {
  const browser = await openBrowser()
  try {
    const seen: Visit[] = []
    for (let i = 0; i < visits; i++) {
      const page = await openPage(browser, origin, cookie)
      seen.push(await visit(page, origin, id))
      await page.context().close()
    }
    return seen
  } finally {
    await browser.close()
  }
}

async function visit(page: Page, origin: string, id: string): Promise<Visit> {
  const link = `a[href*="/detections/${id}"]`
  await page.goto(`${origin}/detections`)
  await page.waitForSelector(link)
  await pause(500)
  const chartMs = await clickToFirstChart(page, link)
  await pause(1500)
  const times: ZoomTimes[] = []
  let most = await mostPoints(page)
  for (let i = 0; i < zooms; i++) {
    times.push(await zoomByMouse(page))
    most = Math.max(most, await mostPoints(page))
  }
  return { chartMs, zooms: times, mostPoints: most }
}

function figures(seen: readonly Visit[]): Measurement[] {
  const charts = seen.map((one) => one.chartMs / 1000)
  const allZooms = seen.flatMap((one) => one.zooms)
  const finer = allZooms.map((zoom) => zoom.lastMs)
  return [
    { what: 'first chart after the click, median', unit: 's', measured: median(charts), goal: { atMost: 1.5 } },
    { what: 'first chart after the click, slowest', unit: 's', measured: Math.max(...charts), goal: { atMost: 1.5 } },
    { what: 'zoom, lines redrawn, median', unit: 'ms', measured: median(allZooms.map((zoom) => zoom.firstMs)) },
    { what: 'zoom, finer lines drawn, median', unit: 'ms', measured: median(finer), goal: { atMost: 150 } },
    { what: 'zoom, finer lines drawn, slowest', unit: 'ms', measured: Math.max(...finer) },
    {
      what: 'points in a chart, most',
      unit: 'points',
      measured: Math.max(...seen.map((one) => one.mostPoints)),
      goal: { atMost: 5000 },
      note: `${visits} visits with an empty cache, ${zooms} zooms each`,
    },
  ]
}
