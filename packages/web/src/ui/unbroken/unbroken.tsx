import styles from './unbroken.module.css'
import { unbrokenParts } from './unbroken-parts.ts'

/** A sentence in which names such as "host-1" and figures with their unit go to the next line as a whole. */
export const Unbroken = ({ text }: { text: string }) =>
  unbrokenParts(text).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other
      <span key={index} className={part.includes('-') ? styles.name : styles.figure}>
        {part}
      </span>
    ),
  )
