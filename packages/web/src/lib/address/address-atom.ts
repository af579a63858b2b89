import { atom, type WritableAtom } from 'jotai'

export interface Address {
  pathname: string
  search: string
}
export type Navigate = (to: string, how?: { replace?: boolean }) => void

/** The current address; the router writes it (`app/router.tsx`), everything else reads it. */
export const addressAtom = atom<Address>({ pathname: '/', search: '' })
export const navigateAtom = atom<{ go: Navigate }>({ go: () => undefined })

export interface UrlCodec<T> {
  parse: (text: string | null) => T
  /** Null omits the parameter: a link holds only what differs from the default. */
  format: (value: T) => string | null
}

export const withParameter = (search: string, name: string, value: string | null): string => {
  const parameters = new URLSearchParams(search)
  if (value === null) parameters.delete(name)
  else parameters.set(name, value)
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** Sets some parameters of the address as one entry of the history; null removes one. */
export const parametersAtom = atom(
  null,
  (get, set, values: Record<string, string | null>, how: 'push' | 'replace' = 'push') => {
    const { pathname, search } = get(addressAtom)
    const next = Object.entries(values).reduce((text, [name, value]) => withParameter(text, name, value), search)
    if (next === search) return
    // Written at once, so that two parameters set in one step do not overwrite each other.
    set(addressAtom, { pathname, search: next })
    get(navigateAtom).go(pathname + next, { replace: how === 'replace' })
  },
)

/**
 * State that lives in the address, so that a link restores it. `replace` for values that change many times a second: they add
 * no history entries.
 */
export const atomFromUrl = <T>(
  name: string,
  codec: UrlCodec<T>,
  how: 'push' | 'replace' = 'push',
): WritableAtom<T, [T], void> => {
  const textAtom = atom((get) => new URLSearchParams(get(addressAtom).search).get(name))
  const valueAtom = atom((get) => codec.parse(get(textAtom)))
  return atom(
    (get) => get(valueAtom),
    (_, set, value: T) => set(parametersAtom, { [name]: codec.format(value) }, how),
  )
}
