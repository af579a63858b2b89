import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Frame, sliceFrame } from '../../packages/engine/src/index.ts'
import type { FaultRun } from './fault-run.ts'
import { readFrame } from './read-frame.ts'

const samples = join(import.meta.dirname, '../../samples/data')

type Injected = { file: string; kind: string; node: string; from: number; to: number; first: string[] }

/** The week of the samples, all seven faults in one run. */
export function shopRun(): FaultRun {
  const injected = JSON.parse(readFileSync(join(samples, 'shop-injected.json'), 'utf8')) as Injected[]
  const whole = readFrame(join(samples, 'shop-test.csv'))
  return {
    name: 'shop',
    training: readFrame(join(samples, 'shop-training.csv')),
    whole,
    evaluatedFrom: whole.times[0]!,
    faults: injected
      .filter((fault) => fault.file === 'shop-test.csv')
      .map((fault) => ({
        name: fault.node === 'all' ? fault.kind : `${fault.kind} on ${fault.node}`,
        from: fault.from,
        to: fault.to - whole.stepMs,
        first: fault.first,
      })),
  }
}

/**
 * Two runs of a real Cassandra cluster with an injected fault (folder `cassandra` of OMEN_BENCH_DATA); rows count from 0.
 * Empty where the folder is not there.
 */
export function cassandraRuns(): FaultRun[] {
  const folder = process.env.OMEN_BENCH_DATA
  if (folder === undefined || !existsSync(join(folder, 'cassandra'))) return []
  const cpu = readFrame(join(folder, 'cassandra/cpuHog/cassandra.csv'))
  const training = readFrame(join(folder, 'cassandra/cpuHog/cassandra-training.csv'))
  const net = readFrame(join(folder, 'cassandra/netHog/cassandra.csv'))
  return [
    cassandraRun('cpuHog', training, cpu, 499, [714, 724], ['cpu[node2]:1']),
    cassandraRun('netHog', sliceFrame(net, 0, 150), net, 150, [172, 181], ['cpu[node2]:1', 'network_send[node2]:6']),
  ]
}

function cassandraRun(
  name: string,
  training: Frame,
  whole: Frame,
  trainedRows: number,
  rows: readonly [number, number],
  first: readonly string[],
): FaultRun {
  const at = (row: number) => whole.times[row]!
  return {
    name,
    training,
    whole,
    evaluatedFrom: at(trainedRows),
    faults: [{ name, first, from: at(rows[0]), to: at(rows[1]) }],
  }
}
