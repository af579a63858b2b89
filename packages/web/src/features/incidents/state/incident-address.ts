import type { ListedIncident } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { projectAddress } from '../../../lib/projects/project-address.ts'
import { userAtom } from '../../../lib/session/session-atom.ts'

/** What the API calls the project of an incident. */
export const useIncidentAddress = ({ projectName, owner }: Pick<ListedIncident, 'projectName' | 'owner'>): string => {
  const userName = useAtomValue(userAtom)?.userName
  return projectAddress({ projectName, owner, mine: owner === userName })
}
