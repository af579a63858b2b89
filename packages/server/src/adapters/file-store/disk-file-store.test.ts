import { execFileSync } from 'node:child_process'
import { type FileHandle, mkdtemp, open, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allOf, chunks, fileStoreContract } from '../../ports/file-store.contract.ts'
import { hasBadSectors, putBadSector } from '../../testing/bad-sector.ts'
import { canMount } from '../../testing/can-mount.ts'
import { CHILD_LIMITS } from '../../testing/child-limits.ts'
import { createDisk, whyNoDisk } from '../../testing/crash/create-disk.ts'
import { openDiskFileStore } from './disk-file-store.ts'
import { openSource } from './open-source.ts'

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'omen-files-'))

fileStoreContract('a folder', async () => {
  const folder = await newFolder()
  return { store: await openDiskFileStore(folder), reopen: () => openDiskFileStore(folder), openSource }
})

describe('a folder', () => {
  it('keeps files, chunks, blobs and what was set aside from other users of the machine', async () => {
    const folder = await newFolder()
    const store = await openDiskFileStore(folder)
    for (const handle of ['handle-1', 'handle-2'])
      await store.receive(handle, { offset: 0, maxBytes: 9, source: chunks('x') })
    await store.seal('handle-1')
    await store.write('blob', 'blob-0001', chunks('x'))
    await store.write('blob', 'blob-0002', chunks('x'))
    await store.setAside({ kind: 'blob', handle: 'blob-0002' }, 1)
    const names = await readdir(folder, { recursive: true })
    const modes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mode & 0o777))
    expect(names.filter((_, index) => modes[index] === 0o700).sort()).toEqual(['blobs', 'files', 'found', 'incoming'])
    expect(names.filter((_, index) => modes[index] === 0o600)).toHaveLength(4)
  })

  it.runIf(hasBadSectors)('says that the disk cannot read a file, and that it cannot read a blob', async () => {
    const folder = await newFolder()
    const store = await openDiskFileStore(folder)
    await store.write('file', 'handle-1', chunks('x'))
    await store.write('blob', 'blob-0001', chunks('x'))
    for (const path of ['files/handle-1', 'blobs/blob-0001']) putBadSector(join(folder, path))
    await expect(store.open('file', 'handle-1').then(allOf)).rejects.toMatchObject({ fault: 'unreadable' })
    await expect(store.readBlob('blob-0001')).rejects.toMatchObject({ fault: 'unreadable' })
  })
})

describe.skipIf(whyNoDisk('layer') !== undefined)('a folder on a disk that loses what was not synced', () => {
  it('has every chunk, file and blob that it acknowledged', async () => {
    const disk = createDisk('layer')
    const folder = join(disk.folder, 'data', 'files')
    const program = `
      const { openDiskFileStore } = await import(${JSON.stringify(join(import.meta.dirname, 'disk-file-store.ts'))})
      const store = await openDiskFileStore(${JSON.stringify(folder)})
      const chunks = (...texts) => texts.map((text) => Buffer.from(text))
      await store.receive('chunk-01', { offset: 0, maxBytes: 9, source: chunks('abc', 'de') })
      await store.receive('whole-01', { offset: 0, maxBytes: 9, source: chunks('abc') })
      await store.seal('whole-01')
      await store.write('blob', 'blob-0001', chunks('weights'))
      await store.setAside({ kind: 'file', handle: 'whole-01' }, 5)
      await store.write('file', 'whole-02', chunks('whole'))`
    execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      ...CHILD_LIMITS,
      env: { ...process.env, ...disk.environment },
    })
    disk.cut()
    await disk.restore()
    const after = await openDiskFileStore(folder)
    expect(await after.received('chunk-01')).toBe(5)
    expect(await allOf(after.found())).toMatchObject([{ handle: 'whole-01', bytes: 3 }])
    expect(Buffer.from(await after.readBlob('blob-0001')).toString()).toBe('weights')
    expect(Buffer.concat(await allOf(await after.open('file', 'whole-02'))).toString()).toBe('whole')
    await disk.close()
  })
})

/** Takes so many bytes, then fails as a full disk does. */
async function openOnFullDisk(path: string, flags: string, space: number): Promise<FileHandle> {
  const file = await open(path, flags)
  const write = file.write.bind(file)
  let left = space
  file.write = (async (bytes: Uint8Array, at = 0) => {
    if (left === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const length = Math.min(left, bytes.length - at)
    left -= length
    return write(bytes, at, length)
  }) as FileHandle['write']
  return file
}

describe('a folder on a disk that is full', () => {
  it('reports it, and keeps the bytes that fitted until the file is removed', async () => {
    const store = await openDiskFileStore(await newFolder(), (path, flags) => openOnFullDisk(path, flags, 4))
    const chunk = { offset: 0, maxBytes: 100, source: chunks('one', 'two') }
    await expect(store.receive('handle-1', chunk)).rejects.toMatchObject({ fault: 'full' })
    expect(await store.received('handle-1')).toBe(4)
    await store.remove('handle-1')
    expect(await allOf(store.list())).toEqual([])
  })

  it('leaves no half blob', async () => {
    const folder = await newFolder()
    const store = await openDiskFileStore(folder, (path, flags) => openOnFullDisk(path, flags, 0))
    await expect(store.write('blob', 'blob-0001', [new Uint8Array(9)])).rejects.toMatchObject({ fault: 'full' })
    expect(await allOf(store.list())).toEqual([])
  })

  it.runIf(canMount())('does so on a real one', async () => {
    const folder = await newFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], CHILD_LIMITS)
    try {
      const store = await openDiskFileStore(folder)
      const source = chunks(...Array.from({ length: 40 }, () => 'x'.repeat(4096)))
      await expect(store.receive('handle-1', { offset: 0, maxBytes: 1e9, source })).rejects.toMatchObject({
        fault: 'full',
      })
      await store.remove('handle-1')
      expect(await readdir(join(folder, 'incoming'))).toEqual([])
    } finally {
      execFileSync('umount', [folder], CHILD_LIMITS)
    }
  })
})
