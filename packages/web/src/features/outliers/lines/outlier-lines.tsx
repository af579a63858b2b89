import { ActionIcon, Tooltip } from '@mantine/core'
import { ChartTable, TimeSeriesChart } from '@omen/charts'
import type { OutlierComparison, PeerGroup, PeerLines } from '@omen/sdk'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeList } from '../../../findings/changes/change-list.tsx'
import { useChanges } from '../../../findings/changes/use-changes.ts'
import { ExportMenu } from '../../../findings/export/export-menu.tsx'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { rangeCodec } from '../../../lib/address/url-codecs.ts'
import type { Source } from '../../../lib/sources/source.ts'
import { Card } from '../../../ui/card/card.tsx'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { LineLegend } from '../../../ui/line-legend/line-legend.tsx'
import { seriesAtom } from '../state/outlier-atoms.ts'
import { toOutlierLines } from './line-model.ts'
import styles from './outlier-lines.module.css'

interface OutlierLinesProps {
  source: Source
  found: OutlierComparison
  lines: PeerLines
  group: PeerGroup
  isLoading: boolean
}

const HEIGHT = 300

/** Peers grey, outliers warm, over the range in which peers are expected; of a chosen instance over its own. */
export const OutlierLines = ({ source, found, lines: given, group, isLoading }: OutlierLinesProps) => {
  const { t } = useTranslation()
  const setup = useChartSetup()
  const svg = useRef<SVGSVGElement>(null)
  const [isTable, setTable] = useState(false)
  const chosen = useAtomValue(seriesAtom)
  const setParameters = useSetAtom(parametersAtom)
  const middle = t('compare.outliers.middle')
  const lines = useMemo(() => toOutlierLines(given, group, { chosen, middle }), [given, group, chosen, middle])
  const { from, to } = found
  const changes = useChanges(source.projectName, { from, to })
  const data = useMemo(
    () => ({ lines, flags: changes, domain: { from, to }, ...(given.unit !== undefined && { unit: given.unit }) }),
    [lines, changes, from, to, given.unit],
  )
  const { metric } = given
  const turn = t(isTable ? 'compare.outliers.showChart' : 'compare.outliers.showTable', { metric })
  const focus = lines.find(({ id }) => id === chosen)
  const hasMiddle = lines.some(({ id }) => id === middle)
  const { tokens } = setup
  const legend = [
    { label: t('compare.outliers.outlierLines'), color: tokens.outlier },
    { label: t('compare.outliers.peers'), color: tokens.peer },
    ...(hasMiddle ? [{ label: middle, color: tokens.lines[0] }] : []),
    ...(focus !== undefined
      ? [{ label: t('compare.outliers.ownRange', { name: focus.label }) }]
      : hasMiddle
        ? [{ label: t('compare.outliers.band') }]
        : []),
  ]
  return (
    <Card
      title={t('compare.outliers.chart', { metric })}
      count={given.unit}
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
      <div className={styles.plot}>
        {isTable ? (
          <div className={styles.table}>
            <ChartTable title={metric} {...data} {...setup} pageSize={25} />
          </div>
        ) : (
          <>
            <LineLegend label={t('compare.outliers.legend')} entries={legend} />
            <TimeSeriesChart
              {...setup}
              {...data}
              title={metric}
              height={HEIGHT}
              focusLineId={focus?.id ?? null}
              isLoading={isLoading}
              fullDomain={data.domain}
              onZoom={(range) => setParameters({ range: rangeCodec.format(range) })}
              svgRef={svg}
            />
          </>
        )}
        {given.lines.length < given.linesTotal && (
          <p className={styles.note}>
            {t('compare.outliers.linesOf', { shown: given.lines.length, all: given.linesTotal })}
          </p>
        )}
      </div>
      <ChangeList changes={changes} />
    </Card>
  )
}
