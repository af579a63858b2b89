import { type Cause, OperatorError } from '../../ports/operator-error.ts'
import { connectCause } from './connect-cause.ts'

export interface RemoteStore {
  /** As in "PostgreSQL". */
  readonly name: string
  /** The setting with its address: `OMEN_DATABASE_URL`. */
  readonly setting: string
  readonly url: string
  /** Refusals by the store itself; everything else is a failure of the connection. */
  causeOf(error: unknown): Cause | undefined
}

/** Opens a store of another machine. A failure that an operator can mend becomes a sentence that names the host, the cause and the setting. */
export async function openStore<T>(store: RemoteStore | null, open: () => Promise<T>): Promise<T> {
  if (store === null) return open()
  try {
    return await open()
  } catch (error) {
    const cause = store.causeOf(error) ?? connectCause(error, store.setting)
    if (error instanceof OperatorError || cause === undefined) throw error
    throw new OperatorError(`${store.name} at ${hostOf(store.url)} cannot be used: ${cause.why}. ${cause.advice}`, {
      cause: error,
    })
  }
}

/** Host and port of an address, never its user or password. The host of a socket stands in a parameter. */
function hostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || (searchParams.get('host') ?? 'localhost')
}
