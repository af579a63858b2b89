import { describe, expect, it } from 'vitest'
import { matchLabels } from './match-labels.ts'

const byLabel = (...labels: string[]) => new Map(labels.map((label) => [label, [label]]))

describe('matchLabels', () => {
  it('matches labels and files by the last parts of their paths', () => {
    expect(
      matchLabels(['scores/real/cpu.csv', 'scores/real/mem.csv.gz'], byLabel('real/mem.csv', 'real/cpu.csv')),
    ).toEqual({
      kind: 'matched',
      windows: [['real/cpu.csv'], ['real/mem.csv']],
      unused: [],
    })
  })
  it('names labels that belong to no file, and gives files without a label no windows', () => {
    expect(matchLabels(['a.csv', 'b.csv'], byLabel('b.csv', 'c.csv'))).toEqual({
      kind: 'matched',
      windows: [[], ['b.csv']],
      unused: ['c.csv'],
    })
  })
  it('gives windows without a file to the only file, and refuses several', () => {
    expect(matchLabels(['a.csv'], byLabel(''))).toMatchObject({ windows: [['']] })
    expect(matchLabels(['a.csv', 'b.csv'], byLabel(''))).toEqual({ kind: 'no-file-named', files: 2 })
  })
  it('says which pairs are equally alike', () => {
    expect(matchLabels(['x/a.csv', 'y/a.csv'], byLabel('z/a.csv'))).toMatchObject({
      kind: 'ambiguous',
      pair: { file: 'x/a.csv' },
      rival: { file: 'y/a.csv' },
    })
  })
  it('says where nothing matches', () => {
    expect(matchLabels(['a.csv'], byLabel('b.csv'))).toEqual({ kind: 'nothing-matches', label: 'b.csv', file: 'a.csv' })
  })
})
