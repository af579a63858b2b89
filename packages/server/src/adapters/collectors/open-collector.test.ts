import { expect, test } from 'vitest'
import { CollectorError } from '../../ports/collector.ts'
import { openTestOutbound } from '../../testing/test-outbound.ts'
import { systemClock } from '../clock/system-clock.ts'
import { openCloudCollector } from './open-collector.ts'

const CONNECTION = {
  dataType: 'Metric',
  settings: { zone: 'eu-central-1', 'project-id': 'shop' },
  secrets: { 'access-key': 'a', 'secret-key': 'b', serviceAccount: '{}' },
} as const
const parts = { outbound: openTestOutbound(), clock: systemClock }

test.each([
  ['amazon', 10_000],
  ['amazon', 90_000],
  ['google', 10_000],
  ['google', 60_500],
] as const)('%s has no values each %d ms', (connector, stepMs) => {
  const open = () => openCloudCollector(connector, { ...CONNECTION, connector, stepMs }, parts)
  expect(open).toThrow(CollectorError)
  expect(open).toThrow(/minute/)
})
