import { CollectorError } from '../../ports/collector.ts'
import type { ConnectionFields } from '../../ports/collector-factory.ts'

/** Reads the fields of a connection by the names that they have on the wire. */
export function connectionReader({ settings, secrets }: ConnectionFields) {
  const fields: Readonly<Record<string, unknown>> = { ...settings, ...secrets }
  const text = (name: string): string | undefined => {
    const value = fields[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    text,
    /** Secrets are missing where they could not be opened. */
    requireText(name: string): string {
      const value = text(name)
      if (value === undefined) throw new CollectorError('query', { providerText: `${name} is missing.` })
      return value
    },
    texts: (name: string): string[] => {
      const value = fields[name]
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
    },
  }
}
