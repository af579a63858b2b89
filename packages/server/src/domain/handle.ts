import { pickFrom } from '../ports/random.ts'
import type { Context } from './context.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A name that nobody can guess, fit for paths and for SQL. */
export function newHandle(ctx: Pick<Context, 'random'>, prefix: 'f' | 'w' | 'ds' | 'sc'): string {
  return `${prefix}_${pickFrom(ctx.random, alphabet, 24)}`
}
