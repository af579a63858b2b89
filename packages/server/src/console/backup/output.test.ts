import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { openOutputFile, openStandardOutput } from './output.ts'

const folder = mkdtempSync(join(tmpdir(), 'omen-output-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('gives a file its name only when it is whole, for its owner alone', async () => {
  const path = join(folder, 'whole.tar')
  const output = await openOutputFile(path)
  await output.write(Buffer.from('abc'))
  expect(existsSync(path)).toBe(false)
  await output.complete()
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['abc', 0o600])
  expect(existsSync(`${path}.partial`)).toBe(false)
})

it('keeps the earlier file if a new one is aborted', async () => {
  const path = join(folder, 'kept.tar')
  writeFileSync(path, 'yesterday')
  const output = await openOutputFile(path)
  await output.write(Buffer.from('today'))
  await output.abandon()
  expect(readFileSync(path, 'utf8')).toBe('yesterday')
  expect(existsSync(`${path}.partial`)).toBe(false)
})

it.skipIf(!existsSync('/dev/full'))('says that the disk is full', async () => {
  const output = await openOutputFile('/dev/full', () => open('/dev/full', 'w'))
  await expect(output.write(Buffer.from('abc'))).rejects.toThrow('There is no space left for /dev/full')
})

it('says where a backup cannot be written', async () => {
  await expect(openOutputFile(join(folder, 'no', 'such.tar'))).rejects.toThrow('The backup cannot be written: ENOENT')
})

it('says that whoever read standard output went away', async () => {
  const broken = new Writable({ write: (_, __, done) => done(new Error('EPIPE')) })
  const output = openStandardOutput(broken)
  await expect(output.write(Buffer.from('abc'))).rejects.toThrow('Standard output was closed')
})
