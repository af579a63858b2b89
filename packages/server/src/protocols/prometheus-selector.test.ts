import { describe, expect, it } from 'vitest'
import { parseDuration, parseSelector, SelectorError } from './prometheus-selector.ts'

describe('a selector', () => {
  it.each([
    ['up', [['__name__', '=', 'up']]],
    ['job:requests:rate5m{}', [['__name__', '=', 'job:requests:rate5m']]],
    [
      ' up { job = "a\\"b" , zone!=\'c\',path=~`d.*\\d`, x !~ "e", } ',
      [
        ['__name__', '=', 'up'],
        ['job', '=', 'a"b'],
        ['zone', '!=', 'c'],
        ['path', '=~', 'd.*\\d'],
        ['x', '!~', 'e'],
      ],
    ],
    ['{__name__=~"up|down"}', [['__name__', '=~', 'up|down']]],
    [
      '{"with.dots", "a b"="\\u00e9\\x41\\n"}',
      [
        ['__name__', '=', 'with.dots'],
        ['a b', '=', 'éA\n'],
      ],
    ],
  ])('%s is read', (text, matchers) => {
    expect(parseSelector(text).matchers.map(({ name, operator, value }) => [name, operator, value])).toEqual(matchers)
  })

  it('may have a range', () => {
    expect(parseSelector('up{job="a"}[1h30m]').rangeMs).toBe(5_400_000)
    expect(parseDuration('250ms')).toBe(250)
    expect(parseDuration('5')).toBeUndefined()
  })

  it.each([
    '',
    '{}',
    '{job=""}',
    '{job=~".*"}',
    'rate(up[5m])',
    'up + 1',
    'up{',
    'up{job}',
    'up{job="a"',
    'up[5]',
    'up[0s]',
    'up{a="\\q"}',
    '1',
  ])('%s is refused', (text) => expect(() => parseSelector(text)).toThrow(SelectorError))
})
