/** Whether a name is what a pattern says, in which `*` stands for any text. */
export function matchesPattern(pattern: string, name: string): boolean {
  const parts = pattern.split('*')
  const [first = ''] = parts
  if (parts.length === 1) return name === pattern
  const last = parts.at(-1)!
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false
  let from = first.length
  const end = name.length - last.length
  for (const part of parts.slice(1, -1)) {
    const at = name.indexOf(part, from)
    if (at < 0 || at + part.length > end) return false
    from = at + part.length
  }
  return true
}

/** Whether `metric[instance]`, or a metric without an instance, is what a selector says; without a selector every series is. */
export function isSelected(selector: string | undefined, { metric, instance }: { metric: string; instance: string }) {
  return (
    selector === undefined ||
    matchesPattern(selector.includes('[') ? selector : `${selector}[*]`, `${metric}[${instance}]`)
  )
}
