import { FORGOTTEN_TEMPLATE } from '../templates/template-store.ts'

/** Values by what the ids of their templates have become; those of forgotten templates are left out. */
export function resolveKeys<Value>(
  values: Iterable<readonly [templateId: number, value: Value]>,
  resolve: (templateId: number) => number,
  join: (a: Value, b: Value) => Value,
): Map<number, Value> {
  const resolved = new Map<number, Value>()
  for (const [id, value] of values) {
    const now = resolve(id)
    if (now === FORGOTTEN_TEMPLATE) continue
    const other = resolved.get(now)
    resolved.set(now, other === undefined ? value : join(other, value))
  }
  return resolved
}
