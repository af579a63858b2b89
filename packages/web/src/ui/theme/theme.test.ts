import { expect, it } from 'vitest'
import { theme } from './theme.ts'
import { accordion, dragHeader, dropdown, durations, popup } from './tokens.ts'

const defaultsOf = (name: string): unknown => theme.components?.[name]?.defaultProps

it('has the times and sizes of the specification', () => {
  expect(dropdown).toEqual({ searchDelay: 20, showDelay: 200, hideDelay: 300, animation: 200, queryThrottle: 200 })
  expect([accordion.duration, popup.showDelay, popup.hideDelay, dragHeader]).toEqual([350, 50, 70, 50])
  expect([durations.message, durations.label]).toEqual([10_000, 5000])
})

it('gives them to the components that they are of', () => {
  expect(defaultsOf('Menu')).toMatchObject({ openDelay: 200, closeDelay: 300, transitionProps: { duration: 200 } })
  expect(defaultsOf('Combobox')).toMatchObject({ transitionProps: { duration: 200 } })
  expect(defaultsOf('Tooltip')).toMatchObject({ openDelay: 50, closeDelay: 70 })
  for (const name of ['Accordion', 'Collapse']) expect(defaultsOf(name)).toEqual({ transitionDuration: 350 })
})
