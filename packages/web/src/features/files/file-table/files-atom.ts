import { keepPreviousData } from '@tanstack/react-query'
import { atom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { pageCodec, textCodec } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { recentJobsAtom } from '../../../lib/jobs/jobs-atom.ts'
import { newestJobs } from './file-row-model.ts'

export const fileQueryAtom = atomFromUrl('q', textCodec, 'replace')
export const filePageAtom = atomFromUrl('page', pageCodec)

export const filesAtom = atomWithQuery((get) => {
  const [q, page] = [get(fileQueryAtom).trim(), get(filePageAtom)]
  return {
    queryKey: queryKeys.files.page(q, page),
    queryFn: ({ signal }) => omen.files.list({ page, ...(q !== '' && { q }) }, { signal }),
    placeholderData: keepPreviousData,
  }
})

/** By the handle of their file. */
export const newestJobsAtom = atom((get) => newestJobs(get(recentJobsAtom).data?.items ?? []))

/** Handles of the files that are selected. */
export const selectedFilesAtom = atom<ReadonlySet<string>>(new Set<string>())
