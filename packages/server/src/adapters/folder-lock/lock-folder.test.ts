import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { FolderLocked, lockFolder } from './lock-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'omen-lock-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(root, { recursive: true })
})

/** Another process that takes the lock and keeps it. */
async function holdElsewhere(folder: string): Promise<ChildProcess> {
  const program = `import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'lock-folder.ts'))}
    lockFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await new Promise((held) => child.stdout!.once('data', held))
  return child
}

function attempt(folder: string): FolderLocked | null {
  try {
    lockFolder(folder).release()
    return null
  } catch (error) {
    if (error instanceof FolderLocked) return error
    throw error
  }
}

test('a folder is taken once, made where it is missing, and free again after its release', () => {
  const folder = join(root, 'new/deep')
  const lock = lockFolder(folder)
  expect(attempt(folder)).toBeInstanceOf(FolderLocked)
  lock.release()
  expect(attempt(folder)).toBeNull()
})

test('a second process learns which process holds it', async () => {
  const folder = join(root, 'held')
  const child = await holdElsewhere(folder)
  const refusal = attempt(folder)
  expect(refusal?.holder).toMatchObject({
    pid: child.pid,
    host: expect.any(String),
    since: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(refusal?.message).toContain(`process ${child.pid} on`)
  expect(refusal?.message).toContain(folder)
})

test('the lock of a killed process is no lock, even where its id lives on in the file', async () => {
  const folder = join(root, 'killed')
  const child = await holdElsewhere(folder)
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await ended
  writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid: process.pid, host: 'here', since: 'now' }))
  expect(attempt(folder)).toBeNull()
})

test('of many at once one gets it', async () => {
  const folder = join(root, 'raced')
  const tries = Array.from({ length: 6 }, () => {
    const program = `import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'lock-folder.ts'))}
      try { lockFolder(${JSON.stringify(folder)}); console.log('got'); setInterval(() => {}, 1000) } catch { console.log('no') }`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    return new Promise<string>((said) => child.stdout!.once('data', (data: Buffer) => said(data.toString().trim())))
  })
  const said = await Promise.all(tries)
  expect(said.filter((word) => word === 'got')).toHaveLength(1)
})
