import { describe, expect, it } from 'vitest'
import { isDomainError } from '../errors.ts'
import { parseLogQuery } from './parse-query.ts'

const condition = (q: string) => parseLogQuery(q).condition
const phrase = (text: string) => ({ kind: 'phrase', text })

describe('parseLogQuery', () => {
  it('means all lines by nothing', () => {
    expect(parseLogQuery(undefined)).toEqual({ condition: undefined, texts: [], patterns: [] })
    expect(condition('  ')).toBeUndefined()
  })

  it('joins terms by AND before OR, and by parentheses', () => {
    expect(condition('a b OR c')).toEqual({
      kind: 'any',
      of: [{ kind: 'all', of: [phrase('a'), phrase('b')] }, phrase('c')],
    })
    expect(condition('a AND (b OR c)')).toEqual({
      kind: 'all',
      of: [phrase('a'), { kind: 'any', of: [phrase('b'), phrase('c')] }],
    })
    expect(condition('-a NOT "b c"')).toEqual({
      kind: 'all',
      of: [
        { kind: 'not', of: phrase('a') },
        { kind: 'not', of: phrase('b c') },
      ],
    })
  })

  it('reads fields, levels, prefixes and expressions', () => {
    expect(condition('service=pay')).toEqual({ kind: 'service', names: ['pay'] })
    expect(condition('instance!="web 1"')).toEqual({ kind: 'not', of: { kind: 'instance', names: ['web 1'] } })
    expect(condition('user.id=7')).toEqual({ kind: 'attribute', name: 'user.id', value: '7' })
    expect(condition('template=12')).toEqual({ kind: 'template', id: 12 })
    expect(condition('level=warning')).toEqual({ kind: 'severity', from: 13, to: 16 })
    expect(condition('level>=error')).toEqual({ kind: 'severity', from: 17, to: 24 })
    expect(condition('time*')).toEqual({ kind: 'prefix', text: 'time' })
    expect(condition('/a\\/b \\d+/')).toEqual({ kind: 'pattern', pattern: 'a/b \\d+' })
    expect(condition('"say \\"no\\""')).toEqual(phrase('say "no"'))
    expect(condition('http://x.y')).toEqual(phrase('http://x.y'))
    expect(condition('and or')).toEqual({ kind: 'all', of: [phrase('and'), phrase('or')] })
  })

  it('names what lines show, but not what they must not have', () => {
    const { texts, patterns } = parseLogQuery('a NOT b time* service=x /c+/ NOT /d/')
    expect([texts, patterns]).toEqual([['a', 'time'], ['c+']])
  })

  it.each([
    ['a )', 2],
    ['(a', 0],
    ['a OR', 4],
    ['"a', 0],
    ['""', 0],
    ['/a', 0],
    ['service=', 8],
    ['service>=a', 0],
    ['level=loud', 0],
    ['template=x', 0],
    ['x '.repeat(51), 0],
    ['('.repeat(30), 21],
    [`/${'a'.repeat(501)}/`, 0],
  ])('refuses %j, and says where', (q, position) => {
    let thrown: unknown
    try {
      parseLogQuery(q)
    } catch (error) {
      thrown = error
    }
    if (!isDomainError(thrown, 'VALIDATION_FAILED')) throw new Error('it was read')
    expect(thrown.details).toMatchObject([{ field: 'q', values: { position } }])
  })
})
