import { describe, expect, it } from 'vitest'
import {
  canResume,
  isUnderWay,
  isWorthSending,
  newUpload,
  nextToStart,
  type Upload,
  uploadPace,
} from './upload-model.ts'

const upload = (extra: Partial<Upload>): Upload => ({ ...newUpload('a', { name: 'a.csv', size: 1000 }), ...extra })

describe('uploadPace', () => {
  it('counts from the start of this attempt', () => {
    const resumed = upload({ state: 'sending', sent: 600, startedFrom: 400, startedAt: 0 })
    expect(uploadPace(resumed, 1000)).toEqual({ bytesPerSecond: 200, remainingMs: 2000 })
  })
  it('is null before anything was sent', () => {
    expect(uploadPace(upload({ state: 'sending', startedAt: 0 }), 5000)).toBeNull()
    expect(uploadPace(upload({ state: 'waiting' }), 5000)).toBeNull()
  })
})

describe('nextToStart', () => {
  it('limits the number of running uploads', () => {
    const queue = [upload({ id: '1', state: 'sending' }), upload({ id: '2' }), upload({ id: '3' })]
    expect(nextToStart(queue, 2).map(({ id }) => id)).toEqual(['2'])
  })
  it('starts nothing while all are busy', () => {
    expect(nextToStart([upload({ state: 'hashing' }), upload({ state: 'sending' }), upload({})], 2)).toEqual([])
  })
})

it('resumes interrupted and cancelled uploads', () => {
  expect((['failed', 'cancelled', 'stored', 'sending'] as const).map((state) => canResume(upload({ state })))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(canResume(upload({ state: 'failed', sent: 1000 }))).toBe(false)
  expect(isUnderWay(upload({ state: 'hashing' }))).toBe(true)
})
it('leaves out system files', () => {
  expect(['day.csv', 'x/.DS_Store', 'Thumbs.db', '数据.csv.gz'].filter(isWorthSending)).toEqual([
    'day.csv',
    '数据.csv.gz',
  ])
})
