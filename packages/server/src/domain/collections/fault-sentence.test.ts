import { expect, it } from 'vitest'
import { faultSentence, trialSentence } from './fault-sentence.ts'

it('promises to fetch what is missed only where something is fetched', () => {
  for (const fault of ['unreachable', 'timeout', 'providerFailed'] as const) {
    expect(faultSentence(fault, undefined, 'en')).toContain('fetched afterwards')
    expect(trialSentence(fault, undefined, 'en')).not.toContain('fetched afterwards')
    expect(trialSentence(fault, undefined, 'zh-CN')).not.toContain('补采')
  }
})

it('gives the advice of a connection that is tried once', () => {
  const reason = 'db1:9090 refuses connections. Check the address and its port.'
  expect(trialSentence('unreachable', reason, 'en')).toBe(`The service cannot be reached. ${reason}`)
  expect(trialSentence('unreachable', undefined, 'en')).toBe(
    'The service cannot be reached. Check the address and the network.',
  )
  expect(trialSentence('providerFailed', 'disk full', 'en')).toBe(
    'The service failed. Try again later. It said: disk full',
  )
})
