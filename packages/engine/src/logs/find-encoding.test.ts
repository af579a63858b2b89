import { expect, it } from 'vitest'
import { findEncoding } from './find-encoding.ts'

const hex = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))
const littleEndian = (text: string): Uint8Array =>
  Uint8Array.from([...text].flatMap((character) => [character.charCodeAt(0) & 0xff, character.charCodeAt(0) >> 8]))
const bigEndian = (text: string): Uint8Array =>
  Uint8Array.from([...text].flatMap((character) => [character.charCodeAt(0) >> 8, character.charCodeAt(0) & 0xff]))

it.each([
  ['plain text', latin1('GET / 200\n'), 'utf-8'],
  ['nothing', new Uint8Array(), 'utf-8'],
  ['UTF-8', hex('4bc3a4736520e695b0e68dae'), 'utf-8'],
  ['UTF-8 that is cut within a character', hex('e695b0e68d'), 'utf-8'],
  ['a byte order mark', littleEndian('\ufeffa'), 'utf-16le'],
  ['its other order', bigEndian('\ufeffa'), 'utf-16be'],
  ['UTF-16 without a mark', littleEndian('GET / 200'), 'utf-16le'],
  ['the other order without a mark', bigEndian('GET / 200 '), 'utf-16be'],
  ['GB18030', hex('4552524f5220cafdbeddbfe2c1acbdd3caa7b0dca3ba'), 'gb18030'],
  ['GB18030 that is cut within a character', hex('4f4b20cafdbe'), 'gb18030'],
  ['Latin-1, which is no Chinese', latin1('f\xfcr K\xe4se und W\xfcrste'), 'utf-8'],
])('recognises %s', (_, bytes, encoding) => {
  expect(findEncoding(bytes)).toBe(encoding)
})
