import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'

interface PagerProps {
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

/** Pagination of a list; hidden if there is only one page. */
export const Pager = ({ page, pageSize, total, onPage }: PagerProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (total <= pageSize && page === 1) return null
  const from = Math.min((page - 1) * pageSize + 1, total)
  const to = Math.min(page * pageSize, total)
  return (
    <nav
      className="row"
      aria-label={t('general.page.label')}
      style={{ justifyContent: 'flex-end', padding: '8px 16px' }}
    >
      <span className="small muted" data-tabular>
        {t('general.page.of', { from: format.count(from), to: format.count(to), total: format.count(total) })}
      </span>
      <ActionIcon disabled={page <= 1} onClick={() => onPage(page - 1)} aria-label={t('general.page.previous')}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon disabled={to >= total} onClick={() => onPage(page + 1)} aria-label={t('general.page.next')}>
        <IconChevronRight size={18} />
      </ActionIcon>
    </nav>
  )
}
