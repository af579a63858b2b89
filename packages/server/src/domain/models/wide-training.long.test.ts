import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { train } from '../../testing/uploads.ts'

const metrics = Array.from({ length: 500 }, (_, metric) => `m${metric}`)
const table = sampleTable({ rows: 120, metrics, nodes: 4 })
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The sizes of the slices in which weights are written. */
function watchWeights(): number[] {
  const { files } = server.ctx
  const { write } = files
  const sizes: number[] = []
  files.write = (kind, handle, source) => write(kind, handle, watched(source, sizes))
  return sizes
}

async function* watched(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, sizes: number[]) {
  for await (const chunk of source) {
    sizes.push(chunk.length)
    yield chunk
  }
}

/** The share of each training's time during which the event loop was busy. */
function watchTraining(): number[] {
  const { compute } = server.ctx
  const { metered } = compute
  const busy: number[] = []
  compute.metered = (meter) => {
    const inner = metered(meter)
    const train: typeof inner.train = async (task, options) => {
      const before = performance.eventLoopUtilization()
      const outcome = await inner.train(task, options)
      busy.push(performance.eventLoopUtilization(before).utilization)
      return outcome
    }
    return { ...inner, train }
  }
  return busy
}

test('a training of two thousand series leaves the event loop to others', async () => {
  const owner = await server.signUp('widetrainer')
  const [sizes, busy] = [watchWeights(), watchTraining()]
  const { body } = await train(owner, 'wide', table, { modelType: 'Holistic' })
  expect(body.job.state).toBe('done')
  expect(busy).toHaveLength(1)
  expect(busy[0]).toBeLessThan(0.5)
  expect(sizes.length).toBeGreaterThan(10)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_048_576)
})
