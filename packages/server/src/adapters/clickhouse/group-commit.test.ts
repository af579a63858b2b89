import { describe, expect, it } from 'vitest'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'

/** A store whose commits end when the test says so. */
function heldCommits(limits: { maxCommitSize?: number; maxWaitingSize?: number } = {}) {
  const begun: { batches: readonly string[]; end(error?: Error): void }[] = []
  const commits: GroupCommit<string> = createGroupCommit<string>({
    commit: (batches) =>
      new Promise((resolve, reject) => {
        begun.push({ batches, end: (error) => (error ? reject(error) : resolve()) })
      }),
    sizeOf: (batch) => batch.length,
    maxCommitSize: 100,
    maxWaitingSize: 100,
    refuse: (rows) => new RangeError(`${rows} wait`),
    ...limits,
  })
  const nextCommit = async (count: number) => {
    while (begun.length < count) await new Promise((resolve) => setImmediate(resolve))
    return begun[count - 1]!
  }
  return { commits, begun, nextCommit }
}

describe('createGroupCommit', () => {
  it('commits a single batch at once and gathers batches added meanwhile into the next commit', async () => {
    const { commits, nextCommit } = heldCommits()
    const first = commits.add('a')
    const one = await nextCommit(1)
    const others = [commits.add('b'), commits.add('c')]
    expect(one.batches).toEqual(['a'])
    one.end()
    await first
    const two = await nextCommit(2)
    expect(two.batches).toEqual(['b', 'c'])
    two.end()
    await Promise.all(others)
  })

  it('resolves a sender only after the commit that holds its batch', async () => {
    const { commits, nextCommit } = heldCommits()
    const resolved: string[] = []
    const first = commits.add('a').then(() => resolved.push('a'))
    const one = await nextCommit(1)
    const second = commits.add('b').then(() => resolved.push('b'))
    one.end()
    await first
    const two = await nextCommit(2)
    expect(resolved).toEqual(['a'])
    two.end()
    await second
    expect(resolved).toEqual(['a', 'b'])
  })

  it('has the senders of one commit share the next one too', async () => {
    const { commits, nextCommit } = heldCommits()
    const send = async (name: string): Promise<void> => {
      await commits.add(`${name}1`)
      await commits.add(`${name}2`)
    }
    const senders = [send('a'), send('b'), send('c')]
    const one = await nextCommit(1)
    one.end()
    const two = await nextCommit(2)
    expect([one.batches, two.batches]).toEqual([
      ['a1', 'b1', 'c1'],
      ['a2', 'b2', 'c2'],
    ])
    two.end()
    await Promise.all(senders)
  })

  it('rejects all senders of a failed commit and continues with the next one', async () => {
    const { commits, nextCommit } = heldCommits()
    const failed = Promise.allSettled([commits.add('a'), commits.add('b')])
    const one = await nextCommit(1)
    const after = commits.add('c')
    one.end(new Error('no space'))
    expect(await failed).toMatchObject([
      { status: 'rejected', reason: { message: 'no space' } },
      { status: 'rejected', reason: { message: 'no space' } },
    ])
    const two = await nextCommit(2)
    two.end()
    await after
  })

  it('splits the queue into commits of the allowed size, and commits a larger batch alone', async () => {
    const { commits, begun, nextCommit } = heldCommits({ maxCommitSize: 4 })
    const all = Promise.all(['aa', 'bb', 'cc', 'dddddddd', 'e'].map(commits.add))
    for (let count = 1; count <= 4; count++) (await nextCommit(count)).end()
    await all
    expect(begun.map(({ batches }) => batches)).toEqual([['aa', 'bb'], ['cc'], ['dddddddd'], ['e']])
  })

  it('rejects batches beyond the queue limit, and accepts them once there is room', async () => {
    const { commits, nextCommit } = heldCommits({ maxWaitingSize: 5 })
    const first = commits.add('a')
    const one = await nextCommit(1)
    const second = commits.add('bbbb')
    await expect(commits.add('cc')).rejects.toThrow('4 wait')
    one.end()
    await first
    const two = await nextCommit(2)
    const third = commits.add('cc')
    two.end()
    ;(await nextCommit(3)).end()
    await Promise.all([second, third, commits.idle()])
  })

  it('is idle when the queue is empty', async () => {
    const { commits, nextCommit } = heldCommits()
    await commits.idle()
    const added = commits.add('a')
    let isIdle = false
    const idle = commits.idle().then(() => {
      isIdle = true
    })
    const one = await nextCommit(1)
    expect(isIdle).toBe(false)
    one.end()
    await Promise.all([added, idle])
  })
})
