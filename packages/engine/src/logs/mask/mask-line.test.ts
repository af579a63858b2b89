import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MASK_BRANCHES, SLOT } from './mask-branches.ts'
import { createLineScanner } from './mask-line.ts'

const maskLine = (line: string): string => {
  const scanner = createLineScanner()
  scanner.scan(line)
  return scanner.masked()
}
const mask = (line: string): string => maskLine(line).replaceAll(SLOT, '<*>')

describe('createLineScanner', () => {
  it.each([
    ['took 15 ms', 'took <*> ms'],
    ['load 0.25 at -3', 'load <*>.<*> at <*>'],
    ['from 10.0.0.7:8080 to /10.0.0.8:9', 'from <*>:<*> to /<*>:<*>'],
    ['[ib_sweep.c:1455]: done', '[ib_sweep.c:<*>]: done'],
    ['host db-3.eu.example.org is up', 'host <*> is up'],
    ['task_2024_0001_m_3 and blk_-77', 'task_<*> and blk_<*>'],
    ['0xDEADBEEF 9f4ef63a', '<*> <*>'],
    ['id 3f2504e0-4f89-11d3-9a0c-0305e82c3301.', 'id <*>.'],
    ['mac 5c:50:15:36:bc:03 v6 2607:f140:6000:8:c6b3:1ff:fecd:467f', 'mac <*> v6 <*>'],
    ['from fe80::1 to 2001:db8::7:a1, not std::a', 'from <*> to <*>, not std::a'],
    ['at https://example.org/a: gone, see http://b.c/d.', 'at https://<*>: gone, see http://<*>.'],
    ['open /var/log/app/a.log: denied', 'open <*>: denied'],
    ['open C:\\Temp\\a.log now', 'open <*> now'],
    ['see https://example.org/a?b=1 now', 'see https://<*> now'],
    ['"GET /v2/servers HTTP/1.1" status: 200', '"GET <*>" status: <*>'],
    ['on Fri Jul 01 08:16:53 PDT 2005', 'on <*>'],
    ['64172MB of memory, 2G free', '<*> of memory, <*> free'],
    ['en0 wl0 sha256 utf8', 'en0 wl0 sha256 utf8'],
    ['用户12登录，耗时3毫秒', '用户<*>登录，耗时<*>毫秒'],
    ['no variable part', 'no variable part'],
    ['', ''],
  ])('turns "%s" into "%s"', (line, expected) => {
    expect(mask(line)).toBe(expected)
  })

  it('finds what one regular expression over the whole line finds', () => {
    const whole = new RegExp(MASK_BRANCHES.join('|'), 'g')
    const piece = fc.constantFrom(
      ...'a_1.:/-@ =+x0F"[];,',
      '://',
      ' GET ',
      'Mon',
      'host',
      '0x',
      'C:\\',
      '10.0.0.1',
      '中',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const line = pieces.join('')
        expect(mask(line)).toBe(line.replace(whole, '<*>'))
      }),
      { numRuns: 2000 },
    )
  })

  it('gives equal keys to equal masked lines, and others to others', () => {
    const scanner = createLineScanner()
    const piece = fc.constantFrom('a', 'b', '_', '1', '22', '10.0.0.1', ' ', ':', '/a/b', '中')
    const keys = new Map<number, string>()
    const texts = new Map<string, number>()
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const key = scanner.scan(pieces.join(''))
        const masked = scanner.masked()
        expect(keys.get(key) ?? masked).toBe(masked)
        expect(texts.get(masked) ?? key).toBe(key)
        expect(Number.isSafeInteger(key)).toBe(true)
        keys.set(key, masked)
        texts.set(masked, key)
      }),
      { numRuns: 3000 },
    )
  })

  it.each(['a', '1', 'a.', 'a_1', '/a', '=a.b', 'a@', '1.', 'f:', '-1', '\\', ' GET '])(
    'reads 8,192 characters of "%s" and a "!" two hundred times before the test times out',
    (unit) => {
      const line = `${unit.repeat(8192 / unit.length)}!`
      for (let k = 0; k < 200; k++) maskLine(line)
      expect(maskLine(line).length).toBeLessThanOrEqual(line.length)
    },
  )
})
