import type { IncidentDetail } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { edgePath, NODE_SIZE, neighbourNode, placeGraph, placeLabels } from './graph-model.ts'

const node = (metric: string, onset: number | null) => ({
  seriesId: metric,
  metric,
  instance: '',
  onset,
  incidents: 3,
})
const edge = (from: string, to: string, share: number) => ({
  from,
  to,
  times: 3,
  of: 4,
  share,
  lower: share / 2,
  lagMs: 60_000,
})
const graph: IncidentDetail['graph'] = {
  incidents: 4,
  nodes: [node('c', 300), node('a', 100), node('d', null), node('b', 200), node('quiet', null)],
  edges: [edge('a', 'b', 1), edge('b', 'c', 0.6), edge('c', 'd', 0.5)],
}

describe('placeGraph', () => {
  it('goes by onset, left to right and then down', () => {
    const { nodes } = placeGraph(graph, 0, 336)
    expect(nodes.map(({ id, x, y }) => [id, x > 0, y > 0])).toEqual([
      ['a', false, false],
      ['b', true, false],
      ['c', false, true],
      ['d', true, true],
    ])
  })
  it('keeps what is frequent enough, and those that moved', () => {
    const { nodes, edges } = placeGraph(graph, 0.75, 336)
    expect(nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(edges.map(({ from, to }) => from + to)).toEqual(['ab'])
  })
  it('leaves out an order that follows from two others as frequent', () => {
    const edges = [edge('a', 'b', 1), edge('b', 'c', 0.9), edge('a', 'c', 0.8), edge('a', 'd', 1)]
    expect(placeGraph({ ...graph, edges }, 0, 336).edges.map(({ from, to }) => from + to)).toEqual(['ab', 'bc', 'ad'])
  })
  it('counts what it has no place for, and keeps those that an order names', () => {
    const many = Array.from({ length: 30 }, (_, index) => node(`m${index}`, index))
    const { nodes, left } = placeGraph({ ...graph, nodes: many, edges: [edge('m28', 'm29', 1)] }, 0, 336)
    expect(nodes).toHaveLength(6)
    expect(left).toBe(24)
    expect(nodes.slice(-2).map(({ id }) => id)).toEqual(['m28', 'm29'])
  })
})

it('leads an edge around the boxes between its own', () => {
  const [first, , , , last] = placeGraph({ ...graph, edges: [edge('a', 'd', 1), edge('quiet', 'd', 1)] }, 0, 336).nodes
  const {
    d,
    labels: [label],
  } = edgePath(first!, last!)
  const [start, control] = [...d.matchAll(/[MC]([\d.]+)/g)].map(([, x]) => Number(x))
  const middle = start! + 0.75 * (control! - start!)
  expect(middle).toBeGreaterThan(first!.x + NODE_SIZE.width + 10)
  expect(label!.x).toBeCloseTo(middle)
})

it('keeps the labels of lines apart that run beside each other', () => {
  const edges = [edge('a', 'd', 1), edge('b', 'd', 1), edge('c', 'd', 1), edge('d', 'quiet', 1)]
  const { nodes } = placeGraph({ ...graph, edges }, 0, 670)
  const at = (id: string) => nodes.find((one) => one.id === id)!
  const labels = placeLabels(edges.map(({ from, to }) => edgePath(at(from), at(to))))
  const isApart = (a: number, b: number) =>
    Math.abs(labels[a]!.x - labels[b]!.x) >= 40 || Math.abs(labels[a]!.y - labels[b]!.y) >= 12
  expect(edges.flatMap((_, a) => edges.map((_, b) => a === b || isApart(a, b))).every(Boolean)).toBe(true)
})

it('leads by arrow keys from one to the next', () => {
  const { nodes } = placeGraph(graph, 0, 336)
  const lead = (id: string, key: string) => neighbourNode(nodes, id, key)?.id
  expect([lead('a', 'ArrowRight'), lead('a', 'ArrowDown'), lead('d', 'ArrowUp'), lead('c', 'Home')]).toEqual([
    ...['b', 'c', 'b', 'a'],
  ])
  expect(neighbourNode(nodes, 'd', 'ArrowDown')).toBeNull()
})
