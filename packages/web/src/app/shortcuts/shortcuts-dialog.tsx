import { Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './shortcuts-dialog.module.css'

const ANYWHERE = [
  [['Ctrl', 'K'], 'search'],
  [['?'], 'help'],
  [['[', ']'], 'incidents'],
  [['Esc'], 'close'],
] as const
const CHART = [
  [['←', '→'], 'move'],
  [['Page ↑', 'Page ↓'], 'moveFar'],
  [['Home', 'End'], 'ends'],
  [['↑', '↓'], 'line'],
  [['+', '−'], 'zoom'],
  [['Enter'], 'select'],
] as const

export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const byHand = [
    [t('frame.shortcuts.drag'), t('frame.shortcuts.dragZoom')],
    [t('frame.shortcuts.shiftDrag'), t('frame.shortcuts.pan')],
    [t('frame.shortcuts.wheel'), t('frame.shortcuts.zoom')],
  ]
  return (
    <Dialog
      onClose={onClose}
      title={<b>{t('frame.shortcuts.title')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <h3 className={styles.head}>{t('frame.shortcuts.anywhere')}</h3>
      <dl className={styles.keys}>
        {ANYWHERE.map(([names, text]) => (
          <Line key={text} names={names} text={t(`frame.shortcuts.${text}`)} />
        ))}
      </dl>
      <h3 className={styles.head}>{t('frame.shortcuts.chart')}</h3>
      <dl className={styles.keys}>
        {CHART.map(([names, text]) => (
          <Line key={text} names={names} text={t(`frame.shortcuts.${text}`)} />
        ))}
        {byHand.map(([name, text]) => (
          <Line key={name} names={[name ?? '']} text={text ?? ''} />
        ))}
      </dl>
    </Dialog>
  )
}

const Line = ({ names, text }: { names: readonly string[]; text: string }) => (
  <div className={styles.line}>
    <dt>
      {names.map((name) => (
        <Kbd key={name}>{name}</Kbd>
      ))}
    </dt>
    <dd>{text}</dd>
  </div>
)
