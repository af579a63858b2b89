import { expect, it } from 'vitest'
import { readQuantity } from './place-detectors.ts'

it.each([
  ['15', 15],
  ['-3.5', -3.5],
  ['250ms', 0.25],
  ['2 s', 2],
  ['3 KB', 3000],
  ['1KiB', 1024],
  ['40%', 40],
  [' 7 ', 7],
])('reads "%s" as %d', (text, expected) => {
  expect(readQuantity(text)).toBeCloseTo(expected, 12)
})

it.each(['', ' ', 'x', '7e10', '12ab', '10.0.0.1', '0x10', '1,5', '5 apples', 'NaN', 'Infinity'])(
  'sees no quantity in "%s"',
  (text) => {
    expect(readQuantity(text)).toBeNaN()
  },
)
