import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../lib/api/omen.ts'
import { type Format, useFormat } from '../../lib/format/use-format.ts'
import { userAtom } from '../../lib/session/session-atom.ts'
import { firstSteps, screenGroups } from '../frame/navigation-model.ts'
import { type Hit, matchesQuery, rankHits } from './search-model.ts'

const perKind = 6

const findThings = async (q: string, format: Format, signal: AbortSignal): Promise<Hit[]> => {
  const query = { pageSize: perKind, ...(q !== '' && { q }) }
  const [models, files, detections] = await Promise.all([
    omen.models.list(query, { signal }),
    omen.files.list(query, { signal }),
    omen.detections.list({ pageSize: 100 }, { signal }),
  ])
  return [
    ...models.items.map(
      (model): Hit => ({
        id: `model-${model.id}`,
        kind: 'models',
        title: model.modelName,
        note: model.modelType,
        path: `/models/${model.id}`,
      }),
    ),
    ...files.items.map(
      (file): Hit => ({
        id: `file-${file.filename}`,
        kind: 'files',
        title: file.uploadFileName,
        note: format.relative(file.createdAt),
        path: `/files/${file.filename}`,
      }),
    ),
    ...detections.items
      .filter((detection) => matchesQuery(`${detection.uploadFileName} ${detection.modelName ?? ''}`, q))
      .slice(0, perKind)
      .map(
        (detection): Hit => ({
          id: `detection-${detection.id}`,
          kind: 'detections',
          title: detection.uploadFileName,
          ...(detection.modelName !== undefined && {
            note: `${detection.modelName} v${detection.modelVersion ?? '?'}`,
          }),
          path: `/detections/${detection.id}`,
        }),
      ),
  ]
}

/** Screens at once, everything else when the reader stops typing. */
export const useSearch = (query: string): { hits: Hit[]; isLoading: boolean; isError: boolean } => {
  const { t } = useTranslation()
  const role = useAtomValue(userAtom)?.role ?? 'member'
  const [settled] = useDebouncedValue(query.trim(), 150)
  const format = useFormat()
  const things = useQuery({
    queryKey: ['search', settled, format.locale],
    queryFn: ({ signal }) => findThings(settled, format, signal),
    placeholderData: keepPreviousData,
  })
  const hits = useMemo(() => {
    const screens = [...screenGroups(role).flatMap((group) => group.screens), firstSteps].map(
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
