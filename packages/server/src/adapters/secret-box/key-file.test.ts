import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KeyFileError, openKeyFile } from './key-file.ts'

const folder = (): string => mkdtempSync(join(tmpdir(), 'omen-key-'))

test('makes a key once, which only its user may read', () => {
  const data = join(folder(), 'data')
  const [key] = openKeyFile(data)
  expect(key).toHaveLength(32)
  expect(openKeyFile(data)).toEqual([key])
  expect(statSync(join(data, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readdirSync(data)).toEqual(['secret.key'])
  expect(openKeyFile(folder())).not.toEqual([key])
})

test('takes several keys, one a line', () => {
  const data = folder()
  const lines = ['a'.repeat(64), Buffer.alloc(32, 7).toString('base64')]
  writeFileSync(join(data, 'secret.key'), `${lines.join('\n')}\n`, { mode: 0o600 })
  expect(openKeyFile(data).map((key) => Buffer.from(key).toString('hex'))).toEqual(['a'.repeat(64), '07'.repeat(32)])
})

test('a file that others may read, or that is no key, is refused and kept', () => {
  const data = folder()
  openKeyFile(data)
  const path = join(data, 'secret.key')
  const before = readFileSync(path, 'utf8')
  chmodSync(path, 0o640)
  expect(() => openKeyFile(data)).toThrow(KeyFileError)
  expect(() => openKeyFile(data)).toThrow(`chmod 600 ${path}`)
  chmodSync(path, 0o600)
  writeFileSync(path, before.slice(0, 10))
  expect(() => openKeyFile(data)).toThrow(/Put the file back/)
  writeFileSync(path, '')
  expect(() => openKeyFile(data)).toThrow(KeyFileError)
  expect(readFileSync(path, 'utf8')).toBe('')
})
