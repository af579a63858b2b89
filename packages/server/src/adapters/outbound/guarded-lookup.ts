import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { type AddressGuard, refusedAddress } from './address-guard.ts'

/** As `dns.lookup` with `all`. */
export type LookupAll = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** For `net.connect`, which connects to one of the addresses that this one lets through. */
export function createGuardedLookup(guard: AddressGuard, lookup: LookupAll = systemLookup): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const allowed = addresses.filter(({ address }) => guard.allows(host, address))
      const [first] = allowed
      if (!first) return callback(refusedAddress(host, addresses[0]?.address ?? 'no address'), [])
      if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}
