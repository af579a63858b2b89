interface OutlierPicture {
  width: number
  height: number
  samples: number
  /** Index of the sample outside the band. */
  outlier: number
}

/** Two slow waves and a fixed ripple: irregular, but the same on every visit. */
const baseline = (share: number): number =>
  0.56 - 0.17 * Math.sin(share * Math.PI * 3.2) - 0.05 * Math.sin(share * Math.PI * 9)
const ripple = (index: number): number => 0.035 * Math.sin(index * 12.9898) * Math.cos(index * 4.1414)

const toPath = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

export const outlierPath = ({ width, height, samples, outlier }: OutlierPicture) => {
  const at = (index: number, level: number) => ({ x: (index / (samples - 1)) * width, y: level * height })
  const indices = Array.from({ length: samples }, (_, index) => index)
  const level = (index: number) => baseline(index / (samples - 1))
  const values = indices.map((index) => {
    // The two neighbours rise towards the outlier, as in a real spike.
    const rise = index === outlier ? 0.43 : Math.abs(index - outlier) === 1 ? 0.13 : 0
    return at(index, level(index) + ripple(index) - rise)
  })
  const upper = indices.map((index) => at(index, level(index) - 0.1))
  const lower = indices.map((index) => at(index, level(index) + 0.1)).reverse()
  return { band: `${toPath([...upper, ...lower])}Z`, line: toPath(values), point: values[outlier] ?? { x: 0, y: 0 } }
}
