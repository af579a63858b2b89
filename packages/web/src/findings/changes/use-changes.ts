import type { ProjectEvent } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import type { Range } from '../../lib/address/url-codecs.ts'
import { changesWithinQuery } from '../../lib/projects/changes-query.ts'

const NONE: readonly ProjectEvent[] = []

/** What changed in a project within a time; nothing of a file, which is told of no changes. */
export const useChanges = (projectName: string | undefined, range: Range | null): readonly ProjectEvent[] => {
  const isAsked = projectName !== undefined && range !== null
  const query = changesWithinQuery(projectName ?? '', range ?? { from: 0, to: 0 })
  const { data } = useQuery({ ...query, enabled: isAsked })
  return isAsked ? (data ?? NONE) : NONE
}
