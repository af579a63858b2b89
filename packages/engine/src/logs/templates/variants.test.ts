import { describe, expect, it } from 'vitest'
import { createTemplateStore } from './template-store.ts'

/** Lines that are usual, a hundred times with other numbers, and then one that may be a variant; whether it is of the same template. */
function joins(usual: (n: number) => string, odd: string, others: readonly string[] = []): boolean {
  const store = createTemplateStore()
  const ids = Array.from({ length: 100 }, (_, n) => store.add(usual(1000 + n)))
  for (const other of others) for (let n = 0; n < 100; n++) store.add(other)
  const id = store.add(odd)
  store.settle()
  return store.resolve(id) === store.resolve(ids[0] as number)
}

describe('variants of a template', () => {
  it('join where only what stands between the same constant words differs', () => {
    const sent = (n: number): string => `sent ${n} bytes (${n} KB) to the peer`
    expect(joins(sent, 'sent 12 bytes to the peer')).toBe(true)
    expect(joins(sent, 'sent 12 bytes () to the peer')).toBe(true)
    expect(joins((n) => `closed ${n}`, 'closed (7, 8) 9')).toBe(true)
  })

  it('stay apart where neither has a variable part', () => {
    expect(joins(() => 'state: up', 'state up')).toBe(false)
  })

  it('join where a value stands in a variable place, between the same punctuation', () => {
    const took = (n: number): string => `request took "${n}" in all`
    expect(joins(took, 'request took "no time" in all')).toBe(true)
    expect(joins(took, 'request took "2001:db8::7:a" in all')).toBe(true)
    expect(joins(took, 'request took no time in all')).toBe(false)
  })

  it('join whatever the ratio where the value is in place', () => {
    const store = createTemplateStore()
    const ids = ['to /a/b now and here', 'to main.example.org now and here', 'to home base now and here'].map((text) =>
      store.add(`copied ${text}`),
    )
    store.settle()
    expect(new Set(ids.map((id) => store.resolve(id))).size).toBe(1)
  })

  it('join where a clause is added or left out, and they are seldom', () => {
    const ended = (n: number): string => `job ${n} of the queue ended, code ${n}`
    expect(joins(ended, 'job 7 of the queue ended')).toBe(true)
    expect(joins(ended, 'job 7 of the queue ended, code 9 (by hand)')).toBe(true)
    expect(joins(ended, 'job 7 of the queue, the second, ended, code 9')).toBe(true)
    const store = createTemplateStore()
    const usual = Array.from({ length: 10 }, (_, n) => store.add(ended(n)))
    const odd = store.add('job 7 of the queue ended, code 9 (by hand)')
    store.settle()
    expect(store.resolve(odd)).not.toBe(store.resolve(usual[0] as number))
  })

  it('stay apart where a word is put into a phrase, before it or after it', () => {
    const full = (n: number): string => `disk ${n} is full at last`
    expect(joins(full, 'disk 7 is not full at last')).toBe(false)
    expect(joins(full, 'disk 7 is full at last again')).toBe(false)
    expect(joins(full, 'no disk 7 is full at last')).toBe(false)
  })

  it('stay apart where a constant word is replaced, also by a value', () => {
    const opened = (n: number): string => `session ${n} was opened for the user`
    expect(joins(opened, 'session 7 was closed for the user')).toBe(false)
    expect(joins((n) => `port ${n} on tty=main`, 'port 7 on tty=:0')).toBe(false)
  })

  it('stay apart where the nearest relative differs by a replaced word', () => {
    const failed = (n: number): string => `login of ${n} failed`
    const beside = (user: string): string => `login of 10.0.0.1 failed user=${user} here`
    expect(joins(failed, 'login of 7 failed user=guest')).toBe(true)
    expect(joins(failed, beside('guest'), [beside('root')])).toBe(false)
  })

  it('join where a part in brackets is missing before punctuation, and with blanks at the end', () => {
    const done = (n: number): string => `task ${n} done (TID ${n}). ${n} bytes sent`
    expect(joins(done, 'task 7 done (). 9 bytes sent')).toBe(true)
    expect(joins((n) => `closed for ${n} `, 'closed for good measure')).toBe(true)
  })

  it('join the nearest by the share of words in common, whatever the length of others', () => {
    const running = (n: number): string => `Running task ${n} in stage ${n} (TID ${n})`
    const hint = 'Running task 7 in stage 7 (TID 7); will be tried again'
    expect(joins(running, hint, ['Finished task 7 in stage 7 (TID 7). 9 bytes result sent to driver'])).toBe(true)
  })

  it('count for the template, whose text is that of the usual form', () => {
    const store = createTemplateStore()
    for (let n = 0; n < 40; n++) store.add(`job ${n} of the queue ended, code ${n}`)
    store.add('job 7 of the queue ended')
    store.settle()
    expect(store.templates()).toEqual([
      { id: 1, text: 'job <*> of the queue ended, code <*>', count: 41, first: 0, last: 40 },
    ])
  })

  it('have blanks as most lines have them', () => {
    const store = createTemplateStore()
    for (const text of ['lost 3 ', 'lost 4', 'lost 5']) store.add(`connection ${text}`)
    store.settle()
    expect(store.templates().map(({ text }) => text)).toEqual(['connection lost <*>'])
  })

  it('join later, when their template has become frequent', () => {
    const store = createTemplateStore()
    const usual = Array.from({ length: 10 }, (_, n) => store.add(`job ${n} of the queue ended, code ${n}`))
    const odd = store.add('job 7 of the queue ended, code 9 (by hand)')
    const isOne = (): boolean => {
      store.settle()
      return store.resolve(odd) === store.resolve(usual[0] as number)
    }
    expect(isOne()).toBe(false)
    for (let n = 0; n < 40; n++) store.add(`job ${n} of the queue ended, code ${n}`)
    expect(isOne()).toBe(true)
  })

  it('stay in their template when more of them come, also across a saved state', () => {
    const store = createTemplateStore()
    for (let n = 0; n < 40; n++) store.add(`job ${n} of the queue ended, code ${n}`)
    const odd = store.add('job 7 of the queue ended')
    store.settle()
    const again = createTemplateStore({}, store.state())
    for (let n = 0; n < 40; n++) again.add('job 7 of the queue ended')
    again.settle()
    expect(again.resolve(odd)).toBe(1)
    expect(again.templates().map(({ text }) => text)).toEqual(['job <*> of the queue ended, code <*>'])
  })
})

