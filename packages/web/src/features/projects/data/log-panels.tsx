import type { LogTemplate, ProjectData, StoredLine } from '@omen/sdk'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import styles from './log-panels.module.css'

const MAX_HEIGHT = '360px'
/** OpenTelemetry's first number of an error. */
const FIRST_ERROR = 17

/** Of a project for logs: the kinds of its lines with their counts, and its last lines. */
export const LogPanels = ({ data }: { data: ProjectData }) => (
  <>
    <Templates templates={data.templates ?? []} />
    <Lines lines={data.lines ?? []} />
  </>
)

const Templates = ({ templates }: { templates: readonly LogTemplate[] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (templates.length === 0) return null
  const columns: Column<LogTemplate>[] = [
    {
      id: 'text',
      header: t('projects.logs.template'),
      cell: (template) => <TemplateText template={template} />,
      sortBy: ({ text }) => text,
    },
    {
      id: 'count',
      header: t('projects.logs.count'),
      align: 'end',
      cell: ({ count }) => <span data-tabular>{format.count(count)}</span>,
      sortBy: ({ count }) => count,
    },
    {
      id: 'first',
      header: t('projects.logs.first'),
      isHiddenOnPhone: true,
      cell: ({ firstAt }) => <TimeText time={firstAt} />,
      sortBy: ({ firstAt }) => firstAt,
    },
    {
      id: 'last',
      header: t('projects.logs.last'),
      isHiddenOnPhone: true,
      cell: ({ lastAt }) => <TimeText time={lastAt} />,
      sortBy: ({ lastAt }) => lastAt,
    },
  ]
  return (
    <Panel title={t('projects.logs.templates')} flush>
      <DataTable
        label={t('projects.logs.templates')}
        columns={columns}
        rows={templates}
        rowKey={({ id }) => String(id)}
        initialSort={{ id: 'count', desc: true }}
        maxHeight={MAX_HEIGHT}
      />
    </Panel>
  )
}

/** With what differs from line to line marked. */
const TemplateText = ({ template: { text, example, isError } }: { template: LogTemplate }) => {
  const { t } = useTranslation()
  return (
    <code className={styles.text} title={example}>
      {isError && <b className={styles.error}>{t('projects.logs.error')} </b>}
      {text.split('<*>').map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
        <Fragment key={index}>
          {index > 0 && <span className={styles.variable}>…</span>}
          {piece}
        </Fragment>
      ))}
    </code>
  )
}

const Lines = ({ lines }: { lines: readonly StoredLine[] }) => {
  const { t } = useTranslation()
  if (lines.length === 0) return null
  return (
    <Panel title={t('projects.logs.lines')} flush>
      <LineList lines={lines} />
    </Panel>
  )
}

/** Log lines with their time and where they come from, newest first. */
export const LineList = ({ lines }: { lines: readonly StoredLine[] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <section className={styles.lines} aria-label={t('projects.logs.lines')} tabIndex={0}>
      {lines.map(({ time, instance, service, severity, line }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may be the same in all they hold
        <p key={`${time} ${instance} ${index}`} className={styles.line}>
          <span className="muted" data-tabular>
            {format.clock(time)}
          </span>{' '}
          {severity >= FIRST_ERROR && <b className={styles.error}>{t('projects.logs.error')} </b>}
          <span className="muted">{[instance, service].filter((name) => name !== '').join(' ')}</span> {line}
        </p>
      ))}
    </section>
  )
}
