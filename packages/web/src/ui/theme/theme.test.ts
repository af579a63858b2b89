import { expect, it } from 'vitest'
import { theme } from './theme.ts'
import { ACCORDION, DRAG_HEADER, DROPDOWN, DURATIONS, POPUP } from './tokens.ts'

const defaultsOf = (name: string): unknown => theme.components?.[name]?.defaultProps

it('has the times and sizes of the specification', () => {
  expect(DROPDOWN).toEqual({ searchDelay: 20, showDelay: 200, hideDelay: 300, animation: 200, queryThrottle: 200 })
  expect([ACCORDION.duration, POPUP.showDelay, POPUP.hideDelay, DRAG_HEADER]).toEqual([350, 50, 70, 50])
  expect([DURATIONS.message, DURATIONS.label]).toEqual([10_000, 5000])
})

it('gives them to the components that they are of', () => {
  expect(defaultsOf('Menu')).toMatchObject({ openDelay: 200, closeDelay: 300, transitionProps: { duration: 200 } })
  expect(defaultsOf('Combobox')).toMatchObject({ transitionProps: { duration: 200 } })
  expect(defaultsOf('Tooltip')).toMatchObject({ openDelay: 50, closeDelay: 70 })
  for (const name of ['Accordion', 'Collapse']) expect(defaultsOf(name)).toEqual({ transitionDuration: 350 })
})
