import type { Choice, Choices } from '../../ports/collector.ts'

const MAX_CHOICES = 1000

/** Those that contain the text, whatever its case, by name. */
export function findChoices(field: string, choices: readonly Choice[], search: string): Choices {
  const wanted = search.trim().toLowerCase()
  const found = choices.filter(({ id, label }) => (label ?? id).toLowerCase().includes(wanted))
  const items = found.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id))).slice(0, MAX_CHOICES)
  return { field, items, total: found.length }
}

/** Choices that are their names alone. */
export function toChoices(names: readonly string[]): Choice[] {
  return names.map((id) => ({ id }))
}
