import { expect, it } from 'vitest'
import { findEncoding } from './text-encoding.ts'

const chinese = Buffer.from('cafdbeddbfe2c1acbdd3caa7b0dca3ba', 'hex')

it.each([
  ['plain text', Buffer.from('GET / 200\n'), 'utf-8'],
  ['nothing', Buffer.alloc(0), 'utf-8'],
  ['UTF-8', Buffer.from('Käse 数据'), 'utf-8'],
  ['UTF-8 that is cut within a character', Buffer.from('数据').subarray(0, 5), 'utf-8'],
  ['a byte order mark', Buffer.from('\ufeffa', 'utf16le'), 'utf-16le'],
  ['its other order', Buffer.from('\ufeffa', 'utf16le').swap16(), 'utf-16be'],
  ['UTF-16 without a mark', Buffer.from('GET / 200', 'utf16le'), 'utf-16le'],
  ['the other order without a mark', Buffer.from('GET / 200 ', 'utf16le').swap16(), 'utf-16be'],
  ['GB18030', Buffer.concat([Buffer.from('ERROR '), chinese]), 'gb18030'],
  ['Latin-1, which is no Chinese', Buffer.from('f\xfcr K\xe4se und W\xfcrste', 'latin1'), 'utf-8'],
])('recognises %s', (_, bytes, encoding) => {
  expect(findEncoding(bytes)).toBe(encoding)
})
