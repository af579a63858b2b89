import { atom } from 'jotai'
import type { ReactNode } from 'react'

export interface Message {
  id: number
  content: ReactNode
  tone: 'ok' | 'failed'
}

const lastIdAtom = atom(0)
export const messagesAtom = atom<readonly Message[]>([])

/** Most messages shown at once; beyond it the oldest is dropped. */
const SHOWN_AT_ONCE = 4

export const showMessageAtom = atom(null, (get, set, content: ReactNode, tone: Message['tone'] = 'ok') => {
  const id = get(lastIdAtom) + 1
  set(lastIdAtom, id)
  set(messagesAtom, [...get(messagesAtom), { id, content, tone }].slice(-SHOWN_AT_ONCE))
})

export const dropMessageAtom = atom(null, (get, set, id: number) => {
  set(
    messagesAtom,
    get(messagesAtom).filter((message) => message.id !== id),
  )
})
