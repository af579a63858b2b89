import { describe, expect, it } from 'vitest'
import { createTable, type SavedTable } from './table.ts'

declare function structuredClone<T>(value: T): T

type Row = { size: number; isOpen: boolean; color: 'red' | 'blue'; notes: readonly string[] }
const open = (saved?: SavedTable<Row>) =>
  createTable<Row>({ size: 'number', isOpen: [false, true], color: ['red', 'blue'], notes: 'list' }, saved)
const row = (k: number): Row => ({
  size: k / 3,
  isOpen: k % 2 === 1,
  color: k % 3 === 0 ? 'red' : 'blue',
  notes: k % 7 === 0 ? [`${k}`] : [],
})
const rows = Array.from({ length: 200 }, (_, k) => row(k))

describe('createTable', () => {
  it('gives each record as it was added', () => {
    const table = open()
    for (const one of rows) table.add(one)
    expect(rows.map((_, k) => ({ ...table.at(k) }))).toEqual(rows)
  })

  it('keeps what is changed, of that record alone', () => {
    const table = open()
    for (const one of rows) table.add(one)
    Object.assign(table.at(7), { size: Number.NaN, color: 'red', notes: [] })
    expect([6, 7, 8].map((k) => ({ ...table.at(k) }))).toEqual([
      row(6),
      { ...row(7), size: Number.NaN, color: 'red', notes: [] },
      row(8),
    ])
  })

  it('goes on from what was saved', () => {
    const first = open()
    for (const one of rows.slice(0, 150)) first.add(one)
    const second = open(structuredClone(first.save()))
    for (const one of rows.slice(150)) second.add(one)
    expect(rows.map((_, k) => ({ ...second.at(k) }))).toEqual(rows)
    expect(second.save().length).toBe(200)
  })
})
