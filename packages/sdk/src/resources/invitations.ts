import type { CallOptions } from '../pages.ts'
import { resource } from '../resource.ts'
import type { Transport } from '../transport.ts'
import type { Invitation } from '../types.ts'

/** An invitation to issue: one use by default, `expiresAt` in epoch milliseconds. */
export interface NewInvitation {
  uses?: number
  expiresAt?: number
}

/** Invitation codes of the caller. */
export interface Invitations {
  /** Newest first. */
  list(options?: CallOptions): Promise<Invitation[]>
  create(invitation?: NewInvitation, options?: CallOptions): Promise<Invitation>
  revoke(icode: string, options?: CallOptions): Promise<void>
}

/** The invitation operations of a client. */
export function invitations(transport: Transport): Invitations {
  const collection = resource(transport, '/invitations')
  return {
    list: async (options) => (await collection.list(undefined, {}, options)).invitations,
    create: async (invitation = {}, options) => {
      const answer = await collection.create({ uses: 1, ...invitation }, options)
      return answer.invitation
    },
    async revoke(icode, options) {
      const init = { params: { path: { icode } }, ...options }
      await transport.unwrap(transport.client.DELETE('/invitations/{icode}', init))
    },
  }
}
