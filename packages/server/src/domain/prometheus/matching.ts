import { RE2JS, RE2JSSyntaxException } from 're2js'
import { type Matcher, SelectorError } from '../../protocols/prometheus-selector.ts'

/** Whether all matchers hold for a label set. Patterns are RE2 and match the whole value, in time linear in its length. */
export function labelFilter(matchers: readonly Matcher[]): (labels: Readonly<Record<string, string>>) => boolean {
  const tests = matchers.map(({ name, ...matcher }) => ({ name, holds: remembered(valueTest(matcher)) }))
  return (labels) => tests.every(({ name, holds }) => holds(labels[name] ?? ''))
}

const maxPatternLength = 10_000

function valueTest({ operator, value }: Omit<Matcher, 'name'>): (text: string) => boolean {
  switch (operator) {
    case '=':
      return (text) => text === value
    case '!=':
      return (text) => text !== value
    case '=~': {
      const pattern = compile(value)
      return (text) => pattern.matches(text)
    }
    case '!~': {
      const pattern = compile(value)
      return (text) => !pattern.matches(text)
    }
  }
}

function compile(pattern: string): RE2JS {
  if (pattern.length > maxPatternLength) throw new SelectorError('a regular expression is too long')
  try {
    return RE2JS.compile(pattern, RE2JS.DOTALL)
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) throw new SelectorError((error as Error).message)
    throw error
  }
}

/** Most series have a value that another one has as well. */
function remembered(test: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    const found = known.get(text) ?? test(text)
    known.set(text, found)
    return found
  }
}
