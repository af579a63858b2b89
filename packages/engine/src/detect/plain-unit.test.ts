import { expect, it } from 'vitest'
import { plainUnit } from './plain-unit.ts'

it.each([
  ['1', ''],
  ['{request}', 'requests'],
  ['{requests}', 'requests'],
  ['{query}', 'queries'],
  ['{process}', 'processes'],
  ['{request}/s', 'requests/s'],
  ['1/s', '/s'],
  ['By', 'B'],
  ['By/s', 'B/s'],
  ['By/{request}', 'B/request'],
  ['Cel', '°C'],
  ['%', '%'],
  ['req/s', 'req/s'],
  ['', ''],
])('writes %j as %j', (unit, plain) => {
  expect(plainUnit(unit)).toBe(plain)
})
