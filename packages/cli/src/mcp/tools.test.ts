import type { Omen } from '@omen/sdk'
import { expect, it } from 'vitest'
import { NOW } from '../testing/samples.ts'
import { tools } from './tools/index.ts'

/** What a tool answers where the client of the server has these calls. */
async function call(name: string, omen: object, input: object = {}) {
  const clock = { now: () => NOW, sleep: async () => undefined }
  const tool = tools.find((one) => one.name === name)!
  const ctx = { omen: omen as Omen, page: 'http://omen.example', clock }
  return JSON.parse(await tool.run(ctx, tool.input.parse(input) as never))
}
const NOON = '2026-11-20T12:00:00Z'

it.each(tools.map(({ name, input }) => [name, input] as const))('%s refuses an argument by its name', (_, input) => {
  const { error } = input.safeParse({ bogus: 'cpu[node4]:1' })
  expect(error?.issues).toContainEqual(expect.objectContaining({ code: 'unrecognized_keys', keys: ['bogus'] }))
})

it('gives an instance that is down the severity 10, and others theirs whatever the direction', async () => {
  const incident = { title: 'x', sentence: 'x', onset: NOW, end: null, state: 'open', findings: 1 }
  const incidents = [
    { ...incident, id: 'in_1', kind: 'down', val: -Math.PI },
    { ...incident, id: 'in_2', kind: 'anomaly', val: -8.5 },
    { ...incident, id: 'in_3', kind: 'silent', val: null },
  ]
  const listed = await call('list_incidents', {
    dashboard: { incidents: async () => ({ incidents, page: { total: 3 } }) },
  })
  expect(listed.incidents.map(({ severity }: { severity: number | null }) => severity)).toEqual([10, 8.5, null])
})

it.each([
  ['20260301', "'20260301' looks like a date without separators: write it like 2026-03-01"],
  ['1970-01-01', "'1970-01-01' is not a time of 1990 to 2099"],
])('refuses %s as a time and says what it looks like', async (from, said) => {
  await expect(call('list_incidents', {}, { from })).rejects.toThrow(said)
})

it('writes every time of a detection as ISO 8601, and other numbers as they are', async () => {
  const detection = { id: 'd_1', from: NOW - 1000, to: NOW, createdAt: NOW, rows: 2e11, latestDataTimestamp: NOW }
  const list = async () => ({ items: [detection], total: 1 })
  const { detections } = await call('list_detections', { detections: { list } })
  expect(detections[0]).toMatchObject({ createdAt: NOON, to: NOON, latestDataTimestamp: NOON, rows: 2e11 })
})

it('writes the times of the model of a project as ISO 8601', async () => {
  const projects = {
    get: async () => ({ projectName: 'shop', mine: true, model: { trainedTo: NOW, trainedFrom: null } }),
    model: async () => ({ versions: [{ createdAt: NOW }], calibration: [{ day: NOW, nominal: 0.01 }] }),
  }
  const shown = await call('show_project', { projects }, { project: 'shop' })
  expect(shown.model).toEqual({ trainedTo: NOON, trainedFrom: null })
  expect(shown.versions).toEqual([{ createdAt: NOON }])
  expect(shown.calibration).toEqual([{ day: NOON, nominal: 0.01 }])
})

it('writes when templates of a log were seen as ISO 8601', async () => {
  const template = { firstSeen: NOW, lastSeen: NOW, firstInRange: NOW, lastInRange: NOW, count: 3, trend: [] }
  const transport = {
    client: new Proxy({}, { get: () => async () => ({ templates: [template], page: { total: 1 } }) }),
    unwrap: (answer: unknown) => answer,
  }
  const { templates } = await call('log_templates', { transport }, { project: 'shop' })
  expect(templates).toEqual([{ firstSeen: NOON, lastSeen: NOON, firstInRange: NOON, lastInRange: NOON, count: 3 }])
})
