/** One vertical edge of an area, in px; null interrupts the area. */
export type AreaEdge = { x: number; low: number; high: number } | null

const px = (value: number) => Math.round(value * 10) / 10

function closedRun(run: readonly NonNullable<AreaEdge>[]): string {
  const top = run.map((edge) => `${px(edge.x)},${px(edge.high)}`)
  const bottom = run.map((edge) => `${px(edge.x)},${px(edge.low)}`).reverse()
  return `M${[...top, ...bottom].join('L')}Z`
}

/** An SVG path along the highs and back along the lows, a closed shape for each uninterrupted run. */
export function areaPath(edges: readonly AreaEdge[]): string {
  let path = ''
  let run: NonNullable<AreaEdge>[] = []
  for (const edge of [...edges, null]) {
    if (edge) run.push(edge)
    else if (run.length) {
      path += closedRun(run)
      run = []
    }
  }
  return path
}
