import { formatTime, formatValue } from '@omen/charts/findings'
import { forecast } from '@omen/engine'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addReportedProject } from '../../testing/reported-project.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const BUCKET = 6 * HOUR
const STEP = 30 * 60_000
const LIMIT = 90
/** Twenty-eight days of it. */
const BUCKETS = 112
const PER_DAY = 1

let server: TestServer
let owner: TestClient
/** The end of the last whole six hours, an hour ago. */
let to: number
let points: { time: number; value: number }[]

beforeAll(async () => {
  server = await startTestServer({ settings: {} })
  const { clock } = server
  clock.advance(BUCKET - (clock.now() % BUCKET) + HOUR)
  to = Math.floor(clock.now() / BUCKET) * BUCKET
  const begin = to - BUCKETS * BUCKET
  points = Array.from({ length: (BUCKETS * BUCKET + HOUR) / STEP }, (_, index) => ({
    time: begin + index * STEP,
    // Rises by a point a day to 82, unevenly
    value: 54 + (PER_DAY * index * STEP) / DAY + 1.2 * Math.sin(index * 12.9898) * Math.cos(index * 0.731),
  }))
  owner = await server.signUp('forecaster')
  await addReportedProject(server, owner, {
    projectName: 'shop',
    stepMinutes: 30,
    findings: [],
    series: [{ id: 'disk_used[node3]', unit: '%' }],
    points: points.map((one) => ({ series: 'disk_used[node3]', ...one })),
  })
  await owner.post('emailAlertSetting', {
    projectName: 'shop',
    thresholds: [{ metric: 'disk_used', alertAbove: LIMIT }],
  })
})
afterAll(() => server.close())

/** The moment at which a curve of six hours a step first reaches the limit. */
function whenReached(last: number, curve: ArrayLike<number>): number {
  const values = [last, ...Array.from(curve)]
  const at = values.findIndex((value) => value >= LIMIT)
  const [before, after] = [values[at - 1]!, values[at]!]
  return to + (at - 1 + (LIMIT - before) / (after - before)) * BUCKET
}

/** Recomputed from the points: the largest of every six hours, looked ahead from. */
function expected() {
  const highest = Float64Array.from({ length: BUCKETS }, (_, index) => {
    const from = to - (BUCKETS - index) * BUCKET
    return Math.max(...points.filter(({ time }) => time >= from && time < from + BUCKET).map(({ value }) => value))
  })
  const times = Float64Array.from(highest, (_, index) => to - (BUCKETS - index - 1) * BUCKET)
  // Half of the values, less ten, is as far as they allow
  const horizon = Math.floor((BUCKETS - 10) / 2)
  const found = forecast(times, highest, { stepMs: BUCKET, horizon, level: 0.9, bounds: { min: 0, max: 100 } })
  if (found.kind !== 'forecast') throw new Error('too few values')
  const reached = (curve: ArrayLike<number>) => whenReached(highest.at(-1)!, curve)
  return { about: reached(found.mid), earliest: reached(found.high), latest: reached(found.low) }
}

it('says in how many days a limit is reached, and between which, as its values have it', async () => {
  const report = async (locale: string) =>
    (await owner.get('insightReport?projectName=shop&period=week&timeZone=UTC', { 'Accept-Language': locale })).body
  const { forecasts } = await report('en')
  expect(forecasts).toHaveLength(1)
  const { about, earliest, latest } = expected()
  for (const [field, time] of Object.entries({ about, earliest, latest }))
    expect(Math.abs(forecasts[0][field] - time), field).toBeLessThan(5 * 60_000)
  // A line through the values gets there at about the same time
  const straight = to + ((LIMIT - 54) / PER_DAY - 28) * DAY
  expect(Math.abs(about - straight)).toBeLessThan(1.5 * DAY)
  const days = (time: number) => Math.round((time - server.clock.now()) / DAY)
  const [low, middle, high] = [days(earliest), days(about), days(latest)]
  expect(low >= 3 && low < middle && middle < high, `${low} ${middle} ${high}`).toBe(true)
  const date = (time: number, locale: string) => formatTime(time, 'weekday', locale, 'UTC')
  expect(forecasts[0].sentence).toBe(
    `disk_used on node3 reaches ${formatValue(LIMIT, '%', 'en')} in about ${middle} days, between ${low} days and ${high} days (${date(earliest, 'en')} to ${date(latest, 'en')})`,
  )
  expect((await report('zh-CN')).forecasts[0].sentence).toBe(
    `node3 的 disk_used 预计约 ${middle} 天后达到 ${formatValue(LIMIT, '%', 'zh-CN')}，介于 ${low} 天与 ${high} 天之间（${date(earliest, 'zh-CN')} 至 ${date(latest, 'zh-CN')}）`,
  )
})
