import type { FaultRun, Finding, KnownFault, Span } from './fault-run.ts'

type FaultJudgement = {
  fault: KnownFault
  found: boolean
  first: string
  isFirstRight: boolean
  covered: number
}

export type Evaluation = {
  faults: FaultJudgement[]
  /** Share of the evaluated rows outside every fault that lie inside a finding. */
  flaggedOutside: number
  /** Findings in the evaluated rows that overlap no fault. */
  findingsOutside: number
}

/** Compares findings with the truth, row by row of the run; half a step of tolerance, as clocks jitter. */
export function evaluate(run: FaultRun, findings: readonly Finding[]): Evaluation {
  const slack = run.whole.stepMs / 2
  const inside = (time: number, spans: readonly Span[]) =>
    spans.some((span) => time >= span.from - slack && time <= span.to + slack)
  const times = Array.from(run.whole.times).filter((time) => time >= run.evaluatedFrom)
  const outside = times.filter((time) => !inside(time, run.faults))
  return {
    faults: run.faults.map((fault) =>
      judgeFault(
        fault,
        findings,
        times.filter((time) => inside(time, [fault])),
        inside,
      ),
    ),
    flaggedOutside: outside.filter((time) => inside(time, findings)).length / Math.max(1, outside.length),
    findingsOutside: findings.filter(
      (finding) =>
        times.some((time) => inside(time, [finding])) &&
        !times.some((time) => inside(time, [finding]) && inside(time, run.faults)),
    ).length,
  }
}

/** The finding that covers most of the fault speaks for it. */
function judgeFault(
  fault: KnownFault,
  findings: readonly Finding[],
  times: readonly number[],
  inside: (time: number, spans: readonly Span[]) => boolean,
): FaultJudgement {
  const covered = (spans: readonly Span[]) => times.filter((time) => inside(time, spans)).length / times.length
  const best = findings
    .map((finding) => ({ finding, share: covered([finding]) }))
    .reduce((a, b) => (b.share > a.share ? b : a), { finding: undefined as Finding | undefined, share: 0 })
  const first = best.finding?.first ?? ''
  return { fault, found: best.share > 0, first, isFirstRight: fault.first.includes(first), covered: covered(findings) }
}
