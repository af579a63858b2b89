import type { Calibration } from '@omen/sdk'

/** Further off than this factor, a point says nothing of a threshold. */
const NEAREST = 3

/** The point of a calibration at 1 − pvalue = `nominal`, or the nearest one on a logarithmic scale; null where none is within a factor of three. */
export const calibrationAt = (
  calibration: Calibration | undefined,
  nominal: number,
): Calibration['points'][number] | null => {
  const distance = (point: { nominal: number }) => Math.abs(Math.log(point.nominal / nominal))
  const near = (calibration?.points ?? []).filter((point) => point.nominal > 0 && distance(point) <= Math.log(NEAREST))
  return near.sort((a, b) => distance(a) - distance(b))[0] ?? null
}
