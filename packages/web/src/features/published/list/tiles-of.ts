import type { SystemCount } from '@omen/sdk'
import { KNOWN_SYSTEMS } from '../../../findings/publish/publication-values.ts'

/** A tile for each system that is known or was published, those with the most first, then by name. */
export const tilesOf = (systems: readonly SystemCount[]): SystemCount[] => {
  const published = systems.filter(({ system }) => system !== '')
  const names = new Set(published.map(({ system }) => system.toLowerCase()))
  const others = KNOWN_SYSTEMS.filter((one) => !names.has(one.toLowerCase())).map((system) => ({ system, count: 0 }))
  return [...published, ...others].sort((a, b) => b.count - a.count || a.system.localeCompare(b.system))
}
