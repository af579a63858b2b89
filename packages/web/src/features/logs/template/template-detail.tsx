import { Button } from '@mantine/core'
import type { LogTemplateAnswer } from '@omen/sdk'
import { IconAlertTriangle, IconEyeOff, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { LineRow } from '../lines/line-row.tsx'
import { templatePlaces } from '../lines/template-places.ts'
import { showLinesAtom } from '../state/log-atoms.ts'
import { contextQuery, examplesQuery, templateQuery } from '../state/log-queries.ts'
import { withoutTemplate } from '../templates/finding-sentence.ts'
import styles from './detail.module.css'
import type { TemplateDetailProps } from './detail-props.ts'
import { NameDialog } from './name-dialog.tsx'
import { SettingDialog } from './setting-dialog.tsx'
import { Shares } from './shares.tsx'
import { VariableValues } from './variable-values.tsx'

/** What is known of one template: its lines in context, what stands in its places, where it comes from. */
export const TemplateDetail = (props: TemplateDetailProps) => {
  const { template, source, time } = props
  const { locale } = useFormat()
  const answer = useQuery(templateQuery(source, template.templateId, time, locale))
  return (
    <div className={styles.detail}>
      <Findings {...props} />
      <div className={styles.columns}>
        <ContextLines {...props} />
        <Loaded query={answer} skeleton={<BlockSkeleton height={150} />}>
          {(data) => <Aside data={data} />}
        </Loaded>
      </div>
      <div className={styles.actions}>
        {props.isMine && <Actions {...props} />}
        <Origin {...props} />
      </div>
    </div>
  )
}

const AROUND = 7

/** The first line of a template in the time, among those before and after it. */
const ContextLines = ({ template, source, time, clock }: TemplateDetailProps) => {
  const { t } = useTranslation()
  const showLines = useSetAtom(showLinesAtom)
  const examples = useQuery(examplesQuery(source, template.templateId, time, 1))
  const first = examples.data?.lines[0]
  const context = useQuery({ ...contextQuery(source, first?.id ?? '', AROUND), enabled: first !== undefined })
  const isNone = examples.data !== undefined && first === undefined
  return (
    <section className={styles.box} aria-label={t('logs.template.lines')}>
      <h3 className={styles.title}>{t(clock.hasTimes ? 'logs.template.lines' : 'logs.template.linesOnly')}</h3>
      {isNone ? (
        <p className="muted">{t('logs.template.noLines')}</p>
      ) : (
        <Loaded query={examples.isError ? examples : context} skeleton={<BlockSkeleton height={110} />}>
          {({ lines }) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
            <section className={styles.lines} tabIndex={0} aria-label={t('logs.lineRow.around')}>
              {lines.map((line) => {
                const places = templatePlaces(template.text, line.line)
                const isMarked =
                  line.id === first?.id || (line.templateId ?? 0) === template.templateId || places !== null
                return <LineRow key={line.id} line={line} clock={clock} variables={places ?? []} isMarked={isMarked} />
              })}
            </section>
          )}
        </Loaded>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        className={styles.all ?? ''}
        onClick={() => showLines({ template: template.templateId })}
      >
        {t('logs.template.allLines', { count: template.count })}
      </Button>
    </section>
  )
}

const Findings = ({ template, clock }: TemplateDetailProps) => {
  const { t } = useTranslation()
  const words = useSeverityWords()
  const { findings, findingsTotal } = template
  if (findingsTotal < 2) return null
  return (
    <ul className={styles.findings} aria-label={t('logs.template.findings')}>
      {findings.map(({ id, kind, val, sentence, start, incidentId }) => (
        <li key={id}>
          <SeverityMark val={kind === 'cold' ? -val : val} words={words} />
          <span className={styles.when}>{clock.moment(start)}</span>
          <span className="break">{withoutTemplate(sentence, template.text)}</span>
          {incidentId !== undefined && <Link to={`/incidents/${incidentId}`}>{t('logs.template.incident')}</Link>}
        </li>
      ))}
      {findings.length < findingsTotal && (
        <li className="muted">{t('logs.template.moreFindings', { count: findingsTotal - findings.length })}</li>
      )}
    </ul>
  )
}

const Aside = ({ data }: { data: LogTemplateAnswer }) => {
  const { t } = useTranslation()
  const instances = data.byInstance.filter(({ name }) => name !== '')
  const services = data.byService.filter(({ name }) => name !== '')
  return (
    <div className={styles.aside}>
      {data.values.map((values, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places of a template have no other name
        <VariableValues key={index} values={values} valuesOf={data.valuesOf} count={data.template.count} />
      ))}
      {instances.length > 0 && (
        <Shares title={t('logs.template.instances')} shares={instances} total={data.template.instancesTotal} />
      )}
      {services.length > 1 && <Shares title={t('logs.template.services')} shares={services} total={services.length} />}
    </div>
  )
}

type DialogName = 'name' | 'critical' | 'ignored'

const Actions = ({ template, source }: TemplateDetailProps) => {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const close = () => setDialog(null)
  const { name, critical, ignored } = template
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPencil size={14} />}
        onClick={() => setDialog('name')}
      >
        {t(name === undefined ? 'logs.template.nameIt' : 'logs.template.rename')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconAlertTriangle size={14} />}
        onClick={() => setDialog('critical')}
      >
        {t(critical ? 'logs.template.notCritical' : 'logs.template.alwaysCritical')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconEyeOff size={14} />}
        onClick={() => setDialog('ignored')}
      >
        {t(ignored ? 'logs.template.stopIgnoring' : 'logs.template.ignore')}
      </Button>
      {dialog === 'name' && <NameDialog template={template} source={source} onClose={close} />}
      {dialog !== null && dialog !== 'name' && (
        <SettingDialog template={template} source={source} setting={dialog} onClose={close} />
      )}
    </>
  )
}

/** The release before it began, and the incident that it belongs to. */
const Origin = ({ template, clock }: TemplateDetailProps) => {
  const { t } = useTranslation()
  const { firstRelease, firstSeen, findings } = template
  const incidentId = findings.find((one) => one.incidentId !== undefined)?.incidentId
  const release =
    firstRelease === undefined
      ? null
      : t('logs.template.release', {
          release: firstRelease.version ?? firstRelease.title,
          after: clock.length(Math.max(0, firstSeen - firstRelease.at)),
        })
  if (release === null && incidentId === undefined) return null
  return (
    <span className={styles.origin}>
      {release}
      {incidentId !== undefined && (
        <>
          {release !== null && ' · '}
          <Link to={`/incidents/${incidentId}`}>{t('logs.template.incident')}</Link>
        </>
      )}
    </span>
  )
}
