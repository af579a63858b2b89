import { type ReactNode, useEffect } from 'react'
import styles from './page-head.module.css'

interface PageHeadProps {
  title: string
  /** One sentence under the title. */
  text?: ReactNode
  actions?: ReactNode
  /** Parent page, shown before the title. */
  parent?: ReactNode
}

/** The title of a page, in the document's title too. */
export const PageHead = ({ title, text, actions, parent }: PageHeadProps) => {
  useEffect(() => {
    document.title = `${title} · Omen`
  }, [title])
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        {parent !== undefined && <div className={styles.parent}>{parent}</div>}
        <h1 className={styles.title}>{title}</h1>
        {text !== undefined && <div className={styles.text}>{text}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
