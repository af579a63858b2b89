import type { Published } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { Command } from '../../../ui/command/command.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { badgeOf } from './badge-of.ts'

/** The badge, and what to put into a README for it. */
export const BadgeDialog = ({ record, onClose }: { record: Published; onClose: () => void }) => {
  const { t } = useTranslation()
  const { address, markdown } = badgeOf(record, location.origin)
  const shown = new URL(address)
  return (
    <Dialog
      onClose={onClose}
      title={<b>{t('published.badge')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <div className="stack">
        <p style={{ margin: 0 }}>{t('published.badgeText')}</p>
        <img
          src={`${shown.pathname}${shown.search}`}
          alt={t('published.badgeOf', { name: record.name })}
          height={20}
          style={{ alignSelf: 'flex-start' }}
        />
        <Command text={markdown} />
        <p className="muted tiny" style={{ margin: 0 }}>
          {t(record.link === undefined ? 'published.badgeClosed' : 'published.badgeOpen')}
        </p>
      </div>
    </Dialog>
  )
}
