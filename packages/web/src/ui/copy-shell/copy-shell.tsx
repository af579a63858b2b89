import type { ReactNode } from 'react'
import { Logo } from '../logo/logo.tsx'
import { LanguageMenu } from '../preferences/language-menu.tsx'
import { ThemeMenu } from '../preferences/theme-menu.tsx'
import styles from './copy-shell.module.css'

interface CopyShellProps {
  /** Beside the name. */
  note?: string
  children: ReactNode
}

/** Around a copy that is shown alone, by its open link or in a file: nothing else of Omen is there. */
export const CopyShell = ({ note, children }: CopyShellProps) => (
  <div className={styles.page}>
    <header className={styles.top}>
      <span className={styles.brand}>
        <Logo size={20} /> Omen {note !== undefined && <span className="muted tiny">{note}</span>}
      </span>
      <span className={styles.tools}>
        <LanguageMenu />
        <ThemeMenu />
      </span>
    </header>
    <main>{children}</main>
  </div>
)
