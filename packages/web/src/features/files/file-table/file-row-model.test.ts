import { describe, expect, it } from 'vitest'
import { fileSample, JOB_SAMPLE } from '../../../testing/wire-samples.ts'
import { newUpload } from '../upload-queue/upload-model.ts'
import { isTable, justUploaded, newestJobs, standingOf, withoutSending } from './file-row-model.ts'

const SUMMARY = { kind: 'metrics', rows: 10, columnCount: 2, from: 0, to: 9, intervalMs: 1, gapCount: 0 } as const
const job = (state: 'running' | 'done' | 'failed', given = {}) => ({ ...JOB_SAMPLE, state, filename: 'f1', ...given })

describe('standingOf', () => {
  const file = fileSample({ summary: { ...SUMMARY, rejectedRows: 16 } })
  it('is what its newest job does', () => {
    expect(standingOf(file, job('running'))).toBe('working')
    expect(standingOf(file, job('failed'))).toBe('failed')
    expect(standingOf(file, job('done', { result: { detectionId: 'd1' } }))).toBe('done')
  })
  it('is rejected lines before all went well', () => {
    expect(standingOf(file, undefined)).toBe('rejected')
    expect(standingOf(fileSample({ summary: { ...SUMMARY, rejectedRows: 0 } }), undefined)).toBe('ready')
  })
  it('is that of the file while it has not been read', () =>
    expect(standingOf(fileSample({ state: 'refused' }), job('failed'))).toBe('refused'))
})

describe('newestJobs', () => {
  it('keeps the first of each file and leaves out jobs without one', () => {
    const jobs = [job('running', { id: 'b' }), job('done', { id: 'a' }), { ...JOB_SAMPLE, id: 'c' }]
    expect([...newestJobs(jobs)].map(([name, { id }]) => [name, id])).toEqual([['f1', 'b']])
  })
})

describe('isTable', () => {
  it('is not a log file or a refused one', () => {
    expect(isTable(fileSample({ summary: { ...SUMMARY, rejectedRows: 0 } }))).toBe(true)
    expect(isTable(fileSample({ summary: { ...SUMMARY, kind: 'logs', rejectedRows: 0 } }))).toBe(false)
    expect(isTable(fileSample({ state: 'refused' }))).toBe(false)
  })
})

describe('uploads of this visit', () => {
  const uploads = [
    { ...newUpload('1', { name: 'a', size: 1 }), state: 'stored' as const, filename: 'fa' },
    { ...newUpload('2', { name: 'b', size: 1 }), state: 'stored' as const, filename: 'fb' },
    { ...newUpload('3', { name: 'c', size: 1 }), state: 'sending' as const, filename: 'fc' },
  ]
  it('are marked, newest first, once they are stored', () => expect(justUploaded(uploads)).toEqual(['fb', 'fa']))
  it('are left out of the list while they are being sent', () => {
    const files = ['fa', 'fc', 'fd'].map((filename) => fileSample({ filename }))
    expect(withoutSending(files, uploads).map(({ filename }) => filename)).toEqual(['fa', 'fd'])
  })
})
