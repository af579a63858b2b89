import { createStore } from 'jotai'
import { describe, expect, it } from 'vitest'
import { addressAtom, navigateAtom } from '../../lib/address/address-atom.ts'
import { sensitivityAtom } from './sensitivity-atoms.ts'

describe('sensitivityAtom', () => {
  it('makes one entry of the history, so that Back gives the sensitivity before', () => {
    const store = createStore()
    const steps: { to: string; replace: boolean | undefined }[] = []
    store.set(addressAtom, { pathname: '/detections/d1', search: '?incident=a' })
    store.set(navigateAtom, { go: (to, how) => steps.push({ to, replace: how?.replace }) })
    store.set(sensitivityAtom, { pvalue: 0.9, cvalue: 3 })
    expect(steps).toEqual([{ to: '/detections/d1?incident=a&pvalue=0.9&cvalue=3', replace: false }])
  })
})
