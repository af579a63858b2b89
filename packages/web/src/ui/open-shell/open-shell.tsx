import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Logo } from '../logo/logo.tsx'
import { OutageNotice } from '../outage-notice/outage-notice.tsx'
import { PanelBoundary } from '../panel/panel-boundary.tsx'
import { LanguageMenu } from '../preferences/language-menu.tsx'
import { ThemeMenu } from '../preferences/theme-menu.tsx'
import styles from './open-shell.module.css'

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

/** Two slow waves and a fixed ripple: irregular, but the same on every visit. */
const baseline = (share: number): number =>
  0.56 - 0.17 * Math.sin(share * Math.PI * 3.2) - 0.05 * Math.sin(share * Math.PI * 9)
const ripple = (index: number): number => 0.035 * Math.sin(index * 12.9898) * Math.cos(index * 4.1414)

const toPath = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

const outlierPath = ({ width, height, samples, outlier }: OutlierPicture) => {
  const at = (index: number, level: number) => ({ x: (index / (samples - 1)) * width, y: level * height })
  const indices = Array.from({ length: samples }, (_, index) => index)
  const level = (index: number) => baseline(index / (samples - 1))
  const values = indices.map((index) => {
    // The two neighbours rise towards the outlier, as in a real spike.
    const rise = index === outlier ? 0.43 : Math.abs(index - outlier) === 1 ? 0.13 : 0
    return at(index, level(index) + ripple(index) - rise)
  })
  const upper = indices.map((index) => at(index, level(index) - 0.1))
  const lower = indices.map((index) => at(index, level(index) + 0.1)).reverse()
  return { band: `${toPath([...upper, ...lower])}Z`, line: toPath(values), point: values[outlier] ?? { x: 0, y: 0 } }
}

const { band, line, point } = outlierPath({ width: 560, height: 240, samples: 90, outlier: 63 })

/** A series inside its expected band, and one point outside: an illustration of the product. */
const Outlier = () => (
  <svg className={styles.outlier} viewBox="0 0 560 240" aria-hidden="true" focusable="false">
    <path d={band} className={styles.band} />
    <path d={line} className={styles.line} />
    <circle cx={point.x} cy={point.y} r="11" className={styles.ring} />
    <circle cx={point.x} cy={point.y} r="5" className={styles.dot} />
  </svg>
)

interface OutlierPicture {
  width: number
  height: number
  samples: number
  /** Index of the sample outside the band. */
  outlier: number
}
