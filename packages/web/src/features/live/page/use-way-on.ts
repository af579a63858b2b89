import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { addressAtom, withParameter } from '../../../lib/address/address-atom.ts'
import type { LiveRequest } from '../state/live-request.ts'

/** Where to go where a project could not be read: back to its own sensitivity, if another was chosen, or to the list. */
export const useWayOn = ({ pvalue, cvalue }: LiveRequest): { name: string; path: string } => {
  const { t } = useTranslation()
  const { pathname, search } = useAtomValue(addressAtom)
  if (pvalue === null && cvalue === null) return { name: t('projects.title'), path: '/projects' }
  const own = ['pvalue', 'cvalue'].reduce((text, name) => withParameter(text, name, null), search)
  return { name: t('analysis.sensitivity.reset'), path: pathname + own }
}
