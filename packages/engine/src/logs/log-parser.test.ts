import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeUtf8 } from '../testing/encode-utf8.ts'
import { cutHeader } from './header/cut-header.ts'
import { findLogLayout } from './header/find-log-layout.ts'
import { createLogParser, type LogParser, restoreLogParser } from './log-parser.ts'

const WORDS = ['up', 'down', 'eth0', 'port 7', 'id=x9y8', 'by ann', '3, 4', '登录']
const line = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))

const run = (parser: LogParser, lines: readonly string[]): string[] => {
  const ids = lines.map((text) => parser.push(text).templateId)
  parser.settle()
  return ids.map((id) => parser.textOf(parser.resolve(id)) ?? '')
}

describe('createLogParser', () => {
  it('gives the lines of a stack trace to the record before them', () => {
    const lines = [
      '2024-01-02 10:11:12 ERROR a.B: Failed 3',
      '    at a.B.c(B.java:7)',
      'Caused by: x.Y: no',
      '2024-01-02 10:11:13 INFO a.B: Fine',
    ]
    const parser = createLogParser({ layout: findLogLayout(lines) })
    const parsed = lines.map((text) => parser.push(text))
    expect(parsed.map(({ isContinuation }) => isContinuation)).toEqual([false, true, true, false])
    expect(parsed[2]?.templateId).toBe(parsed[0]?.templateId)
    expect(parser.textOf(parsed[3]?.templateId ?? 0)).toBe('Fine')
  })

  it.each([
    { kind: 'bare' as const },
    { kind: 'pipes' as const, count: 1 },
    { kind: 'columns' as const, kinds: ['time' as const, 'tag' as const], tagged: true, dashed: false },
    { kind: 'columns' as const, kinds: ['time' as const], tagged: false, dashed: true },
  ])('takes texts and UTF-8 alike, with the header $kind', (layout) => {
    const head = fc.constantFrom(
      '10:11:12 数据: ',
      '10:11:12 a b (x): ',
      '  10:11:13 数 - ',
      '10:1|',
      '登录|',
      '',
      '\tat a.b',
      'Caused by: ',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(head, line), { maxLength: 60 }), (lines) => {
        const [one, other] = [createLogParser({ layout }), createLogParser({ layout })]
        for (const [header, message] of lines) {
          const text = header + message
          const bytes = encodeUtf8(`..${text}..`)
          const { templateId, messageAt, isContinuation } = one.push(text)
          expect(other.pushBytes(bytes, 2, bytes.length - 2)).toBe(templateId)
          if (!isContinuation) expect(messageAt).toBe(Math.max(0, cutHeader(text, layout)))
        }
        expect(other.templates()).toEqual(one.templates())
      }),
    )
  })

  it('finds the message behind a header of several bytes a character', () => {
    const layout = { kind: 'columns' as const, kinds: ['time' as const, 'tag' as const], tagged: true, dashed: false }
    expect(createLogParser({ layout }).push('10:11:12 数据: 登录 3').messageAt).toBe(13)
    expect(createLogParser({ layout: { kind: 'pipes', count: 1 } }).push('登录|up').messageAt).toBe(3)
  })

  it('gives the same templates after save and restore at any point', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 150 }), fc.nat(150), fc.boolean(), (lines, cut, eager) => {
        const whole = createLogParser({ eager, maxTemplates: 20 })
        const first = createLogParser({ eager, maxTemplates: 20 })
        for (const text of lines.slice(0, cut)) {
          whole.push(text)
          first.push(text)
        }
        const second = restoreLogParser(first.save())
        expect(run(second, lines.slice(cut))).toEqual(run(whole, lines.slice(cut)))
        expect(second.templates()).toEqual(whole.templates())
      }),
    )
  })

  it('refuses bytes that are damaged, cut off or of something else', () => {
    const bytes = createLogParser().save()
    expect(() => restoreLogParser(bytes.subarray(0, 40))).toThrow('cut off')
    expect(() => restoreLogParser(new Uint8Array(3))).toThrow('not the bytes')
    expect(() => restoreLogParser(bytes.map((byte, i) => (i === 14 ? 0x7b : byte)))).toThrow('damaged')
    expect(() => restoreLogParser(bytes.map((byte, i) => (i === 4 ? 9 : byte)))).toThrow('another version')
  })
})
