import {
  type LabelledScores,
  NAB_PROFILES,
  type NabProfile,
  nabScore,
  normalizeNab,
} from '../../../packages/engine/src/index.ts'
import { createRandom } from '../../../packages/engine/src/stats/random.ts'

/**
 * NAB's score of a corpus in parts, the standard one unless another profile is given: the threshold for each part is the best of all other parts. Nothing else is chosen.
 * Undefined for a corpus without windows.
 */
export function chooseOutOfFold(
  parts: readonly (readonly LabelledScores[])[],
  profile: NabProfile = NAB_PROFILES.standard,
): number | undefined {
  let raw = 0
  let windows = 0
  for (const part of parts) {
    const others = parts.filter((one) => one !== part).flat()
    const { threshold } = nabScore(others, profile)
    const held = nabScore(part, profile, threshold)
    raw += held.raw
    windows += held.windows
  }
  return normalizeNab(raw, windows, profile)
}

/** Puts items into five parts of about the same size, at random. */
export function shuffleIntoFive<Item>(items: readonly Item[], seed: number): Item[][] {
  const draw = createRandom(seed)
  const order = items.map((item) => ({ item, key: draw() })).sort((a, b) => a.key - b.key)
  return Array.from({ length: 5 }, (_, fold) => order.filter((_, k) => k % 5 === fold).map(({ item }) => item))
}
