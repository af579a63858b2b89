import type { createStore } from 'jotai'
import type { createBrowserRouter } from 'react-router-dom'
import { addressAtom, navigateAtom } from '../lib/address/address-atom.ts'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe' | 'navigate'>

/** Keeps the address atom in sync with the router's location. */
export const bindAddress = (store: ReturnType<typeof createStore>, router: Router): void => {
  const read = (location: { pathname: string; search: string }) => {
    const current = store.get(addressAtom)
    if (current.pathname === location.pathname && current.search === location.search) return
    store.set(addressAtom, { pathname: location.pathname, search: location.search })
  }
  read(router.state.location)
  router.subscribe((state) => read(state.location))
  store.set(navigateAtom, { go: (to, how) => void router.navigate(to, { replace: how?.replace === true }) })
}
