import { Kbd, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './keys-dialog.module.css'

const anywhere = [
  [['Ctrl', 'K'], 'search'],
  [['?'], 'help'],
  [['Esc'], 'close'],
] as const
const chart = [
  [['←', '→'], 'move'],
  [['Page ↑', 'Page ↓'], 'moveFar'],
  [['Home', 'End'], 'ends'],
  [['[', ']'], 'periods'],
  [['+', '−'], 'zoom'],
  [['Enter'], 'select'],
] as const

export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const byHand = [
    [t('frame.keys.drag'), t('frame.keys.dragZoom')],
    [t('frame.keys.shiftDrag'), t('frame.keys.pan')],
    [t('frame.keys.wheel'), t('frame.keys.zoom')],
  ]
  return (
    <Modal
      opened
      onClose={onClose}
      title={<b>{t('frame.keys.title')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <h3 className={styles.head}>{t('frame.keys.anywhere')}</h3>
      <dl className={styles.keys}>
        {anywhere.map(([names, text]) => (
          <Line key={text} names={names} text={t(`frame.keys.${text}`)} />
        ))}
      </dl>
      <h3 className={styles.head}>{t('frame.keys.chart')}</h3>
      <dl className={styles.keys}>
        {chart.map(([names, text]) => (
          <Line key={text} names={names} text={t(`frame.keys.${text}`)} />
        ))}
        {byHand.map(([name, text]) => (
          <Line key={name} names={[name ?? '']} text={text ?? ''} />
        ))}
      </dl>
    </Modal>
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
