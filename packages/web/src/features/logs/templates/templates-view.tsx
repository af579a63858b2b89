import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { LogAnalysis, LogTab } from '@omen/sdk'
import { csvRow } from '@omen/sdk/rules'
import { IconFileSearch, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { LogExportMenu } from '../page/log-export-menu.tsx'
import { LogFilters } from '../page/log-filters.tsx'
import toolbar from '../page/toolbar.module.css'
import { filterAtom, isNarrowedAtom, pageAtom, showLinesAtom, sortAtom } from '../state/log-atoms.ts'
import type { LogClock } from '../state/log-clock.ts'
import { templatesQuery } from '../state/log-queries.ts'
import type { Shown } from '../state/use-shown.ts'
import { KeywordTable } from './keyword-table.tsx'
import { TemplateTable } from './template-table.tsx'

interface TemplatesViewProps {
  shown: Shown
  clock: LogClock
  tab: LogTab
  services: readonly string[]
  name: string
  isMine: boolean
}

/** The templates of one kind, or keywords, in the time shown. */
export const TemplatesView = ({ shown, clock, tab, services, name, isMine }: TemplatesViewProps) => {
  const { t } = useTranslation()
  const [words, sort] = [useAtomValue(filterAtom), useAtomValue(sortAtom)]
  const [page, setPage] = useAtom(pageAtom)
  const { filter, part, baseline } = shown
  const list = { ...filter, time: part, baseline, tab, words, sort, hasIgnored: true, page }
  const templates = useQuery(templatesQuery(list))
  return (
    <>
      <div className={toolbar.bar}>
        <WordFilter />
        <LogFilters services={services} />
        <div className={toolbar.end}>
          <LogExportMenu
            isButton
            isDisabled={templates.data === undefined}
            label={t('logs.search.export')}
            name={t('logs.templatesFile', { name, tab: t(`logs.tab.${tab}`) })}
            csv={() => (templates.data === undefined ? '' : templatesCsv(templates.data))}
            json={() => templates.data}
          />
        </div>
      </div>
      <Loaded query={templates} skeleton={<RowsSkeleton rows={8} />}>
        {(data) => (
          <>
            {data.templates.length + data.keywords.length === 0 ? (
              <Nothing data={data} />
            ) : data.kind === 'keywords' ? (
              <KeywordTable data={data} />
            ) : (
              <TemplateTable data={data} clock={clock} isMine={isMine} source={filter.source} time={part} />
            )}
            <Pager
              page={data.page.page}
              pageSize={data.page.pageSize}
              total={data.page.total}
              onPage={(next) => setPage(next)}
            />
          </>
        )}
      </Loaded>
    </>
  )
}

/** The templates or keywords of a page as CSV; times in epoch milliseconds, or numbers of lines where the log has none. */
function templatesCsv({ kind, templates, keywords }: LogAnalysis): string {
  if (kind === 'keywords')
    return [
      'word,lines,share,expected',
      ...keywords.map(({ word, count, share, expected }) => csvRow([word, count, share, expected ?? ''])),
    ].join('\n')
  return [
    'template_id,name,severity,services,template,lines,share,expected,first_seen,last_seen,ignored,critical,finding',
    ...templates.map((one) =>
      csvRow([
        ...[one.templateId, one.name ?? '', one.severity, one.services.join(' '), one.text, one.count, one.share],
        ...[one.expected ?? '', one.firstSeen, one.lastSeen, one.ignored ? 1 : 0, one.critical ? 1 : 0],
        one.findings[0]?.sentence ?? '',
      ]),
    ),
  ].join('\n')
}

const SETTLE_MS = 250

/** Narrows the templates while one types; the same words can be searched for in lines. */
const WordFilter = () => {
  const { t } = useTranslation()
  const words = useAtomValue(filterAtom)
  const setParameters = useSetAtom(parametersAtom)
  const showLines = useSetAtom(showLinesAtom)
  const [typed, setTyped] = useState(words)
  const apply = useDebouncedCallback(
    (text: string) => setParameters({ filter: text.trim() === '' ? null : text.trim(), page: null }, 'replace'),
    SETTLE_MS,
  )
  useEffect(() => setTyped((before) => (before.trim() === words ? before : words)), [words])
  return (
    <>
      <TextInput
        className={toolbar.filter ?? ''}
        aria-label={t('logs.filter.words')}
        placeholder={t('logs.filter.words')}
        leftSection={<IconSearch size={16} />}
        value={typed}
        maxLength={500}
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          apply(event.currentTarget.value)
        }}
      />
      {words !== '' && (
        <Button variant="subtle" onClick={() => showLines({ q: words })}>
          {t('logs.filter.inLines')}
        </Button>
      )}
    </>
  )
}

/** What would stand here, and the way out where it is only filtered away. */
const Nothing = ({ data }: { data: LogAnalysis }) => {
  const { t } = useTranslation()
  const isNarrowed = useAtomValue(isNarrowedAtom)
  const setParameters = useSetAtom(parametersAtom)
  const key = isNarrowed ? 'narrowed' : data.lines === 0 ? 'noLines' : data.kind
  return (
    <EmptyState
      icon={<IconFileSearch size={24} />}
      text={t(!data.hasTimes && (key === 'hot' || key === 'cold') ? 'logs.none.withoutTimes' : `logs.none.${key}`)}
      action={
        isNarrowed && (
          <Button
            variant="default"
            onClick={() => setParameters({ range: null, filter: null, level: null, service: null, page: null })}
          >
            {t('logs.showAll')}
          </Button>
        )
      }
    />
  )
}
