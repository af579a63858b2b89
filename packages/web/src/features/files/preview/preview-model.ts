import type { Preview, PreviewColumn } from '@omen/sdk'

export interface MetricColumns {
  metric: string
  instances: string[]
  groups: string[]
  services: string[]
}

const distinct = (values: (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
]

/** Columns by metric, in the order of the file. */
export const columnsByMetric = (columns: readonly PreviewColumn[]): MetricColumns[] =>
  [...Map.groupBy(columns, (column) => column.metric)].map(([metric, own]) => ({
    metric,
    instances: distinct(own.map((column) => column.instance)),
    groups: distinct(own.map((column) => column.group)),
    services: distinct(own.map((column) => column.service)),
  }))

export const countGroups = (columns: readonly PreviewColumn[]): number =>
  distinct(columns.map((column) => column.group)).length

/** Corrections made while reading; null if there were none. */
export const repairs = ({ unsorted = 0, duplicates = 0 }: Preview): { unsorted: number; duplicates: number } | null =>
  unsorted + duplicates > 0 ? { unsorted, duplicates } : null
