import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { Dismissible } from '../dismissible/dismissible.tsx'
import styles from './messages.module.css'
import { dropMessageAtom, type Message, messagesAtom } from './messages-atom.ts'

/** The stack of messages at the corner of the page. */
export const Messages = () => (
  <div className={styles.stack}>
    {useAtomValue(messagesAtom).map((message) => (
      <One key={message.id} message={message} />
    ))}
  </div>
)

const One = ({ message }: { message: Message }) => {
  const drop = useSetAtom(dropMessageAtom)
  const gone = useCallback(() => drop(message.id), [drop, message.id])
  return (
    <Dismissible kind="message" tone={message.tone} onGone={gone}>
      {message.content}
    </Dismissible>
  )
}
