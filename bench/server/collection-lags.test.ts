import { describe, expect, it } from 'vitest'
import { type FetchingProject, measureLags } from './collection-lags.ts'

const OPTIONS = { everyMs: 5, limitMs: 60 }

function project(projectName: string, collectedTo: number, lastDataAt: number | null): FetchingProject {
  return { projectName, lastDataAt, collection: { collectedTo, sentence: null } }
}

describe('the lags of projects that fetch', () => {
  it('are one for each project, from the end of the step to its last batch', async () => {
    const due = Date.now() - 40
    let reads = 0
    const read = async () => [
      project('a', due, due + 10),
      ++reads < 3 ? project('b', due - 60_000, due + 5) : project('b', due, due + 30),
    ]
    expect(await measureLags(read, due, { ...OPTIONS, limitMs: 60_000 })).toEqual([10, 30])
    expect(reads).toBe(3)
  })

  it.each([
    ['stands still', (due: number) => project('late', due - 60_000, due - 60_000)],
    ['got nothing for the step', (due: number) => project('late', due, due - 60_000)],
    ['never got anything', (due: number) => project('late', due, null)],
  ])('fail where a project %s', async (_, late) => {
    const due = Date.now()
    const read = async () => [project('a', due, due), late(due)]
    await expect(measureLags(read, due, OPTIONS)).rejects.toThrow(
      '1 of 2 projects have not stored a step 0.06 s after its end; late',
    )
  })
})
