import type { CallOptions } from '../pages.ts'
import { resource } from '../resource.ts'
import type { Transport } from '../transport.ts'
import type { Scope, Token } from '../types.ts'

/** A token to create; `expiresAt` in epoch milliseconds, never expires if omitted. */
export interface NewToken {
  name: string
  scopes: Scope[]
  expiresAt?: number
}

/** Personal access tokens of the caller. */
export interface Tokens {
  list(options?: CallOptions): Promise<Token[]>
  /** Creates a token; its secret is returned here and never again. */
  create(token: NewToken, options?: CallOptions): Promise<{ token: Token; secret: string }>
  revoke(id: string, options?: CallOptions): Promise<void>
}

/** The token operations of a client. */
export function tokens(transport: Transport): Tokens {
  const collection = resource(transport, '/tokens')
  return {
    list: async (options) => (await collection.list(undefined, {}, options)).tokens,
    create: (token, options) => collection.create(token, options),
    async revoke(id, options) {
      await transport.unwrap(transport.client.DELETE('/tokens/{id}', { params: { path: { id } }, ...options }))
    },
  }
}
