import { createStore } from 'jotai'
import { describe, expect, it } from 'vitest'
import { addressAtom, atomFromUrl, navigateAtom, withParameter } from './address-atom.ts'
import { listCodec, numberWithin, oneOf, pageCodec, rangeCodec, textCodec } from './url-codecs.ts'

const pvalueAtom = atomFromUrl('pvalue', numberWithin(0, 1), 'replace')
const nameAtom = atomFromUrl('q', textCodec)

const openStore = (search: string) => {
  const store = createStore()
  const steps: { to: string; replace: boolean | undefined }[] = []
  store.set(addressAtom, { pathname: '/models', search })
  store.set(navigateAtom, { go: (to, how) => steps.push({ to, replace: how?.replace }) })
  return { store, steps }
}

describe('atomFromUrl', () => {
  it('reads its value from the address', () => {
    expect(openStore('?pvalue=0.95').store.get(pvalueAtom)).toBe(0.95)
  })
  it('writes two parameters in one step without losing either', () => {
    const { store, steps } = openStore('')
    store.set(pvalueAtom, 0.9)
    store.set(nameAtom, 'check out')
    expect(steps.at(-1)?.to).toBe('/models?pvalue=0.9&q=check+out')
    expect(store.get(nameAtom)).toBe('check out')
  })
  it('replaces if asked to and pushes otherwise', () => {
    const { store, steps } = openStore('')
    store.set(pvalueAtom, 0.9)
    store.set(nameAtom, 'a')
    expect(steps.map((step) => step.replace)).toEqual([true, false])
  })
  it('does not navigate if nothing changes', () => {
    const { store, steps } = openStore('?q=a')
    store.set(nameAtom, 'a')
    expect(steps).toEqual([])
  })
  it('leaves a default out of the address', () => {
    const { store, steps } = openStore('?q=a&pvalue=0.5')
    store.set(nameAtom, '')
    expect(steps[0]?.to).toBe('/models?pvalue=0.5')
  })
})

describe('codecs', () => {
  it('reads a number outside its range as absent', () => {
    expect(['1.5', 'abc', '', null].map((text) => numberWithin(0, 1).parse(text))).toEqual([null, null, null, null])
  })
  it('rejects a range that ends before it starts', () => {
    expect(rangeCodec.parse('5~4')).toBeNull()
    expect(rangeCodec.parse('4~5')).toEqual({ from: 4, to: 5 })
    expect(rangeCodec.parse(rangeCodec.format({ from: -10.4, to: 99.6 }))).toEqual({ from: -10, to: 100 })
  })
  it('falls back to the default choice', () => {
    expect(oneOf(['grid', 'list'], 'grid').parse('x')).toBe('grid')
    expect(oneOf(['grid', 'list'], 'grid').parse('list')).toBe('list')
  })
  it('reads a page below one as the first', () => {
    expect(['0', '-3', 'x', '7'].map(pageCodec.parse)).toEqual([1, 1, 1, 7])
  })
  it('keeps texts with commas apart in a list', () => {
    const texts = ['requests{method="GET",code="200"}', 'cpu']
    expect(listCodec.parse(listCodec.format(texts))).toEqual(texts)
    expect([listCodec.parse(null), listCodec.format([])]).toEqual([[], null])
  })
  it('keeps the other parameters', () => {
    expect(withParameter('?a=1&b=2', 'a', null)).toBe('?b=2')
    expect(withParameter('?a=1', 'a', null)).toBe('')
  })
})
