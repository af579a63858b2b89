import { describe, expect, it } from 'vitest'
import { readTexts } from '../adapters/clickhouse/native-block.ts'
import { decodeSyslog } from './syslog.ts'
import { createSyslogFrames, joinFrames, keyOf } from './syslog-frames.ts'

const RECEIVED_AT = Date.UTC(2026, 10, 1)
const encode = (...texts: (string | Uint8Array)[]) => texts.map((text) => Buffer.from(text as string))

function decode(...messages: (string | Uint8Array)[]) {
  const batch = decodeSyslog(joinFrames(encode(...messages)), { receivedAt: RECEIVED_AT })
  if (batch.kind !== 'logs') throw new Error(batch.kind)
  const { logs, rejects, notes } = batch
  const textsOf = (column: 'lines' | 'instances' | 'services' | 'attributes') => {
    const { bytes, ends } = logs[column]
    return readTexts(bytes.subarray(0, ends.at(-1) ?? 0))
  }
  return { logs, rejects, notes, textsOf, reasons: rejects.map(({ reason, count }) => [reason, count]) }
}

describe('decodeSyslog', () => {
  it('reads the examples of RFC 5424, 6.5', () => {
    const { logs, textsOf, rejects } = decode(
      "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - \ufeff'su root' failed for lonvick on /dev/pts/8",
      "<165>1 2003-08-24T05:14:15.000003-07:00 192.0.2.1 myproc 8710 - - %% It's time to make the do-nuts.",
      '<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3" eventSource="App\\"lication" eventID="1011"][examplePriority@32473 class="high"]',
    )
    expect(rejects).toEqual([])
    expect(textsOf('lines')).toEqual([
      "'su root' failed for lonvick on /dev/pts/8",
      "%% It's time to make the do-nuts.",
      '',
    ])
    expect(textsOf('instances')).toEqual(['mymachine.example.com', '192.0.2.1', 'mymachine.example.com'])
    expect(textsOf('services')).toEqual(['su', 'myproc', 'evntslog'])
    expect([...logs.severities]).toEqual([18, 10, 10])
    expect([...logs.times]).toEqual([
      Date.UTC(2003, 9, 11, 22, 14, 15, 3),
      Date.UTC(2003, 7, 24, 12, 14, 15),
      Date.UTC(2003, 9, 11, 22, 14, 15, 3),
    ])
    expect(logs.nanos[1]).toBe(3000)
    expect(textsOf('attributes').map((text) => JSON.parse(text))).toEqual([
      { messageId: 'ID47', facility: 4 },
      { process: '8710', facility: 20 },
      {
        'exampleSDID@32473.iut': '3',
        'exampleSDID@32473.eventSource': 'App"lication',
        'exampleSDID@32473.eventID': '1011',
        'examplePriority@32473.class': 'high',
        messageId: 'ID47',
        facility: 20,
      },
    ])
  })
  it('leaves the ingest key out of what is stored', () => {
    const { textsOf } = decode('<13>1 - - app - - [omen@32473 key="omen_in_x"][a b="c"] hello')
    expect([textsOf('lines'), textsOf('attributes')]).toEqual([['hello'], ['{"a.b":"c","facility":1}']])
  })
  it('stores what can be read of bad messages, and names the others by reason', () => {
    const line = '<13>1 2026-10-31T00:00:00Z h a - - - '
    const { logs, textsOf, reasons, notes } = decode(
      `${line}${'x'.repeat(100_000)}`,
      Buffer.concat([Buffer.from(line), Buffer.from([0xff, 0xfe, 0, 0x80])]),
      '<13>Oct 31 00:00:00 h a: the older format',
      '<999>1 - - - - - - priority',
      '<13>1 yesterday h a - - - time',
      '<13>1 - h a - - [open a="b" never closed',
      '<13>1 0001-01-01T00:00:00Z h a - - - year 1',
      '<13>1 9999-12-31T23:59:59Z h a - - - year 9999',
    )
    expect(textsOf('lines').slice(0, 2)).toEqual(['x'.repeat(65_536), '\ufffd\ufffd\ufffd\ufffd'])
    expect(reasons).toEqual([
      ['malformed', 3],
      ['badTime', 1],
    ])
    expect(notes).toEqual([
      expect.stringContaining('were cut'),
      expect.stringContaining('UTF-8'),
      expect.stringContaining('NUL'),
    ])
    // Whoever stores lines compares their times with the retention of the project
    expect(logs.times[2]!).toBeLessThan(0)
    expect(logs.times[3]!).toBe(Date.parse('9999-12-31T23:59:59Z'))
  })
})

describe('createSyslogFrames', () => {
  const stream = Buffer.from('12 <13>1 - - é<14>1 a line\n\n5 abcde<15>1 last')
  const texts = (messages: Uint8Array[]) => messages.map((message) => Buffer.from(message).toString())
  it('cuts counted messages and lines, however the stream is chopped', () => {
    for (const size of [1, 2, 3, 7, stream.length]) {
      const frames = createSyslogFrames()
      const messages: Uint8Array[] = []
      for (let at = 0; at < stream.length; at += size) messages.push(...frames.push(stream.subarray(at, at + size)))
      expect(frames.isOpen).toBe(true)
      messages.push(...frames.end())
      expect(texts(messages)).toEqual(['<13>1 - - é', '<14>1 a line', 'abcde', '<15>1 last'])
      expect(frames.isOpen).toBe(false)
    }
  })
  it('holds 128 KiB of a message of 10 MB, and goes on behind it', () => {
    for (const long of [
      Buffer.concat([Buffer.from('10000000 '), Buffer.alloc(10_000_000, 97)]),
      Buffer.concat([Buffer.from('<'), Buffer.alloc(10_000_000, 97), Buffer.from('\n')]),
    ]) {
      const frames = createSyslogFrames()
      const messages = [...frames.push(long.subarray(0, 9_000_000)), ...frames.push(long.subarray(9_000_000))]
      expect(messages.map(({ length }) => length)).toEqual([131_072])
      expect(texts(frames.push(Buffer.from('<13>1 next\n')))).toEqual(['<13>1 next'])
    }
  })
  it.each([
    ['a length that is none', '12x'],
    ['a length of many digits', '99999999999 '],
    ['a message that is longer than its length', '7 <13>1 short'],
  ])('gives what comes before %s, and reads no further', (_, broken) => {
    const frames = createSyslogFrames()
    const messages = texts(frames.push(Buffer.from(`11 <13>1 - - 0${broken}\n11 <13>1 - - -\n`)))
    expect(messages.at(0)).toBe('<13>1 - - 0')
    expect(messages).not.toContain('<13>1 - - -')
    expect(frames.fault).toMatch(/message/)
    expect(frames.push(Buffer.from('<13>1 next\n'))).toEqual([])
  })
  it('reads lines that are no messages among lines', () => {
    const frames = createSyslogFrames()
    expect(frames.push(Buffer.from('<13>1 error\n  at f\nCaused by\n<13>1 next\n'))).toHaveLength(4)
    expect(frames.fault).toBeUndefined()
  })
})

describe('keyOf', () => {
  it('finds the key in the structured data, among other parameters', () => {
    const find = (text: string) => keyOf(Buffer.from(text))
    expect(find('<13>1 - - - - - [a b="c"][omen@32473 x="1" key="k1"] hello')).toBe('k1')
    expect(find('<13>1 - - - - - [omen key="k2"] hello')).toBe('k2')
    expect(find('<13>1 - - - - - - hello')).toBeUndefined()
    expect(find(`<13>1 - - - - - [omen ${'a="'.repeat(2000)}`)).toBeUndefined()
  })
})
