import { describe, expect, test } from 'vitest'
import { quoteName, quoteText, selectionOf, withoutTime } from './nrql-clauses.ts'

describe('withoutTime', () => {
  test.each([
    ['SELECT count(*) FROM Transaction FACET appName', 'SELECT count(*) FROM Transaction FACET appName'],
    ['SELECT count(*) FROM T SINCE 1 hour ago UNTIL now TIMESERIES AUTO', 'SELECT count(*) FROM T'],
    ['FROM T select max(x) limit 10 facet a', 'FROM T select max(x) facet a'],
    ["SELECT a FROM T WHERE text = 'since it\\'s late' LIMIT 5", "SELECT a FROM T WHERE text = 'since it\\'s late'"],
    ['SELECT `limit` FROM T SINCE 5 minutes ago', 'SELECT `limit` FROM T'],
    [
      'SELECT a FROM (SELECT b AS a FROM T LIMIT 5) COMPARE WITH 1 day ago',
      'SELECT a FROM (SELECT b AS a FROM T LIMIT 5)',
    ],
    [
      'SELECT count(*) FROM T TIMESERIES 1 minute SLIDE BY 10 seconds WITH TIMEZONE UTC',
      'SELECT count(*) FROM T WITH TIMEZONE UTC',
    ],
    ['SELECT * FROM Log ORDER BY timestamp', 'SELECT * FROM Log'],
  ])('%s', (nrql, expected) => {
    expect(withoutTime(nrql)).toBe(expected)
  })
})

test('selectionOf is the same whatever the order, condition and groups', () => {
  const selection = selectionOf('SELECT count(*) FROM T WHERE a = 1 FACET b')
  expect(selectionOf('FROM T SELECT count(*) FACET c')).toBe(selection)
  expect(selectionOf('SELECT max(x) FROM T')).not.toBe(selection)
})

test('texts and names in quotes cannot end them', () => {
  expect(quoteText("a'b\\c")).toBe("'a\\'b\\\\c'")
  expect(quoteName('a`b.c')).toBe('`ab.c`')
})
