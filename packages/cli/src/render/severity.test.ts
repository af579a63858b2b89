import { expect, it } from 'vitest'
import { createPaint } from './paint.ts'
import { severityMark } from './severity.ts'

const mark = (val: number, isMissingValue: boolean): string =>
  severityMark({ val, isMissingValue, kind: 'anomaly' }, createPaint('none'))

it('is a block, a direction and a number, in seven columns', () =>
  expect([mark(9.3, false), mark(-2, false), mark(2, true)]).toEqual(['■ ▲ 9.3', '■ ▼ 2.0', '▨ · 2.0']))

it('has a dash for what has no severity: missing data, and a value that stands still', () =>
  expect([mark(0, true), mark(0, false)]).toEqual(['▨ ·   –', '▨ ·   –']))
