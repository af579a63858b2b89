import { atom } from 'jotai'
import type { ReactNode } from 'react'

export interface Message {
  id: number
  content: ReactNode
  tone: 'ok' | 'failed'
}

const lastIdAtom = atom(0)
export const messagesAtom = atom<readonly Message[]>([])

/** More than this many at once are not read by anybody: the oldest goes. */
const shownAtOnce = 4

export const showMessageAtom = atom(null, (get, set, content: ReactNode, tone: Message['tone'] = 'ok') => {
  const id = get(lastIdAtom) + 1
  set(lastIdAtom, id)
  set(messagesAtom, [...get(messagesAtom), { id, content, tone }].slice(-shownAtOnce))
})

export const dropMessageAtom = atom(null, (get, set, id: number) => {
  set(
    messagesAtom,
    get(messagesAtom).filter((message) => message.id !== id),
  )
})
