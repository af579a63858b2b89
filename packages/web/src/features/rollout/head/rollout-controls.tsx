import { Anchor, Select, TagsInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { listCodec } from '../../../lib/address/url-codecs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { type Source, sourceParameters } from '../../../lib/sources/source.ts'
import { fromZonedInput, toZonedInput } from '../../../lib/time/zoned-input.ts'
import { SourceSelect } from '../../../ui/source-select/source-select.tsx'
import { type NamedSource, useNamedSource } from '../../../ui/source-select/use-named-source.ts'
import {
  afterAtom,
  BEFORE_NAMES,
  beforeAtom,
  instancesAtom,
  type LengthName,
  lengthMs,
  SETTLE_NAMES,
  settleAtom,
} from '../state/rollout-atoms.ts'
import { deploymentsQuery, type RolloutRequest } from '../state/rollout-query.ts'
import styles from './rollout-controls.module.css'

interface RolloutControlsProps {
  source: Source | null
  request: RolloutRequest
  /** Of the source, once it was checked. */
  instances: readonly string[]
}

/** Which rollout, and what before and after it counts. */
export const RolloutControls = ({ source, request, instances }: RolloutControlsProps) => {
  const setParameters = useSetAtom(parametersAtom)
  const { span } = useNamedSource(source)
  return (
    <div className={styles.controls}>
      <SourceSelect
        className={styles.wide}
        value={source}
        onChange={(next) =>
          setParameters({ ...sourceParameters(next), at: null, instances: null, metric: null, service: null })
        }
      />
      {source?.projectName !== undefined && <DeploymentSelect address={source.projectName} at={request.at} />}
      <Moment at={request.at} span={span} />
      <Windows />
      <Instances known={instances} />
    </div>
  )
}

const DeploymentSelect = ({ address, at }: { address: string; at: number | null }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const setParameters = useSetAtom(parametersAtom)
  const deployments = useQuery(deploymentsQuery(address))
  const all = deployments.data ?? []
  const chosen = all.find((event) => event.at === at)
  return (
    <Select
      className={styles.wide ?? ''}
      label={t('compare.rollout.event')}
      placeholder={all.length === 0 ? '–' : t('compare.rollout.eventChoose')}
      description={deployments.data?.length === 0 ? t('compare.rollout.eventNone') : undefined}
      error={deployments.isError && <Unread onRetry={() => void deployments.refetch()} />}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={all.map((event) => ({ value: event.id, label: `${format.when(event.at)} · ${event.title}` }))}
      value={chosen?.id ?? null}
      onChange={(id) => {
        const event = all.find((one) => one.id === id)
        if (event === undefined) return
        setParameters({
          at: String(event.at),
          instances: listCodec.format(event.instances),
          metric: null,
          service: null,
        })
      }}
      disabled={all.length === 0}
      allowDeselect={false}
      searchable
    />
  )
}

const Unread = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation()
  return (
    <>
      {t('compare.rollout.eventFailed')}{' '}
      <Anchor component="button" type="button" inherit onClick={onRetry}>
        {t('general.retry')}
      </Anchor>
    </>
  )
}

/** Of a file it lies between its first and its last row. */
const Moment = ({ at, span }: { at: number | null; span: NamedSource['span'] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { timeZone } = format
  const setParameters = useSetAtom(parametersAtom)
  return (
    <TextInput
      className={styles.moment ?? ''}
      type="datetime-local"
      label={t('compare.rollout.at')}
      {...(span !== null && {
        min: toZonedInput(span.from, timeZone),
        max: toZonedInput(span.to, timeZone),
        description: t('compare.rollout.within', { span: format.range(span.from, span.to) }),
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      })}
      // Another moment that was chosen beside it is written anew
      key={at ?? 'none'}
      defaultValue={at === null ? '' : toZonedInput(at, timeZone)}
      onBlur={(event) => {
        const next = fromZonedInput(event.currentTarget.value, timeZone)
        const isSame = at !== null && event.currentTarget.value === toZonedInput(at, timeZone)
        if (next !== null && !isSame) setParameters({ at: String(next) })
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}

const Windows = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const [before, setBefore] = useAtom(beforeAtom)
  const [after, setAfter] = useAtom(afterAtom)
  const [settle, setSettle] = useAtom(settleAtom)
  const choices = (names: readonly string[], empty: string) =>
    names.map((name) => ({ value: name, label: name === '' ? empty : format.duration(lengthMs(name) ?? 0) }))
  return (
    <>
      <Select
        className={styles.wide ?? ''}
        label={t('compare.rollout.before')}
        data={choices(BEFORE_NAMES, t('compare.rollout.beforeAuto'))}
        value={before}
        onChange={(value) => setBefore((value ?? '') as LengthName)}
        allowDeselect={false}
      />
      <Select
        className={styles.length ?? ''}
        label={t('compare.rollout.after')}
        data={choices(BEFORE_NAMES, t('compare.rollout.auto'))}
        value={after}
        onChange={(value) => setAfter((value ?? '') as LengthName)}
        allowDeselect={false}
      />
      <Select
        className={styles.length ?? ''}
        label={t('compare.rollout.settle')}
        data={choices(SETTLE_NAMES, t('compare.rollout.none'))}
        value={settle}
        onChange={(value) => setSettle((value ?? '') as (typeof SETTLE_NAMES)[number])}
        allowDeselect={false}
      />
    </>
  )
}

const Instances = ({ known }: { known: readonly string[] }) => {
  const { t } = useTranslation()
  const [instances, setInstances] = useAtom(instancesAtom)
  return (
    <TagsInput
      className={styles.wide ?? ''}
      label={t('compare.rollout.instances')}
      placeholder={instances.length === 0 ? t('compare.rollout.instancesAll') : ''}
      data={known.filter((name) => name !== '')}
      value={instances}
      onChange={setInstances}
      maxTags={500}
      splitChars={[]}
      clearable
      limit={100}
      acceptValueOnBlur={false}
    />
  )
}
