import type { FastifyRequest } from 'fastify'
import type { Context, Visitor } from '../domain/context.ts'
import { findVisitor } from '../domain/published/index.ts'

/** Whether a request for what open links and accounts may read comes with the key of a link. */
export function presentsLink(request: FastifyRequest): boolean {
  return keyOf(request) !== undefined
}

/** Authenticates by the key of an open link. Whoever has one is nobody else with it, signed in or not. */
export async function requireVisitor(ctx: Context, request: FastifyRequest): Promise<Visitor> {
  return findVisitor(ctx, keyOf(request) ?? '')
}

function keyOf({ query }: FastifyRequest): string | undefined {
  const { key } = query as { key?: unknown }
  return typeof key === 'string' && key !== '' ? key : undefined
}
