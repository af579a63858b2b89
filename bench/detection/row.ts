/** One figure of the detection bench. `goal` reads like '≥ 0.90', and is empty where the figure is for comparison only. */
export type Row = { name: string; goal: string; measured: number; met: boolean }

export function atLeast(name: string, limit: number, measured: number): Row {
  return { name, goal: `≥ ${limit}`, measured, met: measured >= limit }
}

export function atMost(name: string, limit: number, measured: number): Row {
  return { name, goal: `≤ ${limit}`, measured, met: measured <= limit }
}

export function forComparison(name: string, measured: number): Row {
  return { name, goal: '', measured, met: true }
}
