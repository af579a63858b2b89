import { type ActionItem, ApiProblem, type PostMortemText } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { useChanged } from '../state/use-changed.ts'
import type { DraftControl } from './use-draft.ts'
import { postMortemQuery } from './use-post-mortem.ts'

/** What is to be saved, and what it was made from. */
export interface Writing {
  text: string
  actions: readonly ActionItem[]
  revision: number
  baseText: string
  baseActions: readonly ActionItem[]
}

/** Two texts made from one: what is to be saved, and what somebody else saved meanwhile. */
export interface Conflict {
  mine: Writing
  theirs: PostMortemText
}

/** Saves a text. Where somebody has saved another meanwhile, nothing is changed: both are at hand. */
export const useSave = (incidentId: string, { draft, forget }: Pick<DraftControl, 'draft' | 'forget'>) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const client = useQueryClient()
  const changed = useChanged()
  const showMessage = useSetAtom(showMessageAtom)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const readNewest = () => client.fetchQuery({ ...postMortemQuery(incidentId, null, locale), staleTime: 0 })
  const save = useMutation({
    onMutate: () => draft,
    mutationFn: async (mine: Writing): Promise<{ saved: PostMortemText } | Conflict> => {
      const { revision, text, actions } = mine
      try {
        return {
          saved: await omen.incidents.savePostMortem({ incidentId }, { revision, text, actions: [...actions] }),
        }
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'CONFLICT') throw error
        const { postMortem: theirs } = await readNewest()
        return { mine, theirs }
      }
    },
    onSuccess: async (outcome, mine, draftThen) => {
      setConflict('saved' in outcome ? null : outcome)
      if (!('saved' in outcome)) return
      // Before the draft goes, so that the old text does not flash
      await readNewest()
      forget({ ...mine, draft: draftThen }, outcome.saved)
      showMessage(t('incidents.postMortem.saved'))
      await changed()
    },
  })
  return { save, conflict, closeConflict: () => setConflict(null) }
}
