import { eachItem, type Paged } from '@omen/sdk'
import { counted } from '../render/figures.ts'

/** Which page of a list is shown. */
export interface PageOptions {
  page: number
  pageSize: number
  all?: boolean
}

/** What was loaded of a list. */
export interface Loaded<T> {
  items: T[]
  page: { page: number; pageSize: number; total: number }
  /** Remark to print with it: how to add a first item, or that there are more. */
  remark(noun: string, whenEmpty: string, many?: string): string
}

/** Loads one page of a list, or all pages with `--all`. */
export async function loadList<T>(
  { page, pageSize, all }: PageOptions,
  load: (query: { page: number; pageSize: number }) => Promise<Paged<T>>,
): Promise<Loaded<T>> {
  if (!all) return loaded(await load({ page, pageSize }))
  const items: T[] = []
  for await (const item of eachItem((at) => load({ page: at, pageSize: 500 }))) items.push(item)
  return loaded({ items, page: 1, pageSize: items.length, total: items.length })
}

function loaded<T>({ items, ...page }: Paged<T>): Loaded<T> {
  return {
    items,
    page,
    remark(noun, whenEmpty, many = `${noun}s`) {
      if (page.total === 0) return `No ${many}. ${whenEmpty}`
      const first = (page.page - 1) * page.pageSize
      if (items.length >= page.total) return ''
      return `${first + 1}-${first + items.length} of ${counted(page.total, noun, many)}; --page ${page.page + 1} or --all for more.`
    },
  }
}
