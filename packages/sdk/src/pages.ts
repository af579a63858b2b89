/** One page of a list. */
export interface Paged<T> {
  items: T[]
  /** From 1. */
  page: number
  pageSize: number
  /** Items on all pages. */
  total: number
}

/** Which page of a list; the first with 50 items unless given. */
export interface PageQuery {
  page?: number | undefined
  pageSize?: number | undefined
}

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal
}

/** All items of a list, page after page, each page loaded when its first item is asked for. */
export async function* eachItem<T>(load: (page: number) => Promise<Paged<T>>): AsyncGenerator<T, void, undefined> {
  for (let page = 1; ; page++) {
    const { items, pageSize, total } = await load(page)
    yield* items
    if (items.length === 0 || page * pageSize >= total) return
  }
}

/** A query without what was not given, as exact optional types want it. */
export function given<T extends object>(query: T): Given<T> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Given<T>
}

/** `T` whose optional fields are absent rather than undefined. */
export type Given<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }
