import { type ReactNode, useEffect } from 'react'
import { Unbroken } from '../unbroken/unbroken.tsx'
import styles from './page-head.module.css'

interface PageHeadProps {
  title: string
  /** In the title of the document, where the title is a sentence. */
  name?: string
  /** One sentence under the title. */
  text?: ReactNode
  actions?: ReactNode
  /** Parent page, shown before the title. */
  parent?: ReactNode
}

/** The title of a page, in the document's title too. */
export const PageHead = ({ title, name = title, text, actions, parent }: PageHeadProps) => {
  useEffect(() => {
    document.title = `${name} · Omen`
  }, [name])
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        {parent !== undefined && <div className={styles.parent}>{parent}</div>}
        <h1 className={`${styles.title} lines-3`} title={title}>
          <Unbroken text={title} />
        </h1>
        {text !== undefined && <div className={styles.text}>{text}</div>}
      </div>
      {actions !== undefined && actions !== false && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
