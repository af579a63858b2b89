import styles from './unbroken.module.css'

const hyphened = /([^\s\u2e80-\uffff]*-[^\s\u2e80-\uffff]*)/u

/** A sentence in which names such as "host-1" go to the next line as a whole. */
export const Unbroken = ({ text }: { text: string }) =>
  text.split(hyphened).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other
      <span key={index} className={styles.name}>
        {part}
      </span>
    ),
  )
