import type { Calibration } from '@omen/sdk'

/** The point of a calibration at 1 − pvalue = `nominal`, or the nearest one on a logarithmic scale. */
export const calibrationAt = (
  calibration: Calibration | undefined,
  nominal: number,
): Calibration['points'][number] | null => {
  const distance = (point: { nominal: number }) => Math.abs(Math.log(point.nominal / nominal))
  return (
    (calibration?.points ?? []).filter((point) => point.nominal > 0).sort((a, b) => distance(a) - distance(b))[0] ??
    null
  )
}
