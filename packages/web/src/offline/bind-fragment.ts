import type { createStore } from 'jotai'
import { addressAtom, navigateAtom } from '../lib/address/address-atom.ts'

const searchIn = (fragment: string): string => (fragment.length > 1 ? `?${fragment.slice(1)}` : '')

/** Keeps what is selected in the fragment of the address, which a file may change wherever it lies. */
export const bindFragment = (store: ReturnType<typeof createStore>): void => {
  let place = 0
  const read = () => store.set(addressAtom, { pathname: '/', search: searchIn(location.hash) })
  read()
  const keep = (search: string, how: 'pushState' | 'replaceState') =>
    // Of the same document only the fragment changes
    history[how]({ idx: place }, '', `#${search}`)
  keep(location.hash.slice(1), 'replaceState')
  store.set(navigateAtom, {
    go: (to, how) => {
      if (how?.replace !== true) place++
      keep(to.split('?')[1] ?? '', how?.replace === true ? 'replaceState' : 'pushState')
    },
  })
  window.addEventListener('popstate', ({ state }) => {
    place = (state as { idx?: number } | null)?.idx ?? 0
    read()
  })
}
