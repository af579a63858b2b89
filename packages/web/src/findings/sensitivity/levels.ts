import { parametersOf } from '@omen/sdk/rules'
import { toPosition, toPvalue } from './parameter-scale.ts'

/** Values of pvalue and cvalue that a detection can be re-drawn with. */
export interface Sensitivity {
  pvalue: number
  cvalue: number
}

export const LEVELS = ['low', 'normal', 'high', 'own'] as const
export type Level = (typeof LEVELS)[number]

/** With peers: the distance from them, as a factor. */
const EPSILON_FACTOR = 1.5
/** Half of the normal samples flagged: no level goes below. */
const MIN_POSITION = 0.3

/** The values of a level: normal are those of the run; low flags ten times fewer normal samples, high ten times more. */
export const valuesOf = (level: Exclude<Level, 'own'>, stored: Sensitivity, isPeers: boolean): Sensitivity => {
  if (level === 'normal') return stored
  const sign = level === 'low' ? 1 : -1
  if (isPeers) return { ...stored, pvalue: Number((stored.pvalue * EPSILON_FACTOR ** sign).toFixed(3)) }
  const { range } = parametersOf().pvalue
  const pvalue = toPvalue(Math.max(MIN_POSITION, toPosition(stored.pvalue) + sign))
  return { ...stored, pvalue: Math.min(range.max, Math.max(range.min, pvalue)) }
}

export const levelOf = (values: Sensitivity, stored: Sensitivity, isPeers: boolean): Level => {
  const isSame = (other: Sensitivity) => other.pvalue === values.pvalue && other.cvalue === values.cvalue
  return (['normal', 'low', 'high'] as const).find((level) => isSame(valuesOf(level, stored, isPeers))) ?? 'own'
}
