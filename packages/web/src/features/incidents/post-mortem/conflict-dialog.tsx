import { Button, Tabs, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { TabList } from '../../../ui/tab-list/tab-list.tsx'
import { diffLines } from './line-diff.ts'
import { mergeActions } from './merge-actions.ts'
import { mergeTexts } from './merge-texts.ts'
import styles from './post-mortem.module.css'
import type { Conflict, Writing } from './use-save.ts'

interface ConflictDialogProps {
  conflict: Conflict
  isSaving: boolean
  onSave: (joined: Writing) => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Both texts, the difference, and one joined from both that can be saved or changed first. */
export const ConflictDialog = ({ conflict, isSaving, onSave, onTakeTheirs, onClose }: ConflictDialogProps) => {
  const { t } = useTranslation()
  const { mine, theirs } = conflict
  const merged = useMemo(() => mergeTexts(mine.baseText, mine.text, theirs.text), [mine, theirs])
  const [text, setText] = useState(merged.text)
  const save = () =>
    onSave({
      text,
      actions: mergeActions(mine.baseActions, mine.actions, theirs.actions),
      revision: theirs.revision,
      baseText: theirs.text,
      baseActions: theirs.actions,
    })
  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title={<b>{t('incidents.postMortem.conflict.title', { name: theirs.updatedBy ?? '' })}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <div className="stack">
        <div>{t('incidents.postMortem.conflict.text')}</div>
        <Tabs defaultValue="difference" keepMounted={false}>
          <TabList mb={8}>
            {(['difference', 'theirs', 'yours'] as const).map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`incidents.postMortem.conflict.${name}`)}
              </Tabs.Tab>
            ))}
          </TabList>
          <Tabs.Panel value="difference">
            <Difference before={theirs.text} after={mine.text} />
          </Tabs.Panel>
          <Tabs.Panel value="theirs">
            <Whole text={theirs.text} label={t('incidents.postMortem.conflict.theirs')} />
          </Tabs.Panel>
          <Tabs.Panel value="yours">
            <Whole text={mine.text} label={t('incidents.postMortem.conflict.yours')} />
          </Tabs.Panel>
        </Tabs>
        <Textarea
          label={t('incidents.postMortem.conflict.joined')}
          {...(merged.hasBoth && { description: t('incidents.postMortem.conflict.both') })}
          classNames={{ input: styles.text ?? '' }}
          value={text}
          maxLength={100_000}
          autosize
          minRows={8}
          maxRows={16}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button variant="subtle" color="red" onClick={onTakeTheirs}>
            {t('incidents.postMortem.conflict.takeTheirs')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('incidents.postMortem.conflict.keepWriting')}
          </Button>
          <Button loading={isSaving} onClick={save}>
            {t('incidents.postMortem.conflict.saveJoined')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const SIGNS = { same: ' ', removed: '−', added: '+' }

const Difference = ({ before, after }: { before: string; after: string }) => {
  const { t } = useTranslation()
  const lines = useMemo(() => diffLines(before, after), [before, after])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <ol className={styles.difference} aria-label={t('incidents.postMortem.conflict.difference')} tabIndex={0}>
      {lines.map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same line may come twice
        <li key={index} data-kind={kind}>
          <span aria-hidden>{SIGNS[kind]}</span>
          {kind !== 'same' && (
            <span className="visually-hidden">
              {t(`incidents.postMortem.conflict.${kind === 'added' ? 'lineAdded' : 'lineRemoved'}`)}{' '}
            </span>
          )}
          <bdi>{text}</bdi>
        </li>
      ))}
    </ol>
  )
}

const Whole = ({ text, label }: { text: string; label: string }) => (
  <section aria-label={label}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
    <pre className={styles.whole} tabIndex={0}>
      {text}
    </pre>
  </section>
)
