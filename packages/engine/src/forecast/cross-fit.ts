import type { BackTest } from './back-test.ts'
import { blend, blendAt } from './blend.ts'

/** Parts of the origins, each blended by weights from the others. */
const FOLDS = 4

/**
 * What the blend missed by at every origin of the back-test, each with weights found at origins of other times (cross-conformal;
 * Vovk 2015): weights never see the errors they are evaluated by. NaN where nothing came.
 */
export function crossFit(test: BackTest, actual: Float64Array): Float64Array[] {
  const count = test.origins.length
  const foldOf = (which: number) => Math.floor((which * FOLDS) / count)
  const all = test.origins.map((_, which) => which)
  const residuals: Float64Array[] = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const own = all.filter((which) => foldOf(which) === fold)
    const others = all.filter((which) => foldOf(which) !== fold)
    if (own.length === 0) continue
    const segments = blend(test, actual, others.length > 0 ? others : all)
    for (const which of own) {
      const start = test.origins[which]!
      residuals.push(blendAt(test, segments, which).map((said, step) => actual[start + step]! - said))
    }
  }
  return residuals
}
