import type { ComparedPeers, comparePeers } from '@omen/engine'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'

/** The comparison; throws a CliError for a metric that is not there, and where no group has enough instances. */
export function requireCompared(name: string, need: number, result: ReturnType<typeof comparePeers>): ComparedPeers {
  if (result.kind === 'unknown-metric') throw unknownMetric(name, result)
  if (result.compared.length > 0) return result
  const hint =
    'Instances of a metric are columns like "cpu[node1],cpu[node2],cpu[node3]". If all columns are one: --one-group.'
  const message = `${name}: no metric has ${need} instances with values`
  throw new CliError(message, { code: 'NOT_ENOUGH_DATA', exit: EXIT_CODE.failed, hint })
}

function unknownMetric(name: string, { metric, metrics }: { metric: string; metrics: string[] }): CliError {
  const few = metrics.slice(0, 10).join(', ')
  const hint = `There ${metrics.length === 1 ? 'is' : 'are'} ${few}${metrics.length > 10 ? ', and more' : ''}.`
  const message = `${name}: no column is of the metric ${metric}`
  return new CliError(message, { code: 'NO_SUCH_METRIC', exit: EXIT_CODE.failed, hint })
}
