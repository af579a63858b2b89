import type { Model } from './model.ts'

/** For how many rows a level must have held to be the new normal, and whether the shift to it is then no finding at all. */
export type NewNormalRule = { holdRows: number; isDropped: boolean }

/** A level that has held for the rows it has to is looked at for this part of them more. */
export const CONFIRMED = 0.25

const DAY = 86_400_000
/** Rows that a level has to hold, where a day has fewer. */
const FEWEST_HELD = 60

/**
 * A level must have held for the rows of a day, which is the longest that a rhythm keeps a level on one side, and at least for 60 rows.
 * `HolisticCP` asks for 60 rows, and drops the shift.
 */
export function newNormalRule({ modelType, stepMs }: Pick<Model, 'modelType' | 'stepMs'>): NewNormalRule {
  const isDropped = modelType === 'HolisticCP'
  const day = stepMs > 0 && !isDropped ? Math.round(DAY / stepMs) : 0
  return { holdRows: Math.max(FEWEST_HELD, day), isDropped }
}

/** After how many rows a model may learn the level of a fault: not before the periods say that it is the new normal. */
export function acceptsLevelAfter(model: Pick<Model, 'modelType' | 'stepMs'>): number {
  const { holdRows, isDropped } = newNormalRule(model)
  return isDropped ? holdRows : Math.ceil((1 + CONFIRMED) * holdRows)
}
