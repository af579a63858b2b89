/** A column of a table: numbers, or one of some values, or lists that most records have none of. */
export type Column<V> = 'number' | 'list' | readonly V[]

/** What is saved of a column. */
export type SavedColumn = Float64Array | Uint8Array | ReadonlyMap<number, readonly unknown[]>

/** Records of the same fields, held by columns: a fraction of the memory of objects. */
export type Table<T> = {
  readonly length: number
  add(record: T): void
  /** A record to be read and changed, until another one is asked for. */
  at(row: number): T
  /** All columns, to be copied before the next call. */
  save(): SavedTable<T>
}

export type SavedTable<T> = { length: number; columns: { readonly [K in keyof T]: SavedColumn } }

type Store = {
  get(row: number): unknown
  set(row: number, value: unknown): void
  grow(capacity: number): void
  save(length: number): SavedColumn
}

const NONE: readonly unknown[] = []

/** A table that is full grows by this factor, from so many rows on. */
const GROWTH = 1.25
const FIRST_ROWS = 16

/** A table with the records that were saved; numbers that were not saved are NaN. Lists are replaced, not changed. */
export function createTable<T extends object>(
  columns: { readonly [K in keyof T]: Column<T[K]> },
  saved?: SavedTable<T>,
): Table<T> {
  const names = Object.keys(columns) as (keyof T)[]
  const stores: Store[] = []
  for (const name of names)
    stores.push(openColumn(columns[name] as Column<unknown>, saved?.columns[name], saved?.length ?? 0))
  let length = saved?.length ?? 0
  let capacity = length
  let row = 0
  const view = {} as T
  for (const [k, name] of names.entries()) {
    const { get, set } = stores[k]!
    Object.defineProperty(view, name, { enumerable: true, get: () => get(row), set: (value) => set(row, value) })
  }
  return {
    get length() {
      return length
    },
    add(record) {
      if (length === capacity) {
        capacity = Math.max(FIRST_ROWS, Math.ceil(capacity * GROWTH))
        for (const store of stores) store.grow(capacity)
      }
      row = length++
      Object.assign(view, record)
    },
    at(wanted) {
      row = wanted
      return view
    },
    save: () => ({
      length,
      columns: Object.fromEntries(names.map((name, k) => [name, stores[k]!.save(length)])) as SavedTable<T>['columns'],
    }),
  }
}

function openColumn(column: Column<unknown>, saved: SavedColumn | undefined, length: number): Store {
  if (column === 'number')
    return numbers((saved as Float64Array | undefined) ?? new Float64Array(length).fill(Number.NaN))
  return column === 'list'
    ? lists(saved as ReadonlyMap<number, readonly unknown[]>)
    : choices(column, saved as Uint8Array)
}

function numbers(saved: Float64Array): Store {
  let held = saved.slice()
  return {
    get: (row) => held[row],
    set(row, value) {
      held[row] = value as number
    },
    grow(capacity) {
      const grown = new Float64Array(capacity)
      grown.set(held)
      held = grown
    },
    save: (length) => held.subarray(0, length),
  }
}

function choices(of: readonly unknown[], saved: Uint8Array | undefined): Store {
  let held = saved === undefined ? new Uint8Array(0) : saved.slice()
  return {
    get: (row) => of[held[row]!],
    set(row, value) {
      held[row] = of.indexOf(value)
    },
    grow(capacity) {
      const grown = new Uint8Array(capacity)
      grown.set(held)
      held = grown
    },
    save: (length) => held.subarray(0, length),
  }
}

function lists(saved: ReadonlyMap<number, readonly unknown[]> | undefined): Store {
  const held = new Map(saved)
  return {
    get: (row) => held.get(row) ?? NONE,
    set(row, value) {
      const list = value as readonly unknown[]
      if (list.length === 0) held.delete(row)
      else held.set(row, list)
    },
    grow: () => {},
    save: () => held,
  }
}
