import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { processIo } from '../io/io.ts'
import { displayWidth } from '../render/display-width.ts'
import { terminal } from '../testing/run-cli.ts'
import { job } from '../testing/samples.ts'
import { openProgressScreen } from './progress-screen.ts'

/** A busy machine renders late. */
const PATIENT = { timeout: 10_000 }

function screen(total: number) {
  const { stream, text } = terminal(60)
  const progress = openProgressScreen({ ...processIo(), stderr: stream }, total)
  const shown = () => stripVTControlCharacters(text())
  return { progress, shown }
}

describe('openProgressScreen', () => {
  it('shows how far files and jobs are, in lines that fit', async () => {
    const { progress, shown } = screen(3)
    progress.set('a', { name: '很长很长很长很长很长的文件名称.csv', sent: 5_000_000, total: 20_000_000 })
    progress.set('b', {
      name: 'b.csv',
      job: job({ state: 'running', progress: { done: 1, total: 2, unit: 'steps', note: 'Split' } }),
    })
    progress.set('c', { name: 'c.csv', ended: 'failed' })
    await vi.waitFor(() => expect(shown()).toContain('1 of 3 done, 1 failed'), PATIENT)
    expect(shown()).toMatch(/很长.*… +━{5}─{15} sending 5 MB/)
    expect(shown()).toMatch(/b\.csv +━{10}─{10} Split 1\/2/)
    expect(shown()).not.toContain('c.csv')
    expect(Math.max(...shown().split('\n').map(displayWidth))).toBeLessThanOrEqual(60)
    progress.close()
  })

  it('shows messages above the progress', async () => {
    const { progress, shown } = screen(1)
    progress.say('Stopping.')
    await vi.waitFor(() => expect(shown()).toContain('Stopping.'), PATIENT)
    progress.close()
  })
})
