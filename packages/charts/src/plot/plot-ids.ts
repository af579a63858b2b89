/** Ids of a plot's shared definitions; unique by prefix, for many charts in one document. */
export interface PlotIds {
  clip: string
  gapHatch: string
  missingHatch: string
  title: string
}

export function plotIds(prefix: string): PlotIds {
  return {
    clip: `${prefix}-clip`,
    gapHatch: `${prefix}-gap`,
    missingHatch: `${prefix}-missing`,
    title: `${prefix}-title`,
  }
}
