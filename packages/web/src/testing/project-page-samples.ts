import type { Answers } from './open-scene.ts'
import { ALICE, pageOf, projectSample } from './wire-samples.ts'

export const session: Answers = {
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
}
export const MINUTE_MS = 60_000
export const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS

/** Values of two instances, in as many buckets as were asked for. */
export const dataOf = (count: number, from = now - count * MINUTE_MS, seriesTotal = 2) => ({
  success: true,
  from,
  to: now,
  bucketMs: MINUTE_MS,
  seriesTotal,
  times: Array.from({ length: count }, (_, index) => from + index * MINUTE_MS),
  series: ['web1', 'web2'].map((instance) => ({
    seriesId: `cpu[${instance}]`,
    metric: 'cpu',
    instance,
    unit: '%',
    min: new Array(count).fill(40),
    max: new Array(count).fill(42.5),
    count: new Array(count).fill(1),
  })),
})
export const live = projectSample({
  state: 'collecting',
  stateSentence: 'Collecting samples.',
  seriesCount: 2,
  firstDataAt: now,
  lastDataAt: now,
  from: now - 5 * 86_400_000,
  to: now,
})
