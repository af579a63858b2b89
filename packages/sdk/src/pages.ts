/** One page of a list. */
export interface Paged<T> {
  items: T[]
  /** From 1. */
  page: number
  pageSize: number
  /** Items on all pages. */
  total: number
  /** The cursor of the next page, from lists that have one. */
  next?: string
}

/** Which page of a list; by default the first, with 50 items. */
export interface PageQuery {
  page?: number | undefined
  pageSize?: number | undefined
}

/** For lists with cursors: as fast far into a long list as at its beginning. */
export interface CursorQuery extends PageQuery {
  /** `next` of the previous page, instead of `page`. */
  cursor?: string | undefined
}

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal
}

/** All items of a list, page after page, each page loaded when its first item is requested. */
export async function* eachItem<T>(
  load: (page: number, cursor: string | undefined) => Promise<Paged<T>>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined
  for (let page = 1; ; page++) {
    const { items, pageSize, total, next } = await load(page, cursor)
    yield* items
    if (items.length === 0 || page * pageSize >= total) return
    cursor = next
  }
}

/** A query without its undefined fields, as `exactOptionalPropertyTypes` requires. */
export function given<T extends object>(query: T): Given<T> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Given<T>
}

/** `T` whose optional fields are absent rather than undefined. */
export type Given<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }
