import { pickFrom } from '../ports/random.ts'
import type { Context } from './context.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** An unguessable name, safe in paths and in SQL. */
export function newHandle(ctx: Pick<Context, 'random'>, prefix: 'f' | 'w' | 'ds' | 'sc' | 'pj'): string {
  return `${prefix}_${pickFrom(ctx.random, ALPHABET, 24)}`
}
