import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Logo } from '../logo/logo.tsx'
import { OutageNotice } from '../outage-notice/outage-notice.tsx'
import { PanelBoundary } from '../panel/panel-boundary.tsx'
import { LanguageMenu } from '../preferences/language-menu.tsx'
import { ThemeMenu } from '../preferences/theme-menu.tsx'
import styles from './open-shell.module.css'
import { Outlier } from './outlier.tsx'

/** Layout of what needs no session: a form on one side, a description of Omen on the other. */
export const OpenShell = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${title} · Omen`
  }, [title])
  return (
    <div className={styles.shell}>
      <div className={styles.side}>
        <header className={styles.head}>
          <span className={styles.brand}>
            <Logo size={24} /> Omen
          </span>
          <span className={styles.tools}>
            <LanguageMenu />
            <ThemeMenu />
          </span>
        </header>
        <main className={styles.form}>
          <h1 className={styles.title}>{title}</h1>
          <OutageNotice />
          {text !== undefined && <p className={styles.text}>{text}</p>}
          <PanelBoundary>{children}</PanelBoundary>
        </main>
      </div>
      <aside className={styles.picture}>
        <Outlier />
        <p className={styles.tagline}>{t('signIn.tagline')}</p>
      </aside>
    </div>
  )
}
