import type { CollectionFault, Connector, DataType } from '../../../schema/wire-types.ts'

export type ProviderFields = Readonly<Record<string, string | readonly string[]>>

/** A service on loopback, and how a project connects to it. It has samples or lines of every minute. */
export interface Provider {
  readonly connector: Connector
  readonly dataType: DataType
  readonly settings: ProviderFields
  /** By field, those that it accepts now; of a key file its text. */
  readonly secrets: Readonly<Record<string, string>>
  /** What of the secrets, the earlier ones as well, may be seen nowhere. */
  readonly planted: readonly string[]
  /** Of its own answers; undefined of a real program. */
  readonly wire?: WireControl
  /** The time of its clock; a log is written up to it. */
  setTime(now: number): void
  /** From now on it accepts other secrets: the fields to change. Of a log, which has none, another path to it. */
  changeKey(): Promise<ProviderFields>
  /** Refuses what it is asked, as to those that ask too often, until `accept`; what a collector makes of that. */
  refuse(): Promise<CollectionFault>
  accept(): Promise<void>
  /** Cannot be reached, until `reconnect`; what a collector makes of that. */
  disconnect(): Promise<CollectionFault>
  reconnect(): Promise<void>
  close(): Promise<void>
}

export interface WireControl {
  /** Requests that came so far. */
  readonly calls: number
  fail(status: number, body: string): void
  accept(): void
}

/** A secret that is found where it was left; each round has another. */
export function plantedSecret(name: string, round: number): string {
  return `planted-${name}-${round}-5ecre7`
}
