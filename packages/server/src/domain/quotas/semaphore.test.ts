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

  it('gives each account a turn before any has its next one, and refuses what is too much in all', async () => {
    const semaphore = createSemaphore({ concurrent: 1, waitingPerAccount: 5, maxWaiting: 3 })
    const begun: string[] = []
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) =>
      semaphore.run(name[0]!, async () => {
        begun.push(name)
        await settled()
      }),
    )
    await expect(semaphore.run('c', async () => {})).rejects.toMatchObject({ code: 'OVERLOADED' })
    await Promise.all(all)
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
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
