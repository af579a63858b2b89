import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTemplateStore, FORGOTTEN_TEMPLATE, type TemplateStoreOptions } from './template-store.ts'

function textsOf(messages: readonly string[], options?: TemplateStoreOptions): string[] {
  const store = createTemplateStore(options)
  const ids = messages.map((message) => store.add(message))
  store.settle()
  return ids.map((id) => store.textOf(store.resolve(id)) ?? 'forgotten')
}

describe('createTemplateStore', () => {
  it('puts messages that differ in masked parts into one template', () => {
    expect(textsOf(['took 3 ms', 'took 15 ms'])).toEqual(['took <*> ms', 'took <*> ms'])
  })

  it('makes a word variable once it has taken five values in one place', () => {
    const of = (names: string[]): string[] => textsOf(names.map((name) => `Invalid login by ${name} today`))
    expect(new Set(of(['ann', 'bob', 'cyd', 'dan']))).toHaveLength(4)
    expect(new Set(of(['ann', 'bob', 'cyd', 'dan', 'eve']))).toEqual(new Set(['Invalid login by <*> today']))
  })

  it('needs fewer values behind a word that names things, and of words with digits', () => {
    expect(new Set(textsOf(['bye user ann', 'bye user bob', 'bye user cyd']))).toEqual(new Set(['bye user <*>']))
    expect(new Set(textsOf(['ping nodeA12x ok', 'ping nodeB77y ok']))).toEqual(new Set(['ping <*> ok']))
  })

  it('needs three dotted names, which stay constant where few of them come often', () => {
    const received = (name: string): string => `received broadcast org.example.action.${name}`
    expect(new Set(textsOf(['TICK', 'CHARGED', 'LOCKED'].map(received)))).toEqual(new Set(['received broadcast <*>']))
    const often = ['OPEN', 'SHUT', 'LOCKED'].flatMap((name) => Array<string>(20).fill(received(name)))
    expect(new Set(textsOf(often))).toHaveLength(3)
  })

  it('needs two values where half of them are known from other places', () => {
    const names = ['ann', 'bob', 'cyd', 'dan', 'eve']
    const seen = names.map((name) => `Invalid login by ${name} today`)
    const twice = ['ann', 'fay'].map((name) => `Wrong code for ${name} at the door`)
    expect(new Set(textsOf(twice))).toHaveLength(2)
    expect(new Set(textsOf([...twice, ...seen]).slice(0, 2))).toEqual(new Set(['Wrong code for <*> at the door']))
  })

  it('keeps short messages apart by what they begin with', () => {
    const daemons = ['cupsd', 'crond', 'klogd', 'atd', 'acpid', 'ntpd', 'xfs']
    expect(new Set(textsOf(daemons.map((name) => `${name} startup succeeded`)))).toHaveLength(7)
    const longer = daemons.map((name) => `${name} has been started by the init system`)
    expect(new Set(textsOf(longer))).toHaveLength(1)
  })

  it('keeps letters that stand before digits in every value', () => {
    expect(textsOf(['rack bglio17 up', 'rack bglio233 up'])[0]).toBe('rack bglio<*> up')
  })

  it('never makes switches variable', () => {
    expect(textsOf(['visible = true now', 'visible = false now'])).toEqual([
      'visible = true now',
      'visible = false now',
    ])
  })

  it('keeps few states apart', () => {
    expect(new Set(textsOf(['service started', 'service stopped', 'service paused']))).toHaveLength(3)
  })

  it('joins lists of different lengths between the same words', () => {
    expect(textsOf(['sum of 1, 2 is right', 'sum of 1, 2, 3, 4 is right'])).toEqual(
      Array(2).fill('sum of <*> is right'),
    )
  })

  it('shows a pair of brackets that is empty in some messages, and a part that some lack', () => {
    expect(textsOf(['link from 3 () at 5', 'link from 3 (7) at 5'])).toEqual(
      Array(2).fill('link from <*> (<*>) at <*>'),
    )
    expect(textsOf(['got 3 bytes (2 KB) in all', 'got 3 bytes in all'])).toEqual(
      Array(2).fill('got <*> bytes<*>in all'),
    )
  })

  it('joins sizes and durations whose unit varies with the number', () => {
    expect(new Set(textsOf(['freed 3 KB of room', 'freed 7 MB of room', 'freed 812 B of room']))).toHaveLength(1)
  })

  it('joins Chinese names inside a run of text', () => {
    const names = ['张三', '李四', '王小明', '赵六', '欧阳锋']
    expect(new Set(textsOf(names.map((name) => `用户${name}登录成功`)))).toEqual(new Set(['用户<*>成功']))
  })

  it('makes several columns variable at once where each names many things', () => {
    const letters = (n: number): string => [...String(n)].map((digit) => 'qwertzuiop'[Number(digit)]).join('')
    const messages = Array.from(
      { length: 40 },
      (_, i) => `moved ${letters(i)} from ${letters(i + 100)} over to ${letters(i * 7)} now`,
    )
    expect(new Set(textsOf(messages))).toEqual(new Set(['moved <*> from <*> over to <*> now']))
    expect(new Set(textsOf(messages.slice(0, 8))).size).toBe(8)
  })

  it('gives texts that do not depend on the order of the messages', () => {
    const pool = [
      'a 1 up',
      'a 2 up',
      'b x7y8 down',
      'b q1r2 down',
      'c=red z',
      'c=blue z',
      'sum 1, 2 at end',
      'sum 1 at end',
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(pool, { minLength: pool.length }), (shuffled) => {
        expect([...new Set(textsOf(shuffled))].sort()).toEqual([...new Set(textsOf(pool))].sort())
      }),
    )
  })

  it('counts every message once, and those of forgotten templates apart', () => {
    fc.assert(
      fc.property(
        fc.array(fc.lorem({ maxCount: 4 }), { maxLength: 200 }),
        fc.integer({ min: 1, max: 20 }),
        (lines, max) => {
          const store = createTemplateStore({ maxTemplates: max })
          for (const line of lines) store.add(line)
          store.settle()
          const kept = store.templates().reduce((sum, { count }) => sum + count, 0)
          expect(kept + store.forgotten().messages).toBe(lines.length)
          expect(store.templates().length).toBeLessThanOrEqual(max)
        },
      ),
    )
  })

  it('forgets the templates unseen for the longest, and says so', () => {
    const store = createTemplateStore({ maxTemplates: 4 })
    const ids = [...'abcdefghij'].map((letter) => store.add(letter.repeat(3)))
    store.settle()
    expect(store.resolve(ids[0] as number)).toBe(FORGOTTEN_TEMPLATE)
    expect(store.resolve(ids[9] as number)).toBe(ids[9])
    expect(store.forgotten().templates).toBeGreaterThan(0)
  })

  it('stays within its bound over a hundred thousand distinct templates, whose lines count as forgotten', () => {
    const store = createTemplateStore({ maxTemplates: 100 })
    const letters = (n: number): string => n.toString(26).replace(/\d/g, (d) => 'qrstuvwxyz'[Number(d)] as string)
    for (let n = 0; n < 100_000; n++) store.add(`${letters(n)} ${letters(n * 7)}`)
    expect(store.templates().length).toBeLessThanOrEqual(200)
    expect(store.state().drafts.length).toBeLessThanOrEqual(200)
    const kept = store.templates().reduce((sum, { count }) => sum + count, 0)
    expect(kept + store.forgotten().messages).toBe(100_000)
  })

  it('takes a message of ten million characters by its beginning', () => {
    const [text] = textsOf([`begin ${'word '.repeat(2_000_000)}`])
    expect(text).toBe(`begin ${'word '.repeat(511)}<*>`)
  })

  it('takes what is not text', () => {
    expect(textsOf(['\u0000\u0001\ufffd\ud800', '', '\uE000'])).toHaveLength(3)
  })

  it('refuses room for no template', () => {
    expect(() => createTemplateStore({ maxTemplates: 0 })).toThrow(RangeError)
  })
})
