/**
 * `Holistic` one joint model · `Split` one model per metric · `Hybrid` both · `HolisticCP` Holistic less what a change point
 * explains · `SplitByGroup`, `SplitByService` one joint model per group, per service · `DBScan` instances against their peers.
 */
export type ModelType = 'Holistic' | 'Split' | 'Hybrid' | 'HolisticCP' | 'SplitByGroup' | 'SplitByService' | 'DBScan'

/** Every model type, the default first. */
export const MODEL_TYPES: readonly ModelType[] = [
  'Holistic',
  'Split',
  'Hybrid',
  'HolisticCP',
  'SplitByGroup',
  'SplitByService',
  'DBScan',
]
