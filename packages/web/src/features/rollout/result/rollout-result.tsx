import { ActionIcon, Tooltip } from '@mantine/core'
import { ChartTable, TimeSeriesChart } from '@omen/charts'
import type { RolloutCheck, RolloutLines, RolloutVerdict } from '@omen/sdk'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { useSetAtom } from 'jotai'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeList } from '../../../findings/changes/change-list.tsx'
import { useChanges } from '../../../findings/changes/use-changes.ts'
import { ExportMenu } from '../../../findings/export/export-menu.tsx'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { Command } from '../../../ui/command/command.tsx'
import { LineLegend } from '../../../ui/line-legend/line-legend.tsx'
import { rolloutCommand } from '../state/rollout-command.ts'
import type { RolloutRequest } from '../state/rollout-query.ts'
import { afterColor } from './after-color.ts'
import { DensityCard } from './density-card.tsx'
import { FindingTable, findingKey } from './finding-table.tsx'
import { toRolloutLines } from './rollout-line-model.ts'
import styles from './rollout-result.module.css'

interface RolloutResultProps {
  checked: RolloutCheck
  request: RolloutRequest
  isLoading: boolean
}

/** The verdict in a line with the metrics behind it; then every metric, and one of them drawn. */
export const RolloutResult = ({ checked, request, isLoading }: RolloutResultProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const setParameters = useSetAtom(parametersAtom)
  const { verdict, sentence, reasons, findings, shown, at, before, after } = checked
  const finding = findings.find((one) => shown !== undefined && findingKey(one) === findingKey(shown))
  return (
    <div className="stack" aria-busy={isLoading}>
      <section className={styles.verdict} data-verdict={verdict} aria-label={t('compare.rollout.verdictColumn')}>
        <p className={styles.sentence} role="status">
          {sentence}
        </p>
        <p className={styles.windows}>
          {t('compare.rollout.windows', {
            before: format.duration(before.end - before.start),
            after: format.duration(after.end - after.start),
            at: `${format.when(at)} ${format.timeZone}`,
          })}
        </p>
        {verdict !== 'no-change' && reasons.length > 0 && (
          <>
            <h2 className={styles.why}>{t('compare.rollout.why')}</h2>
            <ol className={styles.reasons}>
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ol>
          </>
        )}
      </section>
      <FindingTable
        findings={findings}
        shown={shown === undefined ? null : findingKey(shown)}
        onShow={({ metric, service }) => setParameters({ metric, service: service ?? null }, 'replace')}
      />
      {shown && finding && (
        <div className={styles.two}>
          <DensityCard shown={shown} verdict={finding.verdict} />
          <LinesCard projectName={request.projectName} shown={shown} verdict={finding.verdict} at={at} />
        </div>
      )}
      {request.at !== null && (
        <Card title={t('compare.rollout.command')}>
          <div className={styles.command}>
            <Command text={rolloutCommand({ ...request, at: request.at })} />
          </div>
        </Card>
      )}
    </div>
  )
}

const HEIGHT = 240

interface LinesCardProps {
  /** Whose changes have flags. */
  projectName: string | undefined
  shown: RolloutLines
  verdict: RolloutVerdict
  at: number
}

/** A metric around the rollout, with what it is compared with in grey. */
const LinesCard = ({ projectName, shown, verdict, at }: LinesCardProps) => {
  const { t } = useTranslation()
  const setup = useChartSetup()
  const svg = useRef<SVGSVGElement>(null)
  const [isTable, setTable] = useState(false)
  const { metric, unit, times } = shown
  const [first, last] = [times[0], times.at(-1)]
  const hasTimes = first !== undefined && last !== undefined
  const changes = useChanges(projectName, hasTimes ? { from: first, to: last } : null)
  const data = useMemo(() => {
    const name = (ago: number) =>
      shown.control === 'instances'
        ? t('compare.rollout.controlLine')
        : t(shown.control === 'weeks' ? 'compare.rollout.weekLine' : 'compare.rollout.dayLine', { count: ago })
    const labels = { before: t('compare.rollout.beforeLine'), after: t('compare.rollout.afterLine'), control: name }
    return { lines: toRolloutLines(shown, at, verdict, labels), flags: changes, ...(unit !== undefined && { unit }) }
  }, [shown, at, verdict, unit, changes, t])
  const { tokens } = setup
  const legend = [
    { label: t('compare.rollout.beforeLine'), color: tokens.lines[0] },
    { label: t('compare.rollout.afterLine'), color: afterColor(verdict, tokens) },
    ...(shown.controls.length === 0 || shown.control === 'none'
      ? []
      : [{ label: t(`compare.rollout.peers.${shown.control}`), color: tokens.peer }]),
  ]
  const turn = t(isTable ? 'compare.outliers.showChart' : 'compare.outliers.showTable', { metric })
  return (
    <Card
      title={t('compare.rollout.lines')}
      count={unit === undefined ? metric : `${metric}, ${unit}`}
      aside={
        <span className={styles.tools}>
          <Tooltip label={turn}>
            <ActionIcon size={26} aria-label={turn} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? <IconChartLine size={16} /> : <IconTable size={16} />}
            </ActionIcon>
          </Tooltip>
          <ExportMenu name={metric} data={data} svg={svg} />
        </span>
      }
    >
      <div className={styles.chart}>
        {isTable ? (
          <div className={styles.table}>
            <ChartTable title={metric} {...data} {...setup} pageSize={25} />
          </div>
        ) : (
          <>
            <LineLegend label={t('compare.outliers.legend')} entries={legend} />
            <TimeSeriesChart {...setup} {...data} title={metric} height={HEIGHT} svgRef={svg} />
          </>
        )}
      </div>
      <ChangeList changes={changes} />
    </Card>
  )
}
