export { compareStates } from './compare-states.ts'
export type { ComparedStates, StateMember } from './states.ts'
