import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_START } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { detect, train } from '../../testing/uploads.ts'
import { parsePeriodId, periodIdOf } from './period-id.ts'

describe('periodIdOf', () => {
  const down = { kind: 'down', start: 1_000, end: 2_000 } as const

  it('numbers instances that went down at the same time, after the first', () => {
    expect(periodIdOf(down)).toBe('down-rs-1jk')
    expect(periodIdOf({ ...down, nthOfSpan: 2 })).toBe('down-rs-1jk-2')
  })

  it('is parsed back', () => {
    for (const key of [down, { ...down, nthOfSpan: 3 }, { ...down, start: -1_000, end: -2 }])
      expect(parsePeriodId(periodIdOf(key))).toEqual(key)
    for (const id of ['down-rs', 'down-RS-1jk', 'down-rs-1jk-', 'down-rs-1jk-02', 'down-rs-1jk-a', 'down-rs-1jk-2-2'])
      expect(parsePeriodId(id)).toBeUndefined()
  })
})

describe('instances that go down together', () => {
  let server: TestServer
  let owner: TestClient
  beforeAll(async () => {
    server = await startTestServer()
    owner = await server.signUp('together1')
  })
  afterAll(() => server.close())

  const instances = ['n1', 'n2', 'n3']
  const names = instances.flatMap((instance) => [`cpu[${instance}]`, `mem[${instance}]`])
  const table = (isDown: (row: number) => boolean): string => {
    const value = (row: number, series: number) =>
      50 + 5 * Math.sin(row / 9 + series) + ((row * 7 + series * 3) % 10) / 5
    const rows = Array.from({ length: 600 }, (_, row) =>
      [
        SAMPLE_START + row * 60_000,
        ...names.map((_, series) => (isDown(row) ? 0 : value(row, series).toFixed(3))),
      ].join(','),
    )
    return [`timestamp,${names.join(',')}`, ...rows].join('\n')
  }

  it('have findings of their own, each with a verdict of its own', async () => {
    await train(
      owner,
      'together',
      table(() => false),
    )
    const { body } = await detect(
      owner,
      'together',
      table((row) => row >= 300 && row < 330),
    )
    const path = `detections/${body.job.result.detectionId}`
    const read = async (query = '') => (await owner.get(`${path}${query}`)).body.detection
    const { periods, incidents } = await read()
    const ids: string[] = periods
      .filter(({ kind }: { kind: string }) => kind === 'down')
      .map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(instances.length)
    expect(incidents.flatMap(({ periodIds }: { periodIds: string[] }) => periodIds)).toEqual(
      expect.arrayContaining(ids),
    )
    expect((await owner.post(`${path}/verdicts`, { periodId: ids[1], verdict: 'false' })).status).toBe(200)
    const given = (await read()).periods.filter(({ verdict }: { verdict?: string }) => verdict !== undefined)
    expect(given.map(({ id, sentence }: { id: string; sentence: string }) => [id, sentence.slice(0, 7)])).toEqual([
      [ids[1], 'n2 went'],
    ])
    // The same with another sensitivity
    for (const query of ['?pvalue=0.999', '?pvalue=0.9', '?cvalue=3']) {
      const other = (await read(query)).periods.filter(({ verdict }: { verdict?: string }) => verdict !== undefined)
      expect(other.map(({ sentence }: { sentence: string }) => sentence.slice(0, 7))).toEqual(['n2 went'])
    }
  })
})
