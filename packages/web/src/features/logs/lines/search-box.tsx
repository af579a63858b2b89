import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import { IconHelp, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { currentLocale } from '../../../lib/i18n/i18n.ts'
import { fieldErrors } from '../../../lib/problem/problem.ts'
import { checkQuery } from './check-query.ts'
import styles from './search.module.css'

interface SearchBoxProps {
  value: string
  onSearch: (query: string) => void
  /** What the server said of the query last. */
  error: unknown
}

/** A search over lines; what is wrong with it is said where it stands. */
export const SearchBox = ({ value, onSearch, error }: SearchBoxProps) => {
  const { t } = useTranslation()
  const { count } = useFormat()
  const [typed, setTyped] = useState(value)
  const [isChecked, setChecked] = useState(true)
  useEffect(() => {
    setTyped(value)
    setChecked(true)
  }, [value])
  const fault = isChecked ? checkQuery(typed) : null
  const told = typed === value && error != null ? fieldErrors(error, ['q'], currentLocale()).q : undefined
  const message =
    fault === null
      ? told
      : t(`logs.search.fault.${fault.kind}`, { at: count(fault.at + 1), rest: restOf(typed, fault.at) })
  const submit = (query: string) => {
    setChecked(true)
    if (checkQuery(query) === null) onSearch(query.trim())
  }
  return (
    <form
      className={styles.box}
      aria-label={t('logs.search.label')}
      onSubmit={(event) => {
        event.preventDefault()
        submit(typed)
      }}
    >
      <TextInput
        className={styles.input ?? ''}
        aria-label={t('logs.search.label')}
        placeholder={t('logs.search.placeholder')}
        leftSection={<IconSearch size={16} />}
        rightSection={
          typed !== '' && (
            <ActionIcon
              size={24}
              aria-label={t('logs.search.clear')}
              onClick={() => {
                setTyped('')
                submit('')
              }}
            >
              <IconX size={14} />
            </ActionIcon>
          )
        }
        value={typed}
        maxLength={2000}
        spellCheck={false}
        autoComplete="off"
        dir="ltr"
        error={message}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChecked(false)
        }}
        onBlur={() => setChecked(true)}
      />
      <Button type="submit" variant="default">
        {t('logs.search.run')}
      </Button>
      <Help onTry={submit} />
    </form>
  )
}

const SHOWN_REST = 24

const restOf = (text: string, at: number): string => {
  const rest = text.slice(at)
  return rest.length > SHOWN_REST ? `${rest.slice(0, SHOWN_REST)}…` : rest
}

const EXAMPLES = [
  ['words', 'payment declined'],
  ['phrase', '"no worker free"'],
  ['field', 'service=orders instance=node3'],
  ['level', 'level>=warn'],
  ['regex', '/took \\d{4,} ms/'],
  ['join', 'timeout OR (refused NOT retry)'],
] as const

/** The grammar by examples, each of which can be tried. */
const Help = ({ onTry }: { onTry: (query: string) => void }) => {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={420} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          aria-label={t('logs.search.help')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconHelp size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <h3 className={styles.helpTitle} id={id}>
          {t('logs.search.helpTitle')}
        </h3>
        <dl className={styles.help} aria-labelledby={id}>
          {EXAMPLES.map(([name, query]) => (
            <div key={name}>
              <dt>
                <button
                  type="button"
                  className={styles.example}
                  onClick={() => {
                    setOpen(false)
                    onTry(query)
                  }}
                >
                  {query}
                </button>
              </dt>
              <dd>{t(`logs.search.grammar.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.helpNote}>{t('logs.search.limits')}</p>
      </Popover.Dropdown>
    </Popover>
  )
}
