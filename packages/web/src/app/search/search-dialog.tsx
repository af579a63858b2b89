import { TextInput } from '@mantine/core'
import {
  IconActivity,
  IconAlertTriangle,
  IconFileText,
  IconHierarchy2,
  IconLayoutSidebar,
  IconPlugConnected,
  IconSearch,
} from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './search-dialog.module.css'
import { type Hit, stepIndex } from './search-model.ts'
import { useSearch } from './use-search.ts'

const icons = {
  screens: IconLayoutSidebar,
  projects: IconPlugConnected,
  models: IconHierarchy2,
  files: IconFileText,
  detections: IconActivity,
  incidents: IconAlertTriangle,
}

/** Jumps to a screen, incident, project, model, file or detection. */
export const SearchDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const [index, setIndex] = useState(0)
  const { hits, isLoading, isError } = useSearch(query)
  const chosen = Math.min(index, Math.max(hits.length - 1, 0))

  const go = (hit: Hit | undefined) => {
    if (hit === undefined) return
    onClose()
    void navigate(hit.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setIndex(stepIndex(chosen, event.key === 'ArrowDown' ? 1 : -1, hits.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(hits[chosen])
    }
  }

  return (
    <Dialog
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      yOffset="12vh"
      centered={false}
      attributes={{ content: { 'aria-label': t('frame.search.label') } }}
    >
      <TextInput
        role="combobox"
        aria-label={t('frame.search.label')}
        aria-expanded
        aria-controls="search-hits"
        aria-activedescendant={hits[chosen] ? `hit-${hits[chosen].id}` : undefined}
        placeholder={t('frame.search.placeholder')}
        leftSection={<IconSearch size={18} />}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setIndex(0)
        }}
        onKeyDown={onKeyDown}
        variant="unstyled"
        className={styles.input}
        data-autofocus
      />
      <div className={styles.hits} role="listbox" id="search-hits" aria-label={t('frame.search.label')}>
        {hits.map((hit, position) => (
          <HitLine
            key={hit.id}
            hit={hit}
            isFirstOfKind={hits[position - 1]?.kind !== hit.kind}
            isChosen={position === chosen}
            onChoose={() => go(hit)}
            onPoint={() => setIndex(position)}
          />
        ))}
        {hits.length === 0 && !isLoading && <p className={styles.none}>{t('frame.search.nothing', { query })}</p>}
        {isError && <p className={styles.none}>{t('frame.search.failed')}</p>}
      </div>
      <div className={styles.foot}>{t('frame.search.hint')}</div>
    </Dialog>
  )
}

interface HitLineProps {
  hit: Hit
  isFirstOfKind: boolean
  isChosen: boolean
  onChoose: () => void
  onPoint: () => void
}

const HitLine = ({ hit, isFirstOfKind, isChosen, onChoose, onPoint }: HitLineProps) => {
  const { t } = useTranslation()
  const line = useRef<HTMLButtonElement>(null)
  const Icon = icons[hit.kind]
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <>
      {isFirstOfKind && <div className={styles.kind}>{t(`frame.search.${hit.kind}`)}</div>}
      <button
        type="button"
        ref={line}
        id={`hit-${hit.id}`}
        className={styles.hit}
        role="option"
        aria-selected={isChosen}
        tabIndex={-1}
        onClick={onChoose}
        onPointerMove={onPoint}
      >
        <Icon size={16} stroke={1.6} aria-hidden />
        <span className="truncate">{hit.title}</span>
        {hit.note !== undefined && <span className={styles.note}>{hit.note}</span>}
      </button>
    </>
  )
}
