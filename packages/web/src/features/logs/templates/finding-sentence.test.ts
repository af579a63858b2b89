import { expect, it } from 'vitest'
import { withoutTemplate } from './finding-sentence.ts'

it('leaves out the template that a sentence begins with', () => {
  expect(withoutTemplate("'took <*> ms': 400 lines in 30 s", 'took <*> ms')).toBe('400 lines in 30 s')
  expect(withoutTemplate('“took <*> ms”：30 秒内 400 条日志', 'took <*> ms')).toBe('30 秒内 400 条日志')
  expect(withoutTemplate('Cold cache: never seen before', 'took <*> ms')).toBe('Cold cache: never seen before')
})
