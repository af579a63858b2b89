import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { OutboundError } from '../../ports/outbound.ts'

/** Special-purpose networks (RFC 6890) and what is not routed to everybody; the last one is the host service of Azure. */
const PRIVATE_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
]
/** The only public IPv6 network, without the parts of it that are for protocols and documentation. */
const PUBLIC_IPV6 = ['2000::/3']
const PRIVATE_IPV6 = ['2001::/23', '2001:db8::/32', '3fff::/20']

export interface AddressGuard {
  /** Whether a connection to the address may be made for the host name, or for the address itself. */
  allows(host: string, address: string): boolean
  /** Throws where the host is an address that is refused: those are never looked up. */
  requireLiteral(host: string): void
  /** As much as can be said before a proxy resolves the name. */
  requireName(host: string): void
}

/** `allowed`: networks, addresses and host names (`.example` with all below it) that may be private; `*` allows all. */
export function createAddressGuard(allowed: readonly string[]): AddressGuard {
  const isRefused = {
    ipv4: blockListOf(PRIVATE_IPV4),
    ipv6: blockListOf(PRIVATE_IPV6),
    public: blockListOf(PUBLIC_IPV6),
  }
  const allowedNetworks = blockListOf(allowed.filter((entry) => isIP(entry.split('/')[0]!) !== 0))
  const isNameAllowed = (host: string): boolean => allowed.some((entry) => matchesName(host.toLowerCase(), entry))
  const isPublic = (address: string): boolean => {
    if (isIPv4(address)) return !isRefused.ipv4.check(address)
    const embedded = embeddedIpv4(address)
    if (embedded !== undefined) return isPublic(embedded)
    return isRefused.public.check(address, 'ipv6') && !isRefused.ipv6.check(address, 'ipv6')
  }
  const allows = (host: string, given: string): boolean => {
    const address = given.split('%')[0]!
    return isPublic(address) || isNameAllowed(host) || isListed(allowedNetworks, address)
  }
  const requireLiteral = (host: string): void => {
    const address = withoutBrackets(host)
    if (isIP(address) !== 0 && !allows(address, address)) throw refusedAddress(address, address)
  }
  return {
    allows,
    requireLiteral,
    requireName(host) {
      requireLiteral(host)
      if (/(^|\.)localhost\.?$/i.test(host) && !isNameAllowed(host)) throw refusedAddress(host, 'this machine')
    },
  }
}

export function refusedAddress(host: string, address: string): OutboundError {
  const subject = host === address ? address : `${host} (${address})`
  return new OutboundError('refusedAddress', {
    en: `${subject} is not a public address, and Omen does not connect to private ones. Whoever runs this server can permit it with OMEN_OUTBOUND_ALLOW.`,
    'zh-CN': `${subject} 不是公网地址，Omen 不会连接私有地址。服务器管理员可通过 OMEN_OUTBOUND_ALLOW 允许该地址。`,
  })
}

export function withoutBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address, bits] = network.split('/')
    const family = isIPv4(address!) ? 'ipv4' : 'ipv6'
    list.addSubnet(address!, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list
}

function isListed(list: BlockList, address: string): boolean {
  const embedded = isIPv6(address) ? embeddedIpv4(address) : undefined
  return (embedded !== undefined && list.check(embedded)) || list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

function matchesName(host: string, entry: string): boolean {
  if (entry === '*' || entry === host) return true
  return entry.startsWith('.') && host.endsWith(entry)
}

/** The IPv4 address that a mapped (::ffff:0:0/96), NAT64 (64:ff9b::/96) or 6to4 (2002::/16) address stands for. */
function embeddedIpv4(address: string): string | undefined {
  const groups = groupsOf(address)
  const start = groups.slice(0, 6).join(':')
  if (start === '0:0:0:0:0:65535' || start === '100:65435:0:0:0:0') return dotted(groups[6]!, groups[7]!)
  return groups[0] === 0x2002 ? dotted(groups[1]!, groups[2]!) : undefined
}

/** The eight numbers of an IPv6 address in any of its forms. */
function groupsOf(address: string): number[] {
  const [left, right] = withoutBrackets(new URL(`http://[${address}]`).hostname)
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':')))
  const zeros = right === undefined ? [] : Array.from({ length: 8 - left!.length - right.length }, () => '0')
  return [...left!, ...zeros, ...(right ?? [])].map((group) => Number.parseInt(group, 16))
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
