import type { Settings } from '../../config/settings.ts'
import type { ParseLimits } from '../../ports/compute.ts'

/** Limits of one file, from the settings. */
export function parseLimitsOf(settings: Settings): ParseLimits {
  const { maxColumns, maxLineBytes, maxDecompressedBytes, maxCompressionRatio, maxCells, maxRows, maxDuplicates } =
    settings
  return { maxColumns, maxLineBytes, maxDecompressedBytes, maxCompressionRatio, maxCells, maxRows, maxDuplicates }
}
