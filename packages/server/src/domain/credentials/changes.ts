import type { Database } from '../../ports/database.ts'
import type { AccountContext } from '../context.ts'

const CHANNEL = 'omen_credentials'

type Announce = (accountId: string) => void

/**
 * Runs a change that ends credentials of an account (session, token, password, role, account itself) in one
 * transaction, and notifies every server of the database when it commits. Open streams are then authorised again.
 */
export async function changeCredentials<T>(
  ctx: Pick<AccountContext, 'db' | 'notifications'>,
  change: (tx: Database, announce: Announce) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    const changed = new Set<string>()
    const result = await change(tx, (accountId) => void changed.add(accountId))
    for (const accountId of changed) await ctx.notifications.publish(CHANNEL, accountId, tx)
    return result
  })
}

export interface CredentialWatcher {
  onChange(accountId: string): void
  /** Changes may have been missed: all accounts must be checked. */
  onMissed(): void
}

/** Resolves once the watch is active; returns a function that ends it. */
export function watchCredentials(
  ctx: Pick<AccountContext, 'notifications'>,
  watcher: CredentialWatcher,
): Promise<() => Promise<void>> {
  return ctx.notifications.subscribe(CHANNEL, { onMessage: watcher.onChange, onReconnect: watcher.onMissed })
}
