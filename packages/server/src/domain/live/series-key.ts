import type { LiveValueType, SeriesKey } from '@omen/engine'
import type { series } from '../../schema/index.ts'

type KeyRow = Pick<typeof series.$inferSelect, 'seriesId' | 'metric' | 'instance' | 'service' | 'group' | 'type'>

/** A series of a source, as the engine names it. */
export function keyOf({ seriesId, metric, instance, service, group }: Omit<KeyRow, 'type'>): SeriesKey {
  return { id: seriesId, metric, instance, ...(service !== null && { service }), ...(group !== null && { group }) }
}

/** How its values are read; undefined where they are to tell themselves. */
export function valueTypeOf(type: KeyRow['type']): LiveValueType {
  return type === 'counter' || type === 'gauge' ? type : undefined
}
