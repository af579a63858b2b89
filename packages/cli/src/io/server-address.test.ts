import { describe, expect, it } from 'vitest'
import { apiBase, withoutPassword } from './server-address.ts'

describe('apiBase', () => {
  it.each([
    ...['http://me:se/cret@host', 'me:secret@host:99999', 'http://me:p@secret@host:bad', 'ftp://me:secret@host'],
    ...['http://me:secret@host', 'me:secret@host', 'http://me:se?cret@host', 'http://me:1/secret@host'],
  ])('never repeats the password of %s', (address) => {
    expect(() => apiBase(address)).toThrow(/^(?!.*(cret|me:))/)
  })

  it('repeats an address that cannot be read', () => {
    expect(() => apiBase('http://host:bad')).toThrow('"http://host:bad" is not the address of a server')
  })
})

describe('withoutPassword', () => {
  it.each([
    ['http://proxy:3128', 'http://proxy:3128'],
    ['http://me:secret@proxy:3128', 'http://proxy:3128'],
    ['socks5://me:p@secret@proxy:1', 'socks5://proxy:1'],
    ['http://me:se/cret@proxy', undefined],
    ['me:secret@proxy:3128', undefined],
  ])('shows %s as %s', (address, shown) => {
    expect(withoutPassword(address)).toBe(shown)
  })
})
