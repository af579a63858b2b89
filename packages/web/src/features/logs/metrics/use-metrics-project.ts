import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useFormat } from '../../../lib/format/use-format.ts'
import { projectAddress } from '../../../lib/projects/project-address.ts'
import { metricsProjectAtom } from '../state/log-atoms.ts'
import { metricProjectsQuery } from './metrics-query.ts'

/** The project whose metrics stand beside the lines; empty for none, and whether there is any to choose. */
export const useMetricsProject = (): { address: string; hasChoice: boolean } => {
  const { locale } = useFormat()
  const chosen = useAtomValue(metricsProjectAtom)
  const { data = [] } = useQuery(metricProjectsQuery('', locale))
  const [first] = data
  const hasChoice = first !== undefined || (chosen !== null && chosen !== '')
  if (chosen === null) return { address: '', hasChoice }
  if (chosen !== '') return { address: chosen, hasChoice }
  return { address: data.length === 1 && first !== undefined ? projectAddress(first) : '', hasChoice }
}
