import { TrendBars } from '@omen/charts'
import type { AnalysedTemplate, LogAnalysis } from '@omen/sdk'
import { IconArrowDown, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import { type LogSort, sortAtom, templateAtom } from '../state/log-atoms.ts'
import { lengthOf } from '../state/log-time.ts'
import type { TemplateDetailProps } from '../template/detail-props.ts'
import { TemplateDetail } from '../template/template-detail.tsx'
import { ChangeText } from './change-text.tsx'
import { withoutTemplate } from './finding-sentence.ts'
import { LevelTag } from './level-tag.tsx'
import styles from './template.module.css'
import { TemplateText } from './template-text.tsx'

interface TemplateTableProps extends Omit<TemplateDetailProps, 'template'> {
  data: LogAnalysis
}

/** Templates with their counts and their course; one of them open. */
export const TemplateTable = ({ data, ...shared }: TemplateTableProps) => {
  const { t } = useTranslation()
  const hasBaseline = data.baseline !== undefined
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={t(`logs.tab.${data.kind}`)}>
        <thead>
          <tr>
            <th scope="col" className={styles.chevron}>
              <span className="visually-hidden">{t('logs.column.open')}</span>
            </th>
            <th scope="col">{t('logs.column.template')}</th>
            <SortHead sort="count" usual={data.kind === 'clusters'} isEnd>
              {t('logs.column.count')}
            </SortHead>
            {hasBaseline ? (
              <SortHead sort="change" isEnd isWide>
                {t('logs.column.change')}
              </SortHead>
            ) : (
              <th scope="col" data-align="end" data-wide>
                {t('logs.column.share')}
              </th>
            )}
            <th scope="col" data-wide>
              {shared.clock.length(lengthOf(shared.time, data))}
            </th>
            <SortHead sort="first" isWide>
              {t('logs.column.first')}
            </SortHead>
            <SortHead sort="last" isWide>
              {t('logs.column.last')}
            </SortHead>
          </tr>
        </thead>
        <tbody>
          {data.templates.map((template) => (
            <Row key={template.templateId} template={template} data={data} {...shared} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const COLUMN_COUNT = 7

interface SortHeadProps {
  sort: LogSort
  /** Also where nothing else is chosen. */
  usual?: boolean
  isEnd?: boolean
  isWide?: boolean
  children: string
}

const SortHead = ({ sort, usual = false, isEnd = false, isWide = false, children }: SortHeadProps) => {
  const [chosen, choose] = useAtom(sortAtom)
  const isOn = chosen === sort || (chosen === '' && usual)
  return (
    <th
      scope="col"
      data-align={isEnd ? 'end' : undefined}
      data-wide={isWide || undefined}
      aria-sort={isOn ? 'descending' : 'none'}
    >
      <button type="button" className={styles.sort} onClick={() => choose(chosen === sort ? '' : sort)}>
        {children}
        {isOn && <IconArrowDown size={12} aria-hidden />}
      </button>
    </th>
  )
}

interface RowProps extends TemplateTableProps {
  template: AnalysedTemplate
}

const Row = ({ template, data, ...shared }: RowProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { tokens } = useChartSetup()
  const id = useId()
  const [openId, setOpen] = useAtom(templateAtom)
  const isOpen = openId === template.templateId
  const toggle = () => setOpen(isOpen ? null : template.templateId)
  const { count, share, expected, trend, firstSeen, lastSeen } = template
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const name = template.name ?? template.text
  return (
    <>
      <tr
        className={styles.row}
        data-open={isOpen || undefined}
        data-ignored={template.ignored || undefined}
        data-template={template.templateId}
        onClick={(event) => isPlainClick(event.target) && toggle()}
      >
        <td className={styles.chevron}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={t(isOpen ? 'logs.template.close' : 'logs.template.open', { name })}
            onClick={toggle}
          >
            <Chevron size={14} aria-hidden />
          </button>
        </td>
        <td className={styles.cell}>
          <div className={styles.text}>
            <LevelTag severity={template.severity} />
            {template.services[0] !== undefined && template.services[0] !== '' && (
              <b className={styles.service}>{template.services[0]} </b>
            )}
            {template.name !== undefined && <span className={styles.name}>{template.name}</span>}
            <TemplateText template={template} />
          </div>
          <Findings template={template} />
        </td>
        <td data-align="end">{format.count(count)}</td>
        <td data-align="end" data-wide className="muted">
          {data.baseline === undefined ? format.share(share) : <ChangeText count={count} expected={expected} />}
        </td>
        <td data-wide>
          <TrendBars counts={trend} width={112} height={24} tokens={tokens} />
        </td>
        <td data-wide className={styles.when}>
          {shared.clock.moment(firstSeen)}
        </td>
        <td data-wide className={styles.when}>
          {shared.clock.moment(lastSeen)}
        </td>
      </tr>
      {isOpen && (
        <tr id={id}>
          <td className={styles.detail} colSpan={COLUMN_COUNT}>
            <TemplateDetail template={template} {...shared} />
          </td>
        </tr>
      )}
    </>
  )
}

/** A click on a control inside a row does not open the row, nor does one that ends the selection of text. */
const isPlainClick = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input') === null && String(window.getSelection()) === ''

/** The most severe finding in a sentence, and what was decided about the template. */
const Findings = ({ template }: { template: AnalysedTemplate }) => {
  const { t } = useTranslation()
  const words = useSeverityWords()
  const { findings, findingsTotal, ignored, critical } = template
  const [worst] = findings
  if (worst === undefined && !ignored && !critical) return null
  return (
    <div className={styles.finding}>
      {critical && <span className={styles.tag}>{t('logs.template.critical')}</span>}
      {ignored && <span className={styles.tag}>{t('logs.template.ignored')}</span>}
      {worst !== undefined && (
        <>
          <SeverityMark val={worst.kind === 'cold' ? -worst.val : worst.val} words={words} />
          <span className="truncate">{withoutTemplate(worst.sentence, template.text)}</span>
          {findingsTotal > 1 && (
            <span className="muted">{t('logs.template.moreFindings', { count: findingsTotal - 1 })}</span>
          )}
        </>
      )}
    </div>
  )
}
