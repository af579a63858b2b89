import { describe, expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

/** Work of which a test says when it ends. */
function task(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const work = (): Promise<string> => {
    begun.push(name)
    return promise
  }
  return { work, end: () => resolve(name) }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('createSemaphore', () => {
  it('runs one task of an account at a time, and passes over an account whose turn has not come', async () => {
    const semaphore = createSemaphore({ concurrent: 2, waitingPerAccount: 5 })
    const begun: string[] = []
    const [a1, a2, b1, c1] = [task(begun, 'a1'), task(begun, 'a2'), task(begun, 'b1'), task(begun, 'c1')]
    const all = [
      semaphore.run('a', a1.work),
      semaphore.run('a', a2.work),
      semaphore.run('b', b1.work),
      semaphore.run('c', c1.work),
    ]
    await settled()
    expect(begun).toEqual(['a1', 'b1'])
    b1.end()
    await settled()
    expect(begun).toEqual(['a1', 'b1', 'c1'])
    for (const one of [a1, a2, c1]) one.end()
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1'])
  })

  it('begins one task of each waiting account in turn, and refuses a further task of an account beyond the limit of all', async () => {
    const semaphore = createSemaphore({ concurrent: 1, waitingPerAccount: 5, maxWaiting: 3 })
    const begun: string[] = []
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) =>
      semaphore.run(name[0]!, async () => {
        begun.push(name)
        await settled()
      }),
    )
    await expect(semaphore.run('b', async () => {})).rejects.toMatchObject({ code: 'OVERLOADED' })
    await Promise.all(all)
    // The account of a2 began to wait before b
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('lets a task wait if its account has no other that waits, however many wait in all', async () => {
    const semaphore = createSemaphore({ concurrent: 1, waitingPerAccount: 5, maxWaiting: 2 })
    const first = task([], 'a1')
    const all = [semaphore.run('a', first.work)]
    for (const accountId of ['a', 'a', 'b']) all.push(semaphore.run(accountId, async () => accountId))
    await expect(semaphore.run('a', async () => 'a')).rejects.toMatchObject({ code: 'OVERLOADED' })
    first.end()
    expect(await Promise.all(all)).toEqual(['a1', 'a', 'a', 'b'])
  })

  it('keeps the place of an account when one of its tasks is refused or aborted', async () => {
    const semaphore = createSemaphore({ concurrent: 1, waitingPerAccount: 2 })
    const begun: string[] = []
    const first = task(begun, 'a1')
    const wait = (name: string, signal?: AbortSignal) =>
      semaphore.run(name[0]!, async () => void begun.push(name), signal)
    const leaving = new AbortController()
    const all: Promise<unknown>[] = [semaphore.run('a', first.work), wait('b1')]
    const aborted = wait('b2', leaving.signal)
    all.push(wait('c1'), wait('c2'))
    await expect(wait('b3')).rejects.toMatchObject({ code: 'OVERLOADED' })
    leaving.abort(new Error('the client left'))
    await expect(aborted).rejects.toThrow('the client left')
    first.end()
    await Promise.all(all)
    expect(begun).toEqual(['a1', 'b1', 'c1', 'c2'])
  })

  it('refuses an account that has too many waiting, and no other', async () => {
    const semaphore = createSemaphore({ concurrent: 1, waitingPerAccount: 1 })
    const begun: string[] = []
    const [a1, a2, b1] = [task(begun, 'a1'), task(begun, 'a2'), task(begun, 'b1')]
    const kept = [semaphore.run('a', a1.work), semaphore.run('a', a2.work)]
    await expect(semaphore.run('a', a2.work)).rejects.toMatchObject({ code: 'OVERLOADED', retryAfterMs: 2000 })
    kept.push(semaphore.run('b', b1.work))
    for (const one of [a1, a2, b1]) one.end()
    expect(await Promise.all(kept)).toEqual(['a1', 'a2', 'b1'])
  })

  it('drops what waits when its signal is aborted, and lets what has begun end', async () => {
    const semaphore = createSemaphore({ concurrent: 1, waitingPerAccount: 1 })
    const begun: string[] = []
    const [first, second, third] = [task(begun, 'first'), task(begun, 'second'), task(begun, 'third')]
    const leaving = new AbortController()
    const running = semaphore.run('a', first.work, leaving.signal)
    const left = semaphore.run('a', second.work, leaving.signal)
    leaving.abort(new Error('the client left'))
    await expect(left).rejects.toThrow('the client left')
    const next = semaphore.run('a', third.work)
    first.end()
    third.end()
    expect([await running, await next, begun]).toEqual(['first', 'third', ['first', 'third']])
  })

  it('goes on after a task that fails', async () => {
    const semaphore = createSemaphore({ concurrent: 1, waitingPerAccount: 1 })
    await expect(semaphore.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await semaphore.run('a', async () => 'next')).toBe('next')
  })
})
