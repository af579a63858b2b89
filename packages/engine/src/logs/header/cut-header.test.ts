import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createUtf8Line } from '../utf8-line.ts'
import { createKindTest } from './cut-header.ts'
import { kindOf } from './field.ts'

it('agrees with kindOf, whatever it was asked before', () => {
  const utf8 = createUtf8Line()
  const tests = (['time', 'level'] as const).map((kind) => ({ kind, isKind: createKindTest(kind) }))
  const digit = fc.constantFrom(...'0123456789')
  const form = fc.constantFrom(
    ...['##########', '####-##-##', '##:##:##,###', 'Jun', 'INFO', '[WARN]', 'i', '##', '##.##', '########-#:', 'a#'],
  )
  fc.assert(
    fc.property(form, fc.array(digit, { minLength: 12, maxLength: 12 }), (text, digits) => {
      let at = 0
      const field = text.replace(/#/g, () => digits[at++]!)
      const length = utf8.put(field)
      for (const { kind, isKind } of tests) expect(isKind(utf8.bytes(), 0, length)).toBe(kindOf(field) === kind)
    }),
    { numRuns: 3000 },
  )
})
