import { Button, Checkbox, TextInput } from '@mantine/core'
import type { ConnectionChoices } from '@omen/sdk'
import { IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import styles from './connect.module.css'

/** More would only be scrolled past. */
const maxShown = 200

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
export const ChoiceList = ({ choices, label, chosen, onChange, onSearch, isSearching }: ChoiceListProps) => {
  const { t } = useConnectTexts()
  const [query, setQuery] = useState('')
  const heading = useId()
  const { items, total } = choices
  const wanted = query.trim().toLowerCase()
  const found = items.filter(({ id, label: text = '' }) => `${id} ${text}`.toLowerCase().includes(wanted))
  const shown = found.slice(0, maxShown)
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
