import type { DataType } from '@omen/sdk'
import { IconChartLine, IconFileText } from '@tabler/icons-react'

/** The kinds of projects that can be added. */
export const kinds = [
  { name: 'custom', dataType: 'Metric', Icon: IconChartLine },
  { name: 'log', dataType: 'Log', Icon: IconFileText },
] as const satisfies readonly {
  name: string
  dataType: DataType
  Icon: unknown
}[]

export type Kind = (typeof kinds)[number]

/** By its name in the address; the first for an unknown one. */
export const kindOf = (name: string | undefined): Kind => kinds.find((kind) => kind.name === name) ?? kinds[0]
