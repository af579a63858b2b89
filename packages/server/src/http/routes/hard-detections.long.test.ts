import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Detection } from '../../schema/wire-types.ts'
import { SAMPLE_START, SAMPLE_STEP_MS, sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { detect, train } from '../../testing/uploads.ts'

const START = SAMPLE_START + 400 * SAMPLE_STEP_MS
let server: TestServer
let owner: TestClient
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('hardcases')
  await train(owner, 'base', sampleTable({ rows: 400 }))
})
afterAll(() => server.close())

async function found(table: string, model = 'base'): Promise<Detection> {
  const { body } = await detect(owner, model, table)
  expect(body.job.state).toBe('done')
  return (await owner.get(`detections/${body.job.result.detectionId}`)).body.detection
}
const lead = ({ incidents }: Detection) => incidents[0]?.leadSeriesId

describe('a detection that is hard to tell', () => {
  it('has no incident where nothing is abnormal', async () => {
    expect(await found(sampleTable({ rows: 100, start: START }))).toMatchObject({
      incidents: [],
      incidentCount: 0,
      worstVal: null,
    })
  })

  it('is made of one row', async () => {
    expect(await found(sampleTable({ rows: 1, start: START }))).toMatchObject({
      rows: 1,
      incidents: [],
      flaggedShare: 0,
    })
  })

  it('has one incident, still open, where all series are down', async () => {
    const [head, ...rows] = sampleTable({ rows: 60, start: START }).trim().split('\n')
    const zeros = rows.map((row) =>
      row
        .split(',')
        .map((cell, index) => (index === 0 ? cell : '0'))
        .join(','),
    )
    const { incidents, flaggedShare } = await found([head, ...zeros].join('\n'))
    expect(incidents).toMatchObject([{ val: -Math.PI, kind: 'down', state: 'open' }])
    expect(flaggedShare).toBeLessThanOrEqual(1)
  })

  it('is the same where the clock went back', async () => {
    const table = sampleTable({ rows: 200, start: START, trouble: [120, 132] })
    const [head, ...rows] = table.trim().split('\n')
    const back = [head, ...rows.slice(100), ...rows.slice(0, 100)].join('\n')
    const [forward, backward] = [await found(table), await found(back)]
    expect(backward.incidents).toEqual(forward.incidents)
    expect(forward.incidents.length).toBeGreaterThan(0)
  })

  it('names series of 200 characters, from right to left, and of emoji', async () => {
    const names = ['م'.repeat(40), '🔥👩‍👩‍👧‍👦', 'm'.repeat(200)]
    const rename = (table: string) => {
      const [head = '', ...rows] = table.split('\n')
      const cells = head.split(',')
      return [
        [cells[0], ...cells.slice(1).map((cell, k) => (k < 3 ? `${names[k]}[node${k}]` : cell))].join(','),
        ...rows,
      ].join('\n')
    }
    await train(owner, 'names', rename(sampleTable({ rows: 400 })))
    const detection = await found(rename(sampleTable({ rows: 200, start: START, trouble: [120, 132] })), 'names')
    expect(detection.incidents.length).toBeGreaterThan(0)
    expect(detection.series.map(({ metric }) => metric)).toEqual(expect.arrayContaining(names))
    for (const { sentence, title } of detection.incidents)
      expect(`${title} ${sentence}`).not.toMatch(/NaN|undefined|null|Infinity/)
    expect(lead(detection)).toBeDefined()
  })
})
