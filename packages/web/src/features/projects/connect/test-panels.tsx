import { Button, Checkbox, TextInput } from '@mantine/core'
import type { ConnectionChoices, ConnectionEstimate, ConnectionSample } from '@omen/sdk'
import { IconPlugConnected, IconPlugConnectedX, IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { usePrompt } from '../../../lib/rules/use-check.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import styles from './connect.module.css'
import { linesOf } from './connection-values.ts'
import { type Figure, Figures } from './figures.tsx'
import type { ConnectionState } from './use-connection.ts'

/** What a test brought: samples, what fetching costs, and what there is to choose from. */
export const TestPanels = ({ state }: { state: ConnectionState }) => {
  const { t } = useConnectTexts()
  const prompt = usePrompt()
  const { test, fields, values } = state
  const tested = test.data?.test
  const hasSamples = tested !== undefined && tested.samples.length > 0
  const chosenFrom = (tested?.choices ?? []).filter(({ total }) => total > 0)
  const hasChosen = fields.some(
    ({ name }) => chosenFrom.some(({ field }) => field === name) && (values[name]?.trim() ?? '') !== '',
  )
  const isWaiting = test.isPending && tested === undefined
  return (
    <>
      <Panel title={t('result.title')} flush={isWaiting || hasSamples}>
        {isWaiting ? (
          <RowsSkeleton rows={5} />
        ) : hasSamples ? (
          <Samples samples={tested.samples} />
        ) : test.isError ? (
          <EmptyState icon={<IconPlugConnectedX size={24} />} text={t('result.failed')} />
        ) : (
          <EmptyState
            icon={<IconPlugConnected size={24} />}
            text={t(
              tested === undefined
                ? 'result.empty'
                : chosenFrom.length > 0 && !hasChosen
                  ? 'result.chooseFirst'
                  : 'result.noSamples',
            )}
          />
        )}
        {tested?.notes.map((note) => (
          <p key={note} className="small muted" style={{ margin: 0, padding: hasSamples ? '8px 16px' : 0 }}>
            {note}
          </p>
        ))}
      </Panel>
      {chosenFrom.length > 0 && (
        <Panel title={t('choices.title')}>
          <div className="stack" style={{ gap: 32 }}>
            {chosenFrom.map((choices) => {
              const field = fields.find(({ name }) => name === choices.field)
              if (!field) return null
              const isList = field.input === 'list'
              return (
                <ChoiceList
                  key={choices.field}
                  choices={choices}
                  label={prompt(field.label)}
                  chosen={isList ? linesOf(values[field.name]) : linesOf(values[field.name]?.replaceAll(',', '\n'))}
                  onChange={(chosen) => state.set(field.name, chosen.join(isList ? '\n' : ','))}
                  onSearch={test.mutate}
                  isSearching={test.isPending}
                />
              )
            })}
          </div>
        </Panel>
      )}
      {hasSamples && (
        <Panel label={t('cost.callsHint')}>
          <Cost estimate={tested.estimate} />
        </Panel>
      )}
    </>
  )
}

/** The newest samples or lines that a service has. */
const Samples = ({ samples }: { samples: readonly ConnectionSample[] }) => {
  const { t } = useConnectTexts()
  const format = useFormat()
  const areLines = samples.some(({ value }) => typeof value === 'string')
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('result.samples')}>
        <thead>
          <tr>
            <th scope="col">{t(areLines ? 'result.line' : 'result.series')}</th>
            <th scope="col" className={styles.value} data-end={!areLines || undefined}>
              {t(areLines ? 'result.instance' : 'result.value')}
            </th>
            <th scope="col" className={styles.seen} data-end>
              {t('result.seen')}
            </th>
          </tr>
        </thead>
        <tbody>
          {samples.map(({ time, name, value, unit }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and the table is replaced as a whole
            <tr key={at}>
              <td title={areLines ? String(value) : name}>
                {areLines ? <span className={styles.line}>{value}</span> : name}
              </td>
              {areLines ? (
                <td title={name}>{name}</td>
              ) : (
                <td data-end>
                  <b>{typeof value === 'number' ? format.figure(value) : '–'}</b> <span className="muted">{unit}</span>
                </td>
              )}
              <td data-end className="muted">
                <TimeText time={time} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** More would only be scrolled past. */
const MAX_SHOWN = 200

interface ChoiceListProps {
  choices: ConnectionChoices
  label: string
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** Asks the service, which has more than it listed. */
  onSearch: (search: string) => void
  isSearching: boolean
}

/** What a service has, to be chosen by name. */
const ChoiceList = ({ choices, label, chosen, onChange, onSearch, isSearching }: ChoiceListProps) => {
  const { t } = useConnectTexts()
  const [query, setQuery] = useState('')
  const heading = useId()
  const { items, total } = choices
  const wanted = query.trim().toLowerCase()
  const found = items.filter(({ id, label: text = '' }) => `${id} ${text}`.toLowerCase().includes(wanted))
  const shown = found.slice(0, MAX_SHOWN)
  const toggle = (id: string): void =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <section aria-labelledby={heading} className="stack" style={{ gap: 12 }}>
      <div className="row-between">
        <b id={heading}>{label}</b>
        <span className="small muted" aria-live="polite">
          {chosen.length > 0 && `${t('choices.selected', { count: chosen.length })} · `}
          {t('choices.shown', { shown: shown.length, all: total })}
        </span>
      </div>
      <div className="row" style={{ flexWrap: 'nowrap' }}>
        <TextInput
          aria-label={t('choices.search')}
          placeholder={t('choices.search')}
          leftSection={<IconSearch size={16} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (items.length < total) onSearch(query.trim())
          }}
          style={{ flex: 1 }}
        />
        {items.length < total && (
          <Button variant="default" loading={isSearching} onClick={() => onSearch(query.trim())}>
            {t('choices.ask')}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="small muted" style={{ margin: 0 }}>
          {t('choices.none', { query })}
        </p>
      ) : (
        <div className={styles.choices}>
          {shown.map(({ id, label: text, seriesCount }) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
            <label key={id} className={styles.choice}>
              <Checkbox checked={chosen.includes(id)} onChange={() => toggle(id)} tabIndex={0} />
              <span className="break">
                {text ?? id} {text !== undefined && text !== id && <span className="small muted">{id}</span>}
              </span>
              {seriesCount !== undefined && (
                <span className={`${styles.count} small muted`}>
                  {t('choices.seriesCount', { count: seriesCount })}
                </span>
              )}
            </label>
          ))}
          {found.length > shown.length && (
            <p className="small muted" style={{ margin: 0, padding: '8px 16px' }}>
              {t('choices.more', { shown: shown.length })}
            </p>
          )}
        </div>
      )}
    </section>
  )
}

/** What fetching costs: series, calls and money a day. */
const Cost = ({ estimate }: { estimate: ConnectionEstimate }) => {
  const { t } = useConnectTexts()
  const format = useFormat()
  const { seriesCount, callsPerDay, usdPerDay } = estimate
  const price = (usd: number): string =>
    new Intl.NumberFormat(format.locale, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
    }).format(usd)
  const figures: Figure[] = [
    ...(seriesCount === undefined
      ? []
      : [{ text: t('cost.series', { count: seriesCount }), hint: t('cost.seriesHint') }]),
    { text: t('cost.calls', { count: Math.round(callsPerDay) }), hint: t('cost.callsHint') },
    ...(usdPerDay === undefined
      ? []
      : [{ text: t('cost.price', { price: price(usdPerDay) }), hint: t('cost.priceHint') }]),
  ]
  return <Figures figures={figures} />
}
