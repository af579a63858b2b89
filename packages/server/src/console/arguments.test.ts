import { describe, expect, it, test } from 'vitest'
import { readArguments, UsageError } from './arguments.ts'

describe('backup, restore and verify', () => {
  it.each(['backup', 'restore', 'verify'] as const)('%s takes a file, flags and --json in any order', (kind) => {
    const expected = { kind, file: '/b/night.tar', json: true, force: false, flags: { '--data': '/d' } }
    expect(readArguments([kind, '/b/night.tar', '--data', '/d', '--json'])).toEqual(expected)
    expect(readArguments(['--json', '--data=/d', kind, '/b/night.tar'])).toEqual(expected)
  })

  it('takes a single dash for a stream', () => {
    expect(readArguments(['backup', '-'])).toMatchObject({ file: '-', json: false })
  })

  it.each([[['backup']], [['restore', 'a', 'b']], [['verify', '--json']]])('%o is refused', (args) => {
    expect(() => readArguments(args)).toThrow(UsageError)
    expect(() => readArguments(args)).toThrow('takes one file')
  })
})

test('rotate-secrets takes flags alone', () => {
  expect(readArguments(['rotate-secrets', '--data', '/d'])).toEqual({
    kind: 'rotate-secrets',
    flags: { '--data': '/d' },
  })
  expect(() => readArguments(['rotate-secrets', 'now'])).toThrow(UsageError)
})

test('--json is refused where there is no summary', () => {
  expect(() => readArguments(['--json'])).toThrow('--json is for backup, restore, verify and doctor')
})

test('--force is for backup alone', () => {
  expect(readArguments(['backup', 'a.tar', '--force'])).toMatchObject({ force: true })
  for (const args of [['restore', 'a.tar'], ['doctor'], []])
    expect(() => readArguments([...args, '--force'])).toThrow('--force is for backup')
})
