import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Page } from '../schema/wire-types.ts'
import { invalidField } from './invalid-field.ts'

/** Which page of a list is wanted; pages count from 1. */
export interface PageRequest {
  readonly page: number
  readonly pageSize: number
}

/** As `next` of the page before: rows are found by their key, however far into the list they are. */
export interface CursorRequest extends PageRequest {
  readonly cursor?: string | undefined
}

/** The sort key of a list; the id breaks ties between rows of the same time. */
interface Key {
  readonly time: number
  readonly id: string
}

/** A list by its key: `descending` has the newest row first. */
export interface KeyColumns {
  readonly time: PgColumn
  readonly id: PgColumn
  readonly order: 'ascending' | 'descending'
}

export function pageOf(request: PageRequest, total: number): Page {
  return { page: request.page, pageSize: request.pageSize, total }
}

export function limitsOf({ page, pageSize }: PageRequest): { limit: number; offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize }
}

/** As `pageOf`, with the cursor of the next page where this one is full. */
export function pageWithNext<T>(
  request: CursorRequest,
  total: number,
  rows: readonly T[],
  keyOf: (row: T) => Key,
): Page {
  const last = rows.at(-1)
  const isFull = rows.length === request.pageSize
  return { ...pageOf(request, total), ...(isFull && last && { next: toCursor(keyOf(last)) }) }
}

/** By the cursor where there is one, else by the number of the page. */
export function cursorLimits(
  request: CursorRequest,
  columns: KeyColumns,
): { limit: number; offset: number; after: SQL | undefined } {
  if (request.cursor === undefined) return { ...limitsOf(request), after: undefined }
  const key = fromCursor(request.cursor, columns.id.getSQLType() === 'bigint' ? NUMERIC_KEY : TEXT_KEY)
  const beyond = columns.order === 'ascending' ? sql`>` : sql`<`
  const after = sql`(${columns.time}, ${columns.id}) ${beyond} (${key.time}, ${key.id})`
  return { limit: request.pageSize, offset: 0, after }
}

function toCursor({ time, id }: Key): string {
  return Buffer.from(`${time} ${id}`).toString('base64url')
}

const TEXT_KEY = /^(-?\d{1,15}) ([\w-]{1,64})$/
const NUMERIC_KEY = /^(-?\d{1,15}) (\d{1,15})$/

function fromCursor(cursor: string, pattern: RegExp): Key {
  const [, time, id] = pattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (time === undefined || id === undefined)
    throw invalidField('cursor', 'is not one that a page gave as next', { rule: 'wrong' })
  return { time: Number(time), id }
}

/** A pattern for ILIKE that finds the text itself, wherever it stands. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
