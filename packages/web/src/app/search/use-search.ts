import { useDebouncedValue } from '@mantine/hooks'
import type { Omen } from '@omen/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { incidentPath } from '../../lib/incidents/incident-path.ts'
import { projectAddress, projectPath } from '../../lib/projects/project-address.ts'
import { userAtom } from '../../lib/session/session-atom.ts'
import { FIRST_STEPS, screenGroups } from '../frame/navigation-model.ts'
import { type Hit, matchesQuery, rankHits } from './search-model.ts'

const SETTLE_MS = 150
/** The server rejects longer ones. */
const LONGEST_QUERY = 100

/** Searches screens at once, and the server when typing pauses. */
export const useSearch = (query: string): { hits: Hit[]; isLoading: boolean; isError: boolean } => {
  const { t } = useTranslation()
  const role = useAtomValue(userAtom)?.role ?? 'member'
  const [settled] = useDebouncedValue(query.trim().slice(0, LONGEST_QUERY), SETTLE_MS)
  const format = useFormat()
  const things = useQuery({
    queryKey: queryKeys.search(settled, format.locale),
    queryFn: ({ signal }) => findThings(omen, settled, { signal, relative: format.relative }),
    placeholderData: keepPreviousData,
  })
  const hits = useMemo(() => {
    const screens = [...screenGroups(role).flatMap((group) => group.screens), FIRST_STEPS].map(
      (screen): Hit => ({
        id: screen.name,
        kind: 'screens',
        title: t(`frame.nav.${screen.name}`),
        path: screen.path,
      }),
    )
    const found = [...screens, ...(things.data ?? [])].filter((hit) =>
      matchesQuery(`${hit.title} ${hit.note ?? ''}`, query.trim()),
    )
    return rankHits(found, query)
  }, [things.data, query, role, t])
  return { hits, isLoading: things.isPending, isError: things.isError }
}

const PER_KIND = 6
/** Incidents that began longer ago are looked for in their list. */
const INCIDENTS_MS = 365 * 86_400_000

type Searched = { [Kind in 'incidents' | 'projects' | 'models' | 'files' | 'detections']: Pick<Omen[Kind], 'list'> }

/**
 * Incidents, projects, models, files and detections that the server finds by their names; the first of each for an empty query. No list is
 * loaded beyond what is shown, and the signal aborts all calls.
 */
export const findThings = async (
  { incidents, projects, models, files, detections }: Searched,
  q: string,
  { signal, relative }: { signal: AbortSignal; relative: (time: number) => string },
): Promise<Hit[]> => {
  const query = { pageSize: PER_KIND, ...(q !== '' && { q }) }
  const found = await Promise.all([
    models.list(query, { signal }),
    files.list(query, { signal }),
    detections.list(query, { signal }),
    projects.list(query, { signal }),
    incidents.list({ ...query, order: 'newest', fold: true, from: Date.now() - INCIDENTS_MS }, { signal }),
  ])
  return [
    ...found[0].items.map(
      ({ id, modelName, modelType }): Hit => ({
        id: `model-${id}`,
        kind: 'models',
        title: modelName,
        note: modelType,
        path: `/models/${id}`,
      }),
    ),
    ...found[1].items.map(
      ({ filename, uploadFileName, createdAt }): Hit => ({
        id: `file-${filename}`,
        kind: 'files',
        title: uploadFileName,
        note: relative(createdAt),
        path: `/files/${filename}`,
      }),
    ),
    ...found[2].items.map(
      ({ id, uploadFileName, modelName, modelVersion }): Hit => ({
        id: `detection-${id}`,
        kind: 'detections',
        title: uploadFileName,
        path: `/detections/${id}`,
        ...(modelName !== undefined && { note: `${modelName} v${modelVersion ?? '?'}` }),
      }),
    ),
    ...found[3].items.map((project): Hit => {
      const name = projectAddress(project)
      return {
        id: `project-${name}`,
        kind: 'projects',
        title: project.projectName,
        path: projectPath(name),
        ...(!project.mine && { note: project.owner }),
      }
    }),
    ...found[4].incidents.map(
      ({ id, title, projectName, onset }): Hit => ({
        id: `incident-${id}`,
        kind: 'incidents',
        title,
        note: `${projectName} · ${relative(onset)}`,
        path: incidentPath(id),
      }),
    ),
  ]
}
