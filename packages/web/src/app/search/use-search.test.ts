import { expect, it, vi } from 'vitest'
import { findThings } from './use-search.ts'

const listOf = (item: object) => vi.fn(async () => ({ items: [item], page: 1, pageSize: 6, total: 1 }) as never)
const searched = () => ({
  incidents: {
    list: vi.fn(
      async () => ({ incidents: [{ id: 'in1', title: 'cpu on n1', projectName: 'shop', onset: 7 }] }) as never,
    ),
  },
  projects: { list: listOf({ projectName: 'shop', owner: 'bob123', mine: false }) },
  models: { list: listOf({ id: 'm', modelName: 'checkout', modelType: 'Holistic' }) },
  files: { list: listOf({ filename: 'f', uploadFileName: 'day.csv', createdAt: 5 }) },
  detections: { list: listOf({ id: 'd', uploadFileName: 'day.csv', modelName: 'checkout', modelVersion: 2 }) },
})
const { signal } = new AbortController()
const options = { signal, relative: (time: number) => `at ${time}` }

it('asks the server for six of each kind by the query, with a signal that aborts the calls', async () => {
  const omen = searched()
  await findThings(omen, 'check', options)
  const { incidents, ...named } = omen
  for (const { list } of Object.values(named))
    expect(list).toHaveBeenCalledWith({ q: 'check', pageSize: 6 }, { signal })
  const folded = { order: 'newest', fold: true }
  expect(incidents.list).toHaveBeenCalledWith(
    { q: 'check', pageSize: 6, ...folded, from: expect.any(Number) },
    { signal },
  )
})
it('asks for the newest without a query', async () => {
  const omen = searched()
  await findThings(omen, '', options)
  expect(omen.detections.list).toHaveBeenCalledWith({ pageSize: 6 }, { signal })
})
it('gives each hit an address and a note that distinguishes two of one name', async () => {
  expect(await findThings(searched(), '', options)).toEqual([
    { id: 'model-m', kind: 'models', title: 'checkout', note: 'Holistic', path: '/models/m' },
    { id: 'file-f', kind: 'files', title: 'day.csv', note: 'at 5', path: '/files/f' },
    { id: 'detection-d', kind: 'detections', title: 'day.csv', note: 'checkout v2', path: '/detections/d' },
    { id: 'project-shop@bob123', kind: 'projects', title: 'shop', note: 'bob123', path: '/projects/shop@bob123' },
    { id: 'incident-in1', kind: 'incidents', title: 'cpu on n1', note: 'shop · at 7', path: '/incidents/in1' },
  ])
})
