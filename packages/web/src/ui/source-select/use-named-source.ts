import { useQuery } from '@tanstack/react-query'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { fileQuery } from '../../lib/files/file-query.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import type { Source } from '../../lib/sources/source.ts'

export interface NamedSource {
  /** What the user called it; its handle until that is read. */
  readonly name: string
  /** Times of the first and the last row; null of a project, whose end moves on. */
  readonly span: { readonly from: number; readonly to: number } | null
}

/** What a source is called, and which time a file spans. */
export const useNamedSource = (source: Source | null): NamedSource => {
  const { locale } = useFormat()
  const { projectName = '', filename = '', detectionId = '' } = source ?? {}
  const file = useQuery({ ...fileQuery(filename), enabled: filename !== '' }).data?.file
  const detection = useQuery({
    queryKey: queryKeys.detection.one(detectionId, null, null, locale),
    queryFn: ({ signal }) => omen.detections.get(detectionId, {}, { signal }),
    staleTime: 60_000,
    enabled: detectionId !== '',
  }).data
  if (detectionId !== '') return { name: detection?.uploadFileName ?? detectionId, span: spanOf(detection) }
  if (filename !== '') return { name: file?.uploadFileName ?? filename, span: spanOf(file?.summary) }
  return { name: projectName, span: null }
}

const spanOf = (rows: { from: number | null; to: number | null } | undefined): NamedSource['span'] =>
  rows === undefined || rows.from === null || rows.to === null ? null : { from: rows.from, to: rows.to }
