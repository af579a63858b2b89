import { expect, it } from 'vitest'
import { timeOf } from './payload.ts'

it.each([
  ['ISO 8601', '2021-04-28T21:50:00Z', Date.UTC(2021, 3, 28, 21, 50)],
  ['a time of GitLab with its zone', '2021-04-28 21:50:00 +0200', Date.UTC(2021, 3, 28, 19, 50)],
  ['a time of GitLab in UTC', '2016-08-12 15:26:29 UTC', Date.UTC(2016, 7, 12, 15, 26, 29)],
  ['epoch seconds', 1_619_646_600, 1_619_646_600_000],
])('reads %s', (_, value, time) => expect(timeOf(value)).toBe(time))

it.each([
  ['before 1970', '1969-12-31T23:59:59Z'],
  ['of the year 1', '0001-01-01T00:00:00Z'],
  ['of the next century', '2100-01-01T00:00:00Z'],
  ['of the year 9999', '9999-12-31T23:59:59Z'],
  ['in epoch milliseconds, taken as seconds', 1_619_646_600_000],
  ['that is none', 'soon'],
  ['that is missing', null],
])('gives nothing for a time %s', (_, value) => expect(timeOf(value)).toBeUndefined())
