import type { ActionItem } from '@omen/sdk'

/** Action items of two people who began with the same ones: what either added stays, what either changed is changed, mine first. */
export const mergeActions = (
  base: readonly ActionItem[],
  mine: readonly ActionItem[],
  theirs: readonly ActionItem[],
): ActionItem[] => {
  const [before, own, other] = [byId(base), byId(mine), byId(theirs)]
  const kept = theirs.flatMap((item) => {
    const [was, changed] = [before.get(item.id), own.get(item.id)]
    if (changed === undefined) return was !== undefined && isSame(was, item) ? [] : [item]
    return [was !== undefined && isSame(was, changed) ? item : changed]
  })
  const added = mine.filter(({ id }) => !other.has(id) && !before.has(id))
  const changedAlone = mine.filter((item) => {
    const was = before.get(item.id)
    return !other.has(item.id) && was !== undefined && !isSame(was, item)
  })
  return [...kept, ...changedAlone, ...added]
}

const byId = (items: readonly ActionItem[]) => new Map(items.map((item) => [item.id, item]))

const isSame = (one: ActionItem, other: ActionItem): boolean =>
  one.text === other.text && one.assignee === other.assignee && one.done === other.done
