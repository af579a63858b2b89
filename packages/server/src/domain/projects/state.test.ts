import { describe, expect, it } from 'vitest'
import { stateSentence } from './state.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000

type Row = Parameters<typeof stateSentence>[0]

const row = (project: Partial<Row['project']>, collection: Partial<NonNullable<Row['collection']>> | null) =>
  ({
    project: {
      dataType: 'Metric',
      samplingMs: MINUTE,
      firstDataAt: null,
      lastDataAt: null,
      retrainDays: 0,
      ...project,
    },
    source: {},
    model: null,
    collection: collection && { fault: null, ...collection },
  }) as Row

describe('stateSentence', () => {
  it('asks for data where a project is sent to, and waits for it where it fetches', () => {
    expect(stateSentence(row({}, null), NOW, 'en')).toContain('Send data with one of the commands')
    expect(stateSentence(row({}, {}), NOW, 'en')).toContain('It is fetched at every interval')
    expect(stateSentence(row({}, {}), NOW, 'zh-CN')).not.toContain('接入密钥')
  })

  it('names the sender of a silent project only where there is one', () => {
    const silent = { firstDataAt: NOW - 60 * MINUTE, lastDataAt: NOW - 9 * MINUTE }
    expect(stateSentence(row(silent, null), NOW, 'en')).toContain('Check that the sender runs')
    expect(stateSentence(row(silent, {}), NOW, 'en')).toBe(
      'Nothing has arrived for 9 min. The service answers but has nothing new: check what is fetched, and that the service still gets data.',
    )
  })

  it('says first what stands in the way of fetching, and for how long', () => {
    const fault = { fault: 'credentials', faultText: 'who are you?', faultSince: NOW - 12 * MINUTE } as const
    expect(stateSentence(row({}, fault), NOW, 'en')).toBe(
      'Fetching has failed for 12 min. The service does not accept the keys: they are wrong, revoked or have expired. Enter new ones. It said: who are you?',
    )
    expect(stateSentence(row({}, { ...fault, faultSince: NOW }), NOW, 'zh-CN')).toMatch(/^服务拒绝了密钥/)
    const leftOut = { fault: 'leftOut', faultText: 'The project has 9 series.', faultSince: NOW - 12 * MINUTE } as const
    expect(stateSentence(row({}, leftOut), NOW, 'en')).toBe(
      'It fetches, but not all of it can be stored. The project has 9 series.',
    )
  })
})
