import { SegmentedControl, Select } from '@mantine/core'
import type { OutlierComparison } from '@omen/sdk'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { ParameterSlider } from '../../../findings/sensitivity/parameter-slider.tsx'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { type Range, rangeCodec } from '../../../lib/address/url-codecs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { type Source, sourceParameters } from '../../../lib/sources/source.ts'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { SourceSelect } from '../../../ui/source-select/source-select.tsx'
import { useNamedSource } from '../../../ui/source-select/use-named-source.ts'
import { TimeMenu } from '../../../ui/time-menu/time-menu.tsx'
import {
  membersAtom,
  rangeAtom,
  spanAtom,
  TIME_NAMES,
  type TimeName,
  toleranceAtom,
  USUAL_MEMBERS,
  USUAL_TIME,
  USUAL_TOLERANCE,
  VIEW_NAMES,
  type ViewName,
  viewAtom,
} from '../state/outlier-atoms.ts'
import { excess, groupKey, groupOfKey, groupShown, nameOf } from '../state/outlier-rows.ts'
import styles from './outlier-controls.module.css'

interface OutlierControlsProps {
  source: Source
  /** Undefined while it loads. */
  found: OutlierComparison | undefined
}

/** What another source is shown of at first. */
const WHOLE_SOURCE = { metric: null, service: null, series: null, group: null, span: null, range: null }

/** Of which instances are compared, by the API. */
const MAX_MS = 31 * 86_400_000

/** What is compared and how; the answer in a sentence above. */
export const OutlierControls = ({ source, found }: OutlierControlsProps) => {
  const { t } = useTranslation()
  const setParameters = useSetAtom(parametersAtom)
  const [view, setView] = useAtom(viewAtom)
  const { span: rows } = useNamedSource(source)
  const isLong = rows !== null && rows.to - rows.from > MAX_MS
  const shown = found ?? rows ?? { from: Date.now() - 86_400_000, to: Date.now() }
  const whole = source.projectName === undefined ? t(`compare.time.${isLong ? 'whole31' : 'whole'}`) : undefined
  return (
    <>
      <PageHead
        title={t('compare.outliers.title')}
        text={<Headline found={found} />}
        actions={
          <SegmentedControl
            aria-label={t('compare.outliers.views.label')}
            value={view}
            onChange={(value) => setView(value as ViewName)}
            data={VIEW_NAMES.map((name) => ({ value: name, label: t(`compare.outliers.views.${name}`) }))}
          />
        }
      />
      <div className={styles.controls}>
        <SourceSelect
          className={styles.select}
          value={source}
          onChange={(next) => setParameters({ ...sourceParameters(next), ...WHOLE_SOURCE })}
        />
        <MetricSelect found={found} />
        <div className={styles.time}>
          <OutlierTime shown={shown} whole={whole} />
        </div>
        <Sliders found={found} />
      </div>
    </>
  )
}

interface OutlierTimeProps {
  shown: Range
  /** Of a file, no time of which moves on with the latest sample: what all of it is called. */
  whole: string | undefined
}

/** A time that ends with the latest data, or any other; of a file all of it, or a part. */
const OutlierTime = ({ shown, whole }: OutlierTimeProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const setParameters = useSetAtom(parametersAtom)
  const span = useAtomValue(spanAtom)
  const range = useAtomValue(rangeAtom)
  const follow = (name: TimeName | null) => setParameters({ span: name === USUAL_TIME ? null : name, range: null })
  const choices =
    whole === undefined
      ? TIME_NAMES.map((name) => ({
          label: t(`compare.time.${name}`),
          isOn: range === null && name === span,
          onChoose: () => follow(name),
        }))
      : [{ label: whole, isOn: range === null, onChoose: () => follow(null) }]
  return (
    <TimeMenu
      label={range === null ? (whole ?? t(`compare.time.${span}`)) : format.range(range.from, range.to)}
      choices={choices}
      shown={shown}
      onRange={(next) => setParameters({ range: rangeCodec.format(next) })}
    />
  )
}

const MetricSelect = ({ found }: { found: OutlierComparison | undefined }) => {
  const { t } = useTranslation()
  const setParameters = useSetAtom(parametersAtom)
  const shown = found && groupShown(found)
  return (
    <Select
      className={styles.select ?? ''}
      label={t('compare.source.metric')}
      data={(found?.groups ?? []).map((group) => ({
        value: groupKey(group),
        label:
          group.kind === 'compared'
            ? t('compare.outliers.metricItem', {
                metric: group.service === undefined ? group.metric : `${group.metric} (${group.service})`,
                outliers: group.outliers,
                members: group.members.length,
              })
            : t('compare.outliers.metricSmall', { metric: group.metric }),
        disabled: group.kind !== 'compared',
      }))}
      value={shown === undefined ? null : groupKey(shown)}
      onChange={(key) => {
        if (key === null) return
        const { metric, service } = groupOfKey(key)
        setParameters({ metric, service: service === '' ? null : service, series: null })
      }}
      searchable
      allowDeselect={false}
      disabled={found === undefined || found.groups.length === 0}
    />
  )
}

const MAX_TOLERANCE = 10

const Sliders = ({ found }: { found: OutlierComparison | undefined }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [tolerance, setTolerance] = useAtom(toleranceAtom)
  const [members, setMembers] = useAtom(membersAtom)
  const largest = Math.max(4, ...(found?.groups ?? []).map((group) => Math.max(group.members.length, group.got ?? 0)))
  return (
    <>
      <div className={styles.slider}>
        <ParameterSlider
          label={t('compare.outliers.tolerance')}
          hint={t('compare.outliers.toleranceHint')}
          value={Math.min(MAX_TOLERANCE, tolerance ?? USUAL_TOLERANCE)}
          positions={{ min: 1, max: MAX_TOLERANCE, step: 0.5 }}
          write={(value) => format.number(value)}
          onChange={(value) => setTolerance(value === USUAL_TOLERANCE ? null : value)}
        />
      </div>
      <div className={styles.slider}>
        <ParameterSlider
          label={t('compare.outliers.members')}
          hint={t('compare.outliers.membersHint')}
          value={Math.min(largest, members ?? USUAL_MEMBERS)}
          positions={{ min: USUAL_MEMBERS, max: largest, step: 1 }}
          write={(value) => format.count(value)}
          onChange={(value) => setMembers(value === USUAL_MEMBERS ? null : value)}
        />
      </div>
    </>
  )
}

/** The worst of it in a sentence, or that there is nothing. */
const Headline = ({ found }: { found: OutlierComparison | undefined }) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (found === undefined) return null
  const compared = found.groups.filter(({ kind }) => kind === 'compared')
  const shown = groupShown(found)
  const group = shown !== undefined && shown.outliers > 0 ? shown : compared.find(({ outliers }) => outliers > 0)
  if (group === undefined)
    return compared.length === 0
      ? null
      : t('compare.outliers.quiet', { metrics: t('compare.outliers.metrics', { count: compared.length }) })
  const worst = group.members.toSorted((a, b) => excess(b) - excess(a))[0]!
  return t('compare.outliers.found', {
    count: group.outliers,
    all: group.members.length,
    metric: group.metric,
    worst: nameOf(worst),
    distance: format.number(Math.abs(worst.distance), 2),
    side: t(worst.distance < 0 ? 'compare.outliers.below' : 'compare.outliers.above'),
    share: format.share(worst.share),
  })
}
