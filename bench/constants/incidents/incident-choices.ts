import { type Choice, numbers } from '../choose.ts'

/** What is chosen of incidents. */
export const incidentChoices: readonly Choice[] = [
  ...numbers('incidents/incident-kind.ts', { WEIGHT_OF_EFFECTS: [0.12, 0.18, 0.25, 0.35, 0.5, 0.7] }),
  ...numbers('incidents/similar-incidents.ts', { REPEATS: [0.2, 0.3, 0.4, 0.5, 0.6, 0.7] }),
]
