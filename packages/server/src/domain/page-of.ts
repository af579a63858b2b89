import type { Page } from './wire-types.ts'

/** Which page of a list is wanted; pages count from 1. */
export interface PageRequest {
  readonly page: number
  readonly pageSize: number
}

export function pageOf(request: PageRequest, total: number): Page {
  return { page: request.page, pageSize: request.pageSize, total }
}

export function limitsOf({ page, pageSize }: PageRequest): { limit: number; offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize }
}

/** A pattern for ILIKE that finds the text itself, wherever it stands. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
