import type { DataType, ProjectKind } from '@omen/sdk'
import {
  IconBrandAws,
  IconBrandGoogle,
  IconChartAreaLine,
  IconChartLine,
  IconDog,
  IconFileText,
} from '@tabler/icons-react'

/** The kinds of projects that can be added; `dataType` is what is sent to one of the kind. */
export const kinds = [
  { name: 'datadog', dataType: 'Metric', Icon: IconDog },
  { name: 'newrelic', dataType: 'Metric', Icon: IconChartAreaLine },
  { name: 'amazon', dataType: 'Metric', Icon: IconBrandAws },
  { name: 'google', dataType: 'Metric', Icon: IconBrandGoogle },
  { name: 'log', dataType: 'Log', Icon: IconFileText },
  { name: 'custom', dataType: 'Metric', Icon: IconChartLine },
] as const satisfies readonly {
  name: ProjectKind
  dataType: DataType
  Icon: unknown
}[]

export type Kind = (typeof kinds)[number]

/** By its name in the address; that of metrics for an unknown one. */
export const kindOf = (name: string | undefined): Kind => kinds.find((kind) => kind.name === name) ?? kinds.at(-1)!
