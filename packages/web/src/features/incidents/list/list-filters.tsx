import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { projectAddress } from '../../../lib/projects/project-address.ts'
import {
  FAMILY_NAMES,
  familiesAtom,
  foldAtom,
  ORDER_NAMES,
  orderAtom,
  projectAtom,
  queryAtom,
  repeatsAtom,
  TIME_NAMES,
  tabAtom,
  timeAtom,
} from '../state/list-atoms.ts'
import styles from './incident-list.module.css'

/** By text, project, kind and time; all in the address. */
export const ListFilters = () => {
  const { t } = useTranslation()
  const isPredicted = useAtomValue(tabAtom) === 'predicted'
  return (
    <search className={styles.filters} aria-label={t('incidents.filters.label')}>
      {!isPredicted && <Search />}
      <ProjectFilter />
      {!isPredicted && (
        <>
          <FamilyFilter />
          <Choice atom={timeAtom} names={TIME_NAMES} label="time" texts="times" />
          <Choice atom={orderAtom} names={ORDER_NAMES} label="order" texts="orders" />
          <Folding />
        </>
      )}
    </search>
  )
}

const Search = () => {
  const { t } = useTranslation()
  const [query, setQuery] = useAtom(queryAtom)
  return (
    <TextInput
      className={styles.search ?? ''}
      aria-label={t('incidents.filters.search')}
      placeholder={t('incidents.filters.search')}
      leftSection={<IconSearch size={16} />}
      value={query}
      maxLength={200}
      onChange={(event) => setQuery(event.currentTarget.value)}
    />
  )
}

const MAX_PROJECTS = 200

const ProjectFilter = () => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [project, setProject] = useAtom(projectAtom)
  const projects = useQuery({
    queryKey: queryKeys.projects.choices('', locale),
    queryFn: ({ signal }) => omen.projects.list({ pageSize: MAX_PROJECTS }, { signal }),
  })
  const names = (projects.data?.items ?? []).map(projectAddress)
  const listed = project === '' || names.includes(project) ? names : [project, ...names]
  return (
    <Select
      className={styles.choice ?? ''}
      aria-label={t('incidents.filters.project')}
      data={[
        { value: '', label: t('incidents.filters.allProjects') },
        ...listed
          .toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true }))
          .map((name) => ({ value: name, label: name })),
      ]}
      value={project}
      onChange={(value) => setProject(value ?? '')}
      allowDeselect={false}
      searchable
      limit={MAX_PROJECTS}
    />
  )
}

const FamilyFilter = () => {
  const { t } = useTranslation()
  const [families, setFamilies] = useAtom(familiesAtom)
  return (
    <MultiSelect
      className={styles.families ?? ''}
      aria-label={t('incidents.filters.family')}
      placeholder={families.length === 0 ? t('incidents.filters.allFamilies') : ''}
      data={FAMILY_NAMES.map((name) => ({ value: name, label: t(`incidents.families.${name}`) }))}
      value={families}
      onChange={(values) => setFamilies(FAMILY_NAMES.filter((name) => values.includes(name)))}
      clearable
    />
  )
}

type ChoiceProps =
  | { atom: typeof timeAtom; names: typeof TIME_NAMES; label: 'time'; texts: 'times' }
  | { atom: typeof orderAtom; names: typeof ORDER_NAMES; label: 'order'; texts: 'orders' }

const Choice = ({ atom, names, label, texts }: ChoiceProps) => {
  const { t } = useTranslation()
  const [value, setValue] = useAtom(atom as typeof timeAtom)
  return (
    <Select
      className={styles.choice ?? ''}
      aria-label={t(`incidents.filters.${label}`)}
      data={names.map((name) => ({ value: name, label: t(`incidents.filters.${texts}.${name}` as 'incidents.title') }))}
      value={value}
      onChange={(next) => next !== null && setValue(next as (typeof TIME_NAMES)[number])}
      allowDeselect={false}
    />
  )
}

/** One entry for incidents that repeat each other; or those of one entry, one by one. */
const Folding = () => {
  const { t } = useTranslation()
  const repeats = useAtomValue(repeatsAtom)
  const setRepeats = useSetAtom(repeatsAtom)
  const [isFolded, setFolded] = useAtom(foldAtom)
  if (repeats === '')
    return (
      <Button variant={isFolded ? 'light' : 'default'} aria-pressed={isFolded} onClick={() => setFolded(!isFolded)}>
        {t('incidents.filters.fold')}
      </Button>
    )
  return (
    <span className="row">
      <span className={styles.chip}>{t('incidents.filters.repeatsOnly')}</span>
      <Button variant="default" onClick={() => setRepeats('')}>
        {t('incidents.filters.showAll')}
      </Button>
    </span>
  )
}
