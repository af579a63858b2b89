import { isIPv6 } from 'node:net'

/**
 * The subscriber behind an address, for limits: an IPv4 address is one subscriber, an IPv6 subscriber has a whole /64.
 * An IPv4-mapped IPv6 address counts as IPv4.
 */
export function networkOf(address: string): string {
  const bare = address.split('%')[0]!
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  if (mapped) return mapped[1]!
  return isIPv6(bare) ? `${firstGroups(bare).join(':')}::/64` : bare
}

/** The four groups of the network, without leading zeros. */
function firstGroups(address: string): string[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head, tail] = written.split('::').map((side) => (side === '' ? [] : side.split(':')))
  if (tail === undefined) return head!.slice(0, 4)
  const zeros = Array.from({ length: 8 - head!.length - tail.length }, () => '0')
  return [...head!, ...zeros, ...tail].slice(0, 4)
}
