import { expect, it } from 'vitest'
import { sharedNames } from './shared-names.ts'

it('names what is shared, each once', () =>
  expect(sharedNames(['cpu[node5]:3 +', 'cpu +', 'cpu -', 'disk', 'failed <*> + 1'])).toEqual([
    ...['cpu[node5]', 'cpu', 'disk', 'failed <*> + 1'],
  ]))
