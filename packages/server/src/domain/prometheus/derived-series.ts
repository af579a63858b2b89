import type { Matcher } from '../../protocols/prometheus-selector.ts'
import { type Labels, NAME_LABEL } from '../../protocols/prometheus-series.ts'
import { labelFilters } from './matching.ts'

/** What a sample of a series is: a value as it was sent, or a figure that detection gave it. */
export type Figure = 'value' | 'degree' | 'low' | 'high'

/** Series that detection adds to each series of a project, by name. */
export const DERIVED_FIGURES: ReadonlyMap<string, Exclude<Figure, 'value'>> = new Map([
  ['omen_score', 'degree'],
  ['omen_expected_low', 'low'],
  ['omen_expected_high', 'high'],
])
/** The score over all series of a project. */
export const PROJECT_SCORE_NAME = 'omen_project_score'
/** 1 for as long as a finding is open. */
export const OPEN_FINDING_NAME = 'omen_finding_open'

export const DERIVED_HELP: ReadonlyMap<string, string> = new Map([
  ['omen_score', 'How far a value is from what is expected: 1 at the threshold, 10 at most, negative below the range'],
  ['omen_expected_low', 'The lower end of the expected range; of a counter that of its rate per second'],
  ['omen_expected_high', 'The upper end of the expected range; of a counter that of its rate per second'],
  [PROJECT_SCORE_NAME, 'The score over all series of the project'],
  [OPEN_FINDING_NAME, '1 for as long as something found in the project is open'],
])

/** Samples of such names are not shown: they would mix with what detection gives. */
export function isDerivedName(name: string): boolean {
  return DERIVED_HELP.has(name)
}

/** The labels of a series that belongs to another: its name is the label `metric`. */
export function derivedLabels(name: string, { [NAME_LABEL]: metric = '', ...labels }: Labels): Labels {
  const { metric: own, ...others } = labels
  return { [NAME_LABEL]: name, ...others, metric, ...(own !== undefined && { exported_metric: own }) }
}

/**
 * Names of derived series that one of the sets can select. A query for data must name them, by `=` or `=~`, so that
 * `{job="node"}` selects what was sent and nothing else.
 */
export function derivedNamesIn(sets: readonly (readonly Matcher[])[], { isListing }: { isListing: boolean }): string[] {
  const ofName = sets.map((matchers) => matchers.filter(({ name }) => name === NAME_LABEL))
  const isMeant = ofName.map(
    (named) => isListing || named.some(({ operator }) => operator === '=' || operator === '=~'),
  )
  const filters = labelFilters(ofName.filter((_, index) => isMeant[index]))
  return [...DERIVED_HELP.keys()].filter((name) => filters.some((holds) => holds({ [NAME_LABEL]: name })))
}
