import { chmod, mkdir, mkdtemp, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allOf } from '../../ports/file-store.contract.ts'
import { openDataFolder } from './open-data-folder.ts'

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)

async function olderFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'omen-folder-'))
  await mkdir(join(path, 'files/files'), { recursive: true })
  await mkdir(join(path, 'database/base'), { recursive: true })
  for (const name of ['omen.yaml', 'files/files/f_1', 'database/base/1']) await writeFile(join(path, name), 'x')
  for (const name of ['', 'files', 'files/files', 'database', 'database/base']) await chmod(join(path, name), 0o755)
  for (const name of ['omen.yaml', 'files/files/f_1', 'database/base/1']) await chmod(join(path, name), 0o644)
  return path
}

test('entries left open by an older server are reported and closed, except those that the engines manage', async () => {
  const path = await olderFolder()
  const folder = await openDataFolder(path)
  const open = await allOf(folder.openToOthers())
  expect(open.map((entry) => `${entry.path} ${entry.mode.toString(8)}`).sort()).toEqual([
    ' 755',
    'database 755',
    'files 755',
    'files/files 755',
    'files/files/f_1 644',
    'omen.yaml 644',
  ])
  await folder.closeToOthers()
  expect(await allOf(folder.openToOthers())).toEqual([])
  expect(await modeOf(path)).toBe('700')
  expect(await modeOf(join(path, 'files/files'))).toBe('700')
  expect(await modeOf(join(path, 'files/files/f_1'))).toBe('600')
  expect(await modeOf(join(path, 'omen.yaml'))).toBe('600')
})

test('a folder that others may only pass through stays so, and links are not followed', async () => {
  const path = await olderFolder()
  const outside = join(await mkdtemp(join(tmpdir(), 'omen-outside-')), 'file')
  await writeFile(outside, 'x', { mode: 0o644 })
  await symlink(outside, join(path, 'link'))
  await chmod(path, 0o711)
  await (await openDataFolder(path)).closeToOthers()
  expect(await modeOf(path)).toBe('711')
  expect(await modeOf(outside)).toBe('644')
})

test('reports the free space', async () => {
  const folder = await openDataFolder(await mkdtemp(join(tmpdir(), 'omen-folder-')))
  expect(await folder.freeBytes()).toBeGreaterThan(0)
})
