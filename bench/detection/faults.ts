import { CannotMeasure, type Measurement } from '../budget.ts'
import type { FaultRun } from '../faults/fault-run.ts'
import { cassandraRuns } from '../faults/fault-runs.ts'
import { compare, detectors, type Line } from '../faults/table.ts'

const PROMISED = ['Holistic', 'Split', 'Hybrid']

/** The faults of two runs, by each detector. Throws CannotMeasure where the data is missing. */
export function run(): Measurement[] {
  const runs = cassandraRuns()
  if (runs.length === 0) throw new CannotMeasure('set OMEN_BENCH_DATA to the folder that holds cassandra/.')
  return runs.flatMap((one) => compare(one, detectors).flatMap((line) => figures(one, line)))
}

function figures(run: FaultRun, { detector, evaluation }: Line): Measurement[] {
  const fault = evaluation.faults[0]!
  const isPromised = PROMISED.includes(detector)
  return [
    {
      what: `${run.name}, ${detector}: fault found and its series named first`,
      unit: 'of 1',
      measured: fault.found && fault.isFirstRight ? 1 : 0,
      ...(isPromised ? { goal: { atLeast: 1 } } : {}),
      note: fault.found ? `${fault.first}, ${(100 * fault.covered).toFixed(0)} % of the fault's rows` : 'not found',
    },
    {
      what: `${run.name}, ${detector}: findings outside the fault`,
      unit: '',
      measured: evaluation.findingsOutside,
      ...(isPromised ? { goal: { atMost: 5 } } : {}),
      note: `${(100 * evaluation.flaggedOutside).toFixed(1)} % of the rows`,
    },
  ]
}
