/** The group a line was put into, or belongs to, and the text of its template. */
export type Assignment = { readonly group: string | number; readonly text: string }

/**
 * How templates of lines agree with the true ones, each in [0, 1]. GA: lines whose whole group is a true group. PA: lines with the
 * true text. FGA and FTA: F1 over groups, and over groups that have the true text too. Source: Khan et al., ICSE 2022.
 */
export type TemplateScores = {
  readonly GA: number
  readonly PA: number
  readonly FGA: number
  readonly FTA: number
}

/** Texts are equal whatever the blanks in them and however many `<*>` follow each other. */
const normal = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/(?:<\*>\s*)+/g, '<*> ')
    .trim()

/** Compares the lines of a log one by one. Throws RangeError where the lists differ in length. */
export function scoreTemplates(truth: readonly Assignment[], made: readonly Assignment[]): TemplateScores {
  if (truth.length !== made.length) throw new RangeError(`${made.length} lines for ${truth.length}`)
  const trueGroups = linesByGroup(truth)
  const madeGroups = linesByGroup(made)
  const isRight = truth.map(({ text }, line) => normal(text) === normal(made[line]!.text))
  let lines = 0
  let groups = 0
  let templates = 0
  for (const members of madeGroups.values()) {
    const [first] = members as [number, ...number[]]
    const { group } = truth[first]!
    const isWhole = trueGroups.get(group)!.length === members.length
    if (!isWhole || members.some((line) => truth[line]!.group !== group)) continue
    lines += members.length
    groups++
    if (isRight[first]) templates++
  }
  const f1 = (good: number): number => (2 * good) / (madeGroups.size + trueGroups.size)
  return {
    GA: lines / truth.length,
    PA: isRight.filter(Boolean).length / truth.length,
    FGA: f1(groups),
    FTA: f1(templates),
  }
}

function linesByGroup(assignments: readonly Assignment[]): Map<string | number, number[]> {
  const groups = new Map<string | number, number[]>()
  assignments.forEach(({ group }, line) => {
    const lines = groups.get(group)
    if (lines) lines.push(line)
    else groups.set(group, [line])
  })
  return groups
}
