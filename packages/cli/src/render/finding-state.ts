import type { Detection, Period } from '@omen/sdk'

const WORDS = { open: 'open', recovering: 'recovering', newNormal: 'new normal', over: 'over' }

/** How a finding stands when the data end. */
export function stateWord(state: Period['state']): string {
  return WORDS[state]
}

/** Whether any finding is more than over: else a column of states says nothing. */
export function hasStates({ periods, gaps }: Pick<Detection, 'periods' | 'gaps'>): boolean {
  return [...periods, ...gaps].some(({ state }) => state !== 'over')
}
