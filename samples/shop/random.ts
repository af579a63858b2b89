/** A seeded source of randomness: the same seed gives the same numbers on every machine. */
export type Random = {
  /** Uniform in [0, 1). */
  uniform(): number
  /** Standard normal. */
  gaussian(): number
  /** Standard normal whose scale is four times as large once in eighty draws: metrics have fat tails. */
  shock(): number
  /** Number of events in an interval that has `mean` of them on average. */
  poisson(mean: number): number
  pick<T>(items: readonly T[]): T
}

/** sfc32 (Chris Doty-Humphrey, PractRand), seeded by mixing `seed` and `stream` so that streams do not disturb each other. */
export function createRandom(seed: number, stream = 0): Random {
  let a = mix(seed ^ 0x9e3779b9)
  let b = mix(stream + 0x7f4a7c15)
  let c = mix(a ^ b)
  let counter = 1
  let spare = Number.NaN

  function uniform(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4294967296
  }

  function gaussian(): number {
    if (!Number.isNaN(spare)) {
      const kept = spare
      spare = Number.NaN
      return kept
    }
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()))
    const angle = 2 * Math.PI * uniform()
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }

  function poisson(mean: number): number {
    const limit = Math.exp(-mean)
    let product = uniform()
    let count = 0
    for (; product > limit; count++) product *= uniform()
    return count
  }

  for (let i = 0; i < 12; i++) uniform()
  return {
    uniform,
    gaussian,
    shock: () => gaussian() * (uniform() < 1 / 80 ? 4 : 1),
    poisson,
    pick: (items) => items[Math.floor(uniform() * items.length)]!,
  }
}

/** A number in [0, 1) that depends on its keys alone: for events that must not depend on where a run began. */
export function hashUnit(seed: number, ...keys: number[]): number {
  let hash = mix(seed)
  for (const key of keys) hash = mix(hash ^ (key | 0) ^ Math.imul(Math.floor(key / 4294967296), 0x85ebca6b))
  return (hash >>> 0) / 4294967296
}

/** A random walk that is pulled back to zero (AR(1)): spread `sigma`, forgetting time `tauMs`, sampled every `stepMs`. */
export function createDrift(random: Random, sigma: number, tauMs: number, stepMs: number): () => number {
  const keep = Math.exp(-stepMs / tauMs)
  const push = sigma * Math.sqrt(1 - keep * keep)
  let state = sigma * random.gaussian()
  return () => {
    state = keep * state + push * random.shock()
    return state
  }
}

/** Finaliser of MurmurHash3. */
function mix(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
