import { describe, expect, it } from 'vitest'
import { cutApart, textWidth } from './text-width.ts'

describe('cutApart', () => {
  it('leaves what fits', () => expect(cutApart(['node1', 'node2'], 60, 12)).toEqual(['node1', 'node2']))

  it('cuts at the end where the texts stay apart', () =>
    expect(cutApart(['payments-gateway', 'checkout-service'], 48, 12)).toEqual(['payme…', 'check…']))

  it('cuts in the middle what would else look alike', () => {
    const cut = cutApart(['web-server-1', 'web-server-2', 'web-server-12'], 48, 12)
    expect(new Set(cut).size).toBe(3)
    expect(cut[2]).toMatch(/^web….*12$/)
    for (const text of cut) expect(textWidth(text, 12)).toBeLessThanOrEqual(48)
  })

  it('keeps as many of the last letters as tell wide names apart', () => {
    const hosts = Array.from({ length: 20 }, (_, index) => `北京-主机${String(index).padStart(2, '0')}`)
    const cut = cutApart(hosts, 48, 12)
    expect(new Set(cut).size).toBe(20)
    expect(cut[13]).toBe('北…13')
  })
})
