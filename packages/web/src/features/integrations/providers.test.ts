import { expect, it } from 'vitest'
import { isServiceKey } from './providers.ts'

it('tells keys and addresses of the services from what they cannot be', () => {
  expect(isServiceKey('slack', ' https://hooks.slack.com/services/T/B/x ')).toBe(true)
  expect(isServiceKey('webhook', 'hooks.example/x')).toBe(false)
  expect(isServiceKey('teams', 'https://')).toBe(false)
  expect(isServiceKey('pagerduty', 'R0123456789012345678901234567890')).toBe(true)
  expect(isServiceKey('pagerduty', 'https://events.pagerduty.com')).toBe(false)
  expect(isServiceKey('email', 'team@example.com')).toBe(true)
  expect(isServiceKey('email', 'team')).toBe(false)
})
