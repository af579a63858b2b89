/** Where the anti-forgery token is kept between page loads. */
export interface CsrfStore {
  get(): string | undefined
  set(token: string): void
  clear(): void
}

const STORAGE_KEY = 'omen.csrf'

/** Keeps the token in a Web Storage under `omen.csrf` (specification, section 6: its value is read from local storage). */
export function storageCsrf(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): CsrfStore {
  return {
    get: () => storage.getItem(STORAGE_KEY) ?? undefined,
    set: (token) => storage.setItem(STORAGE_KEY, token),
    clear: () => storage.removeItem(STORAGE_KEY),
  }
}

/** Keeps the token for the life of the client. */
export function memoryCsrf(token?: string): CsrfStore {
  let kept = token
  return {
    get: () => kept,
    set(value) {
      kept = value
    },
    clear() {
      kept = undefined
    },
  }
}

/** Local storage where the page may use it, memory otherwise (Node, blocked storage). */
export function defaultCsrf(): CsrfStore {
  try {
    // Node has its own localStorage, which warns on access.
    if (typeof document !== 'undefined') return storageCsrf(globalThis.localStorage)
  } catch {
    // Reading localStorage throws where the browser blocks it.
  }
  return memoryCsrf()
}
