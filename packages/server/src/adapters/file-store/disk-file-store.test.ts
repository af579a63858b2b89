import { execFileSync } from 'node:child_process'
import { type FileHandle, mkdtemp, open, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileStoreContract, pieces } from '../../ports/file-store.contract.ts'
import { openDiskFileStore } from './disk-file-store.ts'

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'omen-files-'))

fileStoreContract('a folder', async () => {
  const folder = await newFolder()
  return { store: await openDiskFileStore(folder), reopen: () => openDiskFileStore(folder) }
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
  it('says so, and keeps what there was space for until it is removed', async () => {
    const store = await openDiskFileStore(await newFolder(), (path, flags) => openOnFullDisk(path, flags, 4))
    const piece = { offset: 0, maxBytes: 100, source: pieces('one', 'two') }
    await expect(store.receive('handle-1', piece)).rejects.toMatchObject({ fault: 'full' })
    expect(await store.received('handle-1')).toBe(4)
    await store.remove('handle-1')
    expect(await store.list()).toEqual([])
  })

  it('leaves no half blob', async () => {
    const folder = await newFolder()
    const store = await openDiskFileStore(folder, (path, flags) => openOnFullDisk(path, flags, 0))
    await expect(store.writeBlob('blob-0001', new Uint8Array(9))).rejects.toMatchObject({ fault: 'full' })
    expect(await store.list()).toEqual([])
  })

  it.runIf(canMount())('does so on a real one', async () => {
    const folder = await newFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
    try {
      const store = await openDiskFileStore(folder)
      const source = pieces(...Array.from({ length: 40 }, () => 'x'.repeat(4096)))
      await expect(store.receive('handle-1', { offset: 0, maxBytes: 1e9, source })).rejects.toMatchObject({
        fault: 'full',
      })
      await store.remove('handle-1')
      expect(await readdir(join(folder, 'incoming'))).toEqual([])
    } finally {
      execFileSync('umount', [folder])
    }
  })
})

function canMount(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
