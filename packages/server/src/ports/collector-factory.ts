import type { Connector, DataType } from '../schema/wire-types.ts'
import type { Collector } from './collector.ts'

/** A connection as its owner gave it; fields are named as on the wire. */
export interface ConnectionFields {
  readonly connector: Connector
  readonly dataType: DataType
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string>>
}

/** Opens the collector of a connection for a project with this interval, milliseconds; nothing is sent before it is used. Throws `CollectorError` for settings that it cannot use. */
export type OpenCollector = (connection: ConnectionFields, stepMs: number) => Collector
