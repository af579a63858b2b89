import { TextInput } from '@mantine/core'
import { findTerms } from '@omen/sdk/glossary'
import { IconSearch } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { atomFromUrl } from '../../lib/address/address-atom.ts'
import { textCodec } from '../../lib/address/url-codecs.ts'
import { usePrompt } from '../../lib/rules/use-check.ts'
import { PageHead } from '../../ui/page-head/page-head.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import styles from './glossary-page.module.css'

const queryAtom = atomFromUrl('q', textCodec, 'replace')

/** The glossary of terms. */
export const GlossaryPage = () => {
  const { t } = useTranslation()
  const text = usePrompt()
  const [query, setQuery] = useAtom(queryAtom)
  const entries = findTerms(query)
  return (
    <>
      <PageHead title={t('frame.glossary.title')} text={t('frame.glossary.text')} />
      <div className="stack">
        <TextInput
          aria-label={t('frame.glossary.search')}
          placeholder={t('frame.glossary.search')}
          leftSection={<IconSearch size={16} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          style={{ width: 280, maxWidth: '100%' }}
        />
        <Panel label={t('frame.glossary.title')}>
          {entries.length === 0 && <p className="muted">{t('frame.glossary.nothing', { query })}</p>}
          <dl className={styles.entries} data-static>
            {entries.map(({ term, meaning }) => (
              <div key={term.en} className={styles.entry}>
                <dt>{text(term)}</dt>
                <dd>{text(meaning)}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      </div>
    </>
  )
}
