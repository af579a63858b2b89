import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PointStoreBusyError } from '../../ports/point-store-errors.ts'
import { type BlockJournal, openBlockJournal } from './block-journal.ts'
import { listJournalDamage } from './journal-found.ts'

describe('openBlockJournal', () => {
  let root: string
  let folder: string
  const full = new Error('full')
  const noted: string[] = []
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'omen-journal-'))
    folder = join(root, 'journal')
    noted.length = 0
  })
  afterEach(() => rm(root, { recursive: true }))

  /** A table that takes texts, and fails as long as the test says so. */
  async function journalOf(maxWaitingBytes = 1000): Promise<{
    journal: BlockJournal
    table: string[]
    fail(error: Error | undefined): void
  }> {
    const table: string[] = []
    let failure: Error | undefined
    const journal = await openBlockJournal({
      folder,
      found: join(root, 'found'),
      maxWaitingBytes,
      isFull: (error) => error === full,
      onSetAside: (name) => noted.push(name),
      async insert(blocks) {
        if (failure) throw failure
        table.push(new TextDecoder().decode(blocks))
      },
    })
    const fail = (error: Error | undefined): void => {
      failure = error
    }
    return { journal, table, fail }
  }
  const block = (text: string) => new TextEncoder().encode(text)
  const files = () => readdir(folder)
  const damage = () => listJournalDamage(join(root, 'found'))
  const damageWaiting = async (change: (path: string) => Promise<void>): Promise<BlockJournal> => {
    const { journal, fail } = await journalOf()
    fail(full)
    await journal.append(['a'], block('one'))
    await expect(journal.settle()).rejects.toThrow('full')
    await change(join(folder, (await files())[0]!))
    fail(undefined)
    await journal.settle()
    return journal
  }

  it('puts blocks that have gathered into the table as one, in their order', async () => {
    const { journal, table } = await journalOf()
    for (const text of ['one ', 'two ', 'three']) await journal.append(['a'], block(text))
    expect(table).toEqual([])
    await Promise.all([journal.settle('a'), journal.settle()])
    expect([table, await files()]).toEqual([['one two three'], []])
    await journal.append(['a'], block('four'))
    await journal.close()
    expect([table, await files()]).toEqual([['one two three', 'four'], []])
  })

  it('puts them into the table before long although nobody asks', async () => {
    const { journal, table } = await journalOf()
    await journal.append(['a'], block('one'))
    await expect.poll(() => table, { timeout: 15_000 }).toEqual(['one'])
    await journal.close()
  })

  it('waits for the blocks of an owner, not for those of others', async () => {
    const { journal, table, fail } = await journalOf()
    await journal.append(['a', 'b'], block('one'))
    fail(new Error('no'))
    await journal.settle('c')
    for (const owner of ['a', 'b', undefined]) await expect(journal.settle(owner)).rejects.toThrow('no')
    fail(undefined)
    await journal.settle('b')
    expect(table).toEqual(['one'])
    await journal.close()
  })

  it('has after a crash what was acknowledged, without the block that was cut off', async () => {
    const before = await journalOf()
    before.fail(full)
    await before.journal.append(['a'], block('one '))
    await before.journal.append(['b'], block('two'))
    await before.journal.close()
    const [name] = await files()
    const whole = await readFile(join(folder, name!))
    for (const cut of [whole.subarray(0, 5), whole.subarray(0, 10), new Uint8Array(100)]) {
      await writeFile(join(folder, name!), whole)
      await appendFile(join(folder, name!), cut)
      const { journal, table } = await journalOf()
      expect([table, await files()]).toEqual([['one two'], []])
      await journal.close()
      expect(await readdir(root)).toEqual(['journal'])
    }
  })

  it('sets a file aside whose middle is damaged, with the rest of it in the table', async () => {
    const before = await journalOf()
    before.fail(full)
    for (const text of ['one ', 'two ', 'three']) await before.journal.append(['a'], block(text))
    await before.journal.close()
    const path = join(folder, (await files())[0]!)
    const bytes = await readFile(path)
    bytes[bytes.indexOf('two')]! ^= 1
    await writeFile(path, bytes)
    const { journal, table } = await journalOf()
    expect([table, await files()]).toEqual([['one three'], []])
    expect(await readdir(join(root, 'found'))).toHaveLength(1)
    await journal.append(['a'], block('four'))
    await journal.settle()
    expect(table).toEqual(['one three', 'four'])
    await journal.close()
  })

  it.each([
    ['in its middle', 'two'],
    ['at its end, which was acknowledged too', 'three'],
  ])('sets a file aside that is damaged while it waits, %s', async (_, damaged) => {
    const { journal, table, fail } = await journalOf()
    fail(full)
    for (const text of ['one ', 'two ', 'three ']) await journal.append(['a'], block(text))
    await expect(journal.settle()).rejects.toThrow('full')
    const path = join(folder, (await files())[0]!)
    const bytes = await readFile(path)
    bytes[bytes.indexOf(damaged)]! ^= 1
    await writeFile(path, bytes)
    fail(undefined)
    await journal.settle()
    const [rest] = table
    expect([rest, await files()]).toEqual([damaged === 'two' ? 'one three ' : 'one two ', []])
    expect(await damage()).toMatchObject([
      { kind: 'journal', table: 'journal', part: 'journal-000000000001.changed', bytes: bytes.length },
    ])
    expect(noted).toEqual(['journal-000000000001.changed'])
    await journal.close()
  })

  it.each([
    ['cut off', 0],
    ['cut within a block', 9],
  ])('sets a file aside that is %s while it waits', async (_, length) => {
    const journal = await damageWaiting((path) => truncate(path, length))
    expect((await damage()).map(({ bytes }) => bytes)).toEqual([length])
    await journal.close()
  })

  it('keeps every file that it sets aside, also over restarts, and tells them from others', async () => {
    await mkdir(join(root, 'found'))
    for (const name of ['3f2a-mutation_9.txt', 'other-000000000009']) await writeFile(join(root, 'found', name), 'x')
    for (let round = 0; round < 3; round++) await (await damageWaiting((path) => truncate(path, round))).close()
    const ours = (await damage()).filter(({ table }) => table === 'journal')
    expect(ours.map(({ part, bytes }) => [part, bytes])).toEqual([
      ['journal-000000000001.changed', 0],
      ['journal-000000000002.changed', 1],
      ['journal-000000000003.changed', 2],
    ])
    expect((await damage()).map(({ part }) => part)).not.toContain('3f2a-mutation_9.txt')
  })

  it('sets a file aside that the table refuses', async () => {
    const before = await journalOf()
    before.fail(full)
    await before.journal.append(['a'], block('one'))
    await before.journal.close()
    const refused = openBlockJournal({
      folder,
      found: join(root, 'found'),
      maxWaitingBytes: 1000,
      isFull: () => false,
      insert: async () => {
        throw new Error('no such column')
      },
      onSetAside: () => {},
    })
    await (await refused).close()
    expect((await damage()).map(({ part }) => part)).toEqual(['journal-000000000001.refused'])
  })

  it('has set nothing aside where nothing was damaged', async () => {
    const { journal } = await journalOf()
    await journal.append(['a'], block('one'))
    await journal.settle()
    expect(await damage()).toEqual([])
    await journal.close()
  })

  it('refuses more while too much waits, and takes it again afterwards', async () => {
    const { journal, fail } = await journalOf(20)
    fail(full)
    await journal.append(['a'], block('more than twenty bytes'))
    await expect(journal.append(['a'], block('x'))).rejects.toThrow(PointStoreBusyError)
    fail(undefined)
    await journal.settle()
    await journal.append(['a'], block('x'))
    await journal.close()
  })
})
