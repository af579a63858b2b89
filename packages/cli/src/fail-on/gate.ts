import type { Gate, Met } from '../results/gate.ts'

/** One `--fail-on` rule on the results of a command. */
export interface FailOnRule<Subject> {
  readonly rule: string
  /** What meets the rule; undefined if nothing does. */
  check(subject: Subject): Met | undefined
}

/** Collects a repeatable option: one rule that is met is enough. */
export function repeatable<Rule>(read: (text: string) => Rule): (text: string, earlier?: readonly Rule[]) => Rule[] {
  return (text, earlier = []) => [...earlier, read(text)]
}

/** Checks all rules; undefined without any. */
export function checkRules<Subject>(
  rules: readonly FailOnRule<Subject>[] | undefined,
  subject: Subject,
): Gate | undefined {
  if (rules === undefined) return undefined
  const by = rules.flatMap((one) => {
    const met = one.check(subject)
    return met === undefined ? [] : [{ rule: one.rule, ...met }]
  })
  return { rule: rules.map(({ rule }) => rule).join(' or '), matched: by.length > 0, by }
}

/** The gate of several subjects, such as files; what met a rule is prefixed by the subject's name. */
export function checkEach<Subject>(
  rules: readonly FailOnRule<Subject>[] | undefined,
  subjects: readonly { name: string; subject: Subject }[],
): Gate | undefined {
  if (rules === undefined) return undefined
  const by = subjects.flatMap(({ name, subject }) =>
    (checkRules(rules, subject)?.by ?? []).map(({ what, ...met }) => ({
      ...met,
      what: what === undefined ? name : `${name}: ${what}`,
    })),
  )
  return { rule: rules.map(({ rule }) => rule).join(' or '), matched: by.length > 0, by }
}

/** The item with the largest figure, if that fails; for rules that compare each finding. */
export function worstOf<Item>(
  items: readonly Item[],
  figure: (item: Item) => number,
  fails: (value: number) => boolean,
  what: (item: Item) => string | undefined,
): Met | undefined {
  let worst: Item | undefined
  for (const item of items)
    if (fails(figure(item)) && (worst === undefined || figure(item) > figure(worst))) worst = item
  return worst === undefined ? undefined : { value: figure(worst), what: what(worst) }
}

/** A count that fails. */
export function countOf(value: number, fails: (value: number) => boolean): Met | undefined {
  return fails(value) ? { value } : undefined
}

/** At least one. */
export const isAny = (value: number): boolean => value > 0
