/** Items by a key, groups in the order of their first member. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): [Item, ...Item[]][] {
  const groups = new Map<Key, [Item, ...Item[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()]
}
