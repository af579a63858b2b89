import { Menu, UnstyledButton } from '@mantine/core'
import { type Lane, LanesDrawing, lanesModel, useWidth } from '@omen/charts'
import { type LaneKind, laneKinds, toLanes } from '@omen/charts/findings'
import { IconChevronDown } from '@tabler/icons-react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { useChartSetup } from '../../ui/chart-setup/use-chart-setup.ts'
import type { Analysis } from '../analysis.ts'
import { ChangeList } from '../changes/change-list.tsx'
import { rangeAtom } from '../state/range-atoms.ts'
import type { IncidentSelection } from '../state/use-incident-selection.ts'
import { laneKindAtom, laneSidesAtom } from '../state/view-atoms.ts'
import { LaneEdges } from './lane-edges.tsx'
import { LaneFold } from './lane-fold.tsx'
import { LaneLegend } from './lane-legend.tsx'
import { LaneSurface } from './lane-surface.tsx'
import styles from './lanes.module.css'

/** What was found, in time, by instance, metric or group: the most severe and longest first. */
export const LanesCard = ({ analysis, selection }: { analysis: Analysis; selection: IncidentSelection }) => {
  const { t } = useTranslation()
  const [chosen, setKind] = useAtom(laneKindAtom)
  const kinds = useMemo(() => laneKinds(analysis.series), [analysis.series])
  const kind = chosen !== null && kinds.includes(chosen) ? chosen : (kinds[0] ?? 'metric')
  const { lanes, gaps } = useMemo(() => toLanes(analysis, kind), [analysis, kind])
  const { from, to } = useAtomValue(rangeAtom) ?? analysis
  const changes = (analysis.changes ?? []).filter(({ at }) => at >= from && at <= to)
  return (
    <section className={styles.card} aria-label={t('analysis.lanes.title')} tabIndex={-1}>
      <div className={styles.head}>
        <h2 className={styles.heading}>
          <KindMenu kind={kind} kinds={kinds} onKind={setKind} />
        </h2>
        <LaneLegend analysis={analysis} />
      </div>
      <LaneFold lanes={lanes}>
        {(shown) => (
          <>
            <Drawing analysis={analysis} lanes={shown} gaps={gaps} selection={selection} />
            <Spoken lanes={shown} />
          </>
        )}
      </LaneFold>
      <ChangeList changes={changes} />
    </section>
  )
}

const KindMenu = ({
  kind,
  kinds,
  onKind,
}: {
  kind: LaneKind
  kinds: readonly LaneKind[]
  onKind: (kind: LaneKind) => void
}) => {
  const { t } = useTranslation()
  if (kinds.length < 2) return t(`analysis.lanes.by.${kind}`)
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={styles.menu ?? ''}>
          {t(`analysis.lanes.by.${kind}`)} <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((one) => (
          <Menu.Item key={one} role="menuitemradio" aria-checked={one === kind} onClick={() => onKind(one)}>
            {t(`analysis.lanes.by.${one}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type DrawingProps = {
  analysis: Analysis
  lanes: readonly Lane[]
  gaps: ReturnType<typeof toLanes>['gaps']
  selection: IncidentSelection
}

const Drawing = ({ analysis, lanes, gaps, selection }: DrawingProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const prefix = useId()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { tokens, locale, timeZone } = useChartSetup()
  const range = useAtomValue(rangeAtom)
  const { from, to, intervalMs, provisionalFrom, latestDataTimestamp: forecastFrom, changes: flags } = analysis
  const selectedId = selection.selected?.id ?? null
  const model = useMemo(
    () =>
      width > 0
        ? lanesModel(
            {
              title: '',
              lanes,
              gaps,
              overallLabel: '',
              domain: { from, to },
              shown: range,
              selectedId,
              stepMs: intervalMs ?? 0,
              provisionalFrom,
              forecastFrom,
              flags,
              locale,
              timeZone,
            },
            width,
          )
        : null,
    [
      lanes,
      gaps,
      from,
      to,
      intervalMs,
      provisionalFrom,
      forecastFrom,
      flags,
      range,
      selectedId,
      locale,
      timeZone,
      width,
    ],
  )
  const setSides = useSetAtom(laneSidesAtom)
  const left = model?.left
  useEffect(() => setSides(left === undefined ? undefined : { width, left }), [width, left, setSides])
  return (
    <div ref={box} className={styles.drawing} data-part="drawing" style={{ minHeight: 60 + lanes.length * 20 }}>
      {model !== null && (
        <>
          <LanesDrawing
            model={model}
            tokens={tokens}
            overallLabel={t('analysis.lanes.overall')}
            nowLabel={
              forecastFrom === undefined ? undefined : t('analysis.lanes.now', { time: format.time(forecastFrom) })
            }
            idPrefix={prefix}
          />
          <LaneSurface model={model} analysis={analysis} selection={selection} />
          {range !== null && <LaneEdges model={model} analysis={analysis} range={range} />}
        </>
      )}
    </div>
  )
}

/** The lanes for a reader who does not see them. */
const Spoken = ({ lanes }: { lanes: readonly Lane[] }) => {
  const { t } = useTranslation()
  const worst = ({ findings }: Lane) =>
    [...new Set(findings.flatMap(({ number }) => number ?? []))].sort((a, b) => a - b)
  return (
    <ul className="visually-hidden">
      {lanes.map((lane) => {
        const numbers = worst(lane)
        return (
          <li key={lane.id}>
            {numbers.length === 0
              ? t('analysis.lanes.spokenQuiet', { lane: lane.label })
              : t('analysis.lanes.spoken', { lane: lane.label, numbers: numbers.slice(0, 20).join(', ') })}
          </li>
        )
      })}
    </ul>
  )
}