describe('enumerations', () => {
  const lines = (users: readonly string[], each: number): string[] =>
    users.flatMap((user) => Array.from({ length: each }, (_, n) => `login failed from ${n} user=${user}`))
  const templatesOf = (messages: readonly string[]): string[] => {
    const store = createTemplateStore()
    for (const message of messages) store.add(message)
    store.settle()
    return store.templates().map(({ text }) => text)
  }

  it('stay constant where few plain words of a key come often', () => {
    expect(templatesOf(lines(['root', 'guest'], 20))).toEqual([
      'login failed from <*> user=root',
      'login failed from <*> user=guest',
    ])
  })

  it('stay apart from the numbers in their place where they come often', () => {
    const numbers = Array.from({ length: 100 }, (_, n) => `the session ${n} of root`)
    const states = (each: number): string[] => Array<string>(each).fill('the session closed of root')
    expect(templatesOf([...numbers, ...states(40)])).toEqual(['the session <*> of root', 'the session closed of root'])
    expect(templatesOf([...numbers, ...states(4)])).toEqual(['the session <*> of root'])
  })

  it('stay apart from a number of another form where they come often', () => {
    const numbers = Array.from({ length: 100 }, (_, n) => `the session ${n}/${n} of root`)
    const states = Array<string>(40).fill('the session closed of root')
    expect(templatesOf([...numbers, ...states])).toHaveLength(2)
  })

  it('are values where they come seldom, are many or no plain words', () => {
    const one = ['login failed from <*> user=<*>']
    expect(templatesOf(lines(['root', 'guest'], 3))).toEqual(one)
    expect(templatesOf(lines(['ann', 'bob', 'cyd', 'dan', 'eve'], 20))).toEqual(one)
    expect(templatesOf(lines(['root', 'web-1', 'web-2'], 20))).toEqual(one)
  })
})
