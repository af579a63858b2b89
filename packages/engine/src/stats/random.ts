/** Uniform numbers in [0, 1), the same for the same seed. */
export type Random = () => number

/** The sfc32 generator by Chris Doty-Humphrey (PractRand), seeded with one number. */
export function createRandom(seed: number): Random {
  let a = seed | 0
  let b = (seed / 0x100000000) | 0
  let c = 0x9e3779b9 | 0
  let counter = 1
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 0x100000000
  }
  for (let k = 0; k < 15; k++) next()
  return next
}

/** A standard normal number by the polar method of Marsaglia. */
export function normal(random: Random): number {
  for (;;) {
    const x = 2 * random() - 1
    const y = 2 * random() - 1
    const r = x * x + y * y
    if (r > 0 && r < 1) return x * Math.sqrt((-2 * Math.log(r)) / r)
  }
}
