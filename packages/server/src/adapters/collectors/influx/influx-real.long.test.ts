import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CollectedSeries } from '../../../ports/collector.ts'
import { hasInflux, startInflux, type TestInflux } from '../../../testing/start-influx.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { openInfluxCollector } from './open-influx-collector.ts'

const never = new AbortController().signal
const STEP_MS = 60_000
const FROM = Date.parse('2026-11-23T10:00:00Z')
const WINDOW = { from: FROM, to: FROM + 3 * STEP_MS, stepMs: STEP_MS }
const BOUNDS = 'where time >= $from and time < $to'

describe.skipIf(!hasInflux())("the collector for InfluxDB, on a real one (Debian's influxdb)", () => {
  let influx: TestInflux

  beforeAll(async () => {
    influx = await startInflux()
    await influx.run('create database shop')
    await influx.run("create user limited with password 'pw'")
    const lines = [-1, 0, 1, 2, 3].flatMap((step) =>
      ['web1', 'web2'].map((host, at) => {
        const fields = `usage=${step + at / 10},total=${step}i,is_up=${at === 0},note="n"`
        return `cpu,host=${host},zone=eu ${fields} ${FROM + step * STEP_MS}`
      }),
    )
    await influx.write('shop', [
      ...lines,
      ...Array.from({ length: 12_000 }, (_, at) => `many value=${at} ${FROM + at}`),
    ])
  }, 60_000)
  afterAll(() => influx?.stop())

  const open = (query: string, options: { password?: string; userName?: string; database?: string } = {}) =>
    openInfluxCollector(
      { address: influx.url, database: 'shop', ...influx.account, ...options, query: [query] },
      { outbound: openTestOutbound() },
    )

  async function collect(query: string, options = {}): Promise<CollectedSeries[]> {
    const found: CollectedSeries[] = []
    for await (const { series = [] } of open(query, options).collect(WINDOW, undefined, never)) found.push(...series)
    return found
  }

  it('reads fields as metrics and tags as instance and labels, from the start of a window up to its end', async () => {
    const found = await collect(`select usage, total, is_up from cpu ${BOUNDS} group by *`)
    expect(Object.fromEntries(found.map(({ series: { id }, values }) => [id, values]))).toEqual({
      'cpu_usage{zone="eu"}[web1]': [0, 1, 2],
      'cpu_usage{zone="eu"}[web2]': [0.1, 1.1, 2.1],
      'cpu_total{zone="eu"}[web1]': [0, 1, 2],
      'cpu_total{zone="eu"}[web2]': [0, 1, 2],
      'cpu_is_up{zone="eu"}[web1]': [1, 1, 1],
      'cpu_is_up{zone="eu"}[web2]': [0, 0, 0],
    })
    expect(found[0]!.times).toEqual([FROM, FROM + STEP_MS, FROM + 2 * STEP_MS])
  })

  it('tells series apart that are not grouped, and evaluates at each step', async () => {
    const ids = (found: CollectedSeries[]) => found.map(({ series: { id } }) => id).sort()
    expect(ids(await collect(`select host, usage from cpu ${BOUNDS}`))).toEqual(['cpu_usage[web1]', 'cpu_usage[web2]'])
    const means = await collect(`select mean(usage) from cpu ${BOUNDS} group by time($step), zone fill(none)`)
    expect(means).toMatchObject([{ series: { id: 'cpu_mean{zone="eu"}' }, values: [0.05, 1.05, 2.05] }])
  })

  it('reads answers of several parts to the end', async () => {
    const values = (await collect(`select value from many ${BOUNDS}`)).flatMap(({ values }) => values)
    expect(values).toEqual(Array.from({ length: 12_000 }, (_, at) => at))
  })

  it('offers measurements as queries that work', async () => {
    const [choices] = await open('').choices('cpu', never)
    expect(choices).toMatchObject({ field: 'query', items: [{ label: 'cpu' }], total: 1 })
    expect(await collect(choices!.items[0]!.id)).not.toEqual([])
  })

  it.each([
    ['credentials', 'select usage from cpu', { password: 'wrong' }],
    ['permission', 'select usage from cpu', { userName: 'limited', password: 'pw' }],
    ['notFound', 'select usage from cpu', { database: 'other' }],
    ['query', 'select usage from', {}],
  ] as const)('tells %s', async (fault, query, options) => {
    await expect(collect(query, options)).rejects.toMatchObject({ fault })
    await expect(open(query, options).test(never)).rejects.toMatchObject({ fault })
  })
})
