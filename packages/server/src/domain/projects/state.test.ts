import { describe, expect, it } from 'vitest'
import { stateSentence } from './state.ts'

const now = Date.UTC(2026, 10, 20, 12)
const minute = 60_000

type Row = Parameters<typeof stateSentence>[0]

const row = (project: Partial<Row['project']>, collection: Partial<NonNullable<Row['collection']>> | null) =>
  ({
    project: {
      dataType: 'Metric',
      samplingMs: minute,
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
    expect(stateSentence(row({}, null), now, 'en')).toContain('Send data with one of the commands')
    expect(stateSentence(row({}, {}), now, 'en')).toContain('It is fetched at every interval')
    expect(stateSentence(row({}, {}), now, 'zh-CN')).not.toContain('接入密钥')
  })

  it('names the sender of a silent project only where there is one', () => {
    const silent = { firstDataAt: now - 60 * minute, lastDataAt: now - 9 * minute }
    expect(stateSentence(row(silent, null), now, 'en')).toContain('Check that the sender runs')
    expect(stateSentence(row(silent, {}), now, 'en')).toBe(
      'Nothing has arrived for 9 min. The service answers but has nothing new: check what is fetched, and that the service still gets data.',
    )
  })

  it('says first what stands in the way of fetching, and for how long', () => {
    const fault = { fault: 'credentials', faultText: 'who are you?', faultSince: now - 12 * minute } as const
    expect(stateSentence(row({}, fault), now, 'en')).toBe(
      'Fetching has failed for 12 min. The service does not accept the keys: they are wrong, revoked or have expired. Enter new ones. It said: who are you?',
    )
    expect(stateSentence(row({}, { ...fault, faultSince: now }), now, 'zh-CN')).toMatch(/^服务拒绝了密钥/)
    const leftOut = { fault: 'leftOut', faultText: 'The project has 9 series.', faultSince: now - 12 * minute } as const
    expect(stateSentence(row({}, leftOut), now, 'en')).toBe(
      'It fetches, but not all of it can be stored. The project has 9 series.',
    )
  })
})
