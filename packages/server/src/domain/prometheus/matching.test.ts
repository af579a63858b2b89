import { describe, expect, it } from 'vitest'
import { SelectorError } from '../../protocols/prometheus-selector.ts'
import { labelFilters } from './matching.ts'

const matching = (value: string) => ({ name: 'zone', operator: '=~' as const, value })
const holds = (value: string, zone: string): boolean => labelFilters([[matching(value)]])[0]!({ zone })

describe('a regular expression of a selector', () => {
  it.each([
    ['eu-(west|north)-[0-9]{1,3}', 'eu-west-12'],
    ['([0-9]{1,3}\\.){3}[0-9]{1,3}', '10.0.0.1'],
    ['[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}', '0f0e0d0c-0b0a-0908-0706-050403020100'],
    [`(${Array.from({ length: 900 }, (_, host) => `host${host}`).join('|')})`, 'host899'],
  ])('may be %s', (pattern, zone) => {
    expect([holds(pattern, zone), holds(pattern, `${zone}!`)]).toEqual([true, false])
  })

  it.each([
    [`((a|b)*a(a|b){99}){1}${'|.*a.{990}Q'.repeat(9)}${'|.*b.{990}Q'.repeat(9)}`],
    [`${'(x{30}){30}'.repeat(20)}`],
    ['a'.repeat(10_001)],
  ])('is refused where it is too large: %s', (pattern) => {
    expect(() => labelFilters([[matching(pattern)]])).toThrow(SelectorError)
  })

  it('is refused once it has taken too long on the values of a project', () => {
    const [filter] = labelFilters([[matching('(a|b)*a(a|b){80}')]], 20)
    const endless = (): void => {
      for (let series = 0; ; series++) filter!({ zone: `${'ab'.repeat(100)}${series}` })
    }
    expect(endless).toThrow('take too long')
  })
})
