/** A line that a log server on loopback has. */
export interface KnownLine {
  readonly service: string
  readonly instance: string
  readonly level: string
  readonly text: string
}

const SERVICES = ['cart', 'checkout'] as const
const INSTANCES = ['web1', 'web2'] as const

/** What the servers wrote at a time: a line each, by service and instance. */
export function knownLinesAt(time: number): KnownLine[] {
  return SERVICES.flatMap((service) =>
    INSTANCES.map((instance) => {
      const seed = Math.floor(time / 1000) * 7919 + service.length * 31 + instance.charCodeAt(3)
      const level = seed % 50 === 0 ? 'error' : 'info'
      const text = level === 'error' ? `payment ${seed % 997} was refused` : `order ${seed % 997} took ${seed % 89} ms`
      return { service, instance, level, text }
    }),
  )
}
