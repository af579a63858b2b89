import { Button, Menu } from '@mantine/core'
import type { ReportKind } from '@omen/sdk'
import { IconDownload, IconMail, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../findings/export/save-file.ts'
import { omen } from '../../../lib/api/omen.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { Unbroken } from '../../../ui/unbroken/unbroken.tsx'
import styles from '../page/report.module.css'
import { subjectOf } from '../state/report-query.ts'
import { useSubject } from './use-subject.ts'

const MailDialog = lazy(async () => ({ default: (await import('../mail/mail-dialog.tsx')).MailDialog }))

const FORMATS = { html: 'text/html', md: 'text/markdown', csv: 'text/csv' } as const

interface ReportHeadProps {
  kind: ReportKind
  headline: string
  about: string
  pickers: ReactNode
  /** Which period or day is exported and mailed. */
  shown: { period?: 'day' | 'week' | 'month'; at?: number; day?: string }
}

/** The sentence first; then what can be done with the report. */
export const ReportHead = ({ kind, headline, about, pickers, shown }: ReportHeadProps) => {
  const { t } = useTranslation()
  const subject = useSubject()
  const [isMailing, setMailing] = useState(false)
  const exporting = useMutation({
    mutationFn: async (format: keyof typeof FORMATS) => {
      const text = await omen.reports.export(kind, format, { ...subjectOf(subject), ...shown })
      saveFile(`omen-${kind}.${format}`, new Blob([text], { type: FORMATS[format] }))
    },
  })
  useEffect(() => {
    document.title = `${t(`reports.${kind}`)} · Omen`
  }, [t, kind])
  return (
    <>
      <div className={styles.top}>
        {pickers}
        <span className={styles.spring} />
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('reports.print')}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={<IconDownload size={16} />} loading={exporting.isPending}>
              {t('reports.export')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {(Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map((format) => (
              <Menu.Item key={format} onClick={() => exporting.mutate(format)}>
                {t(`reports.exportAs.${format}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {subject.detection === '' && (
          <Button variant="default" leftSection={<IconMail size={16} />} onClick={() => setMailing(true)}>
            {t('reports.mail')}
          </Button>
        )}
      </div>
      {exporting.isError && <ProblemNotice error={exporting.error} />}
      <div>
        <p className={styles.about}>{about}</p>
        <h1 className={styles.headline}>
          <Unbroken text={headline} />
        </h1>
      </div>
      {isMailing && (
        <Suspense fallback={null}>
          <MailDialog kind={kind} shown={shown} onClose={() => setMailing(false)} />
        </Suspense>
      )}
    </>
  )
}
