import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { LineRow } from '../lines/line-row.tsx'
import { templatePlaces } from '../lines/template-places.ts'
import { showLinesAtom } from '../state/log-atoms.ts'
import { contextQuery, examplesQuery } from '../state/log-queries.ts'
import styles from './detail.module.css'
import type { TemplateDetailProps } from './detail-props.ts'

const around = 7

/** The first line of a template in the time, among those before and after it. */
export const ContextLines = ({ template, source, time, clock }: TemplateDetailProps) => {
  const { t } = useTranslation()
  const showLines = useSetAtom(showLinesAtom)
  const examples = useQuery(examplesQuery(source, template.templateId, time, 1))
  const first = examples.data?.lines[0]
  const context = useQuery({ ...contextQuery(source, first?.id ?? '', around), enabled: first !== undefined })
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
