import { ActionIcon, Button, Menu, SegmentedControl, Tooltip } from '@mantine/core'
import type { IncidentDetail, PostMortem } from '@omen/sdk'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { ActionList } from './action-list.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { Editor } from './editor.tsx'
import styles from './post-mortem.module.css'
import { Preview } from './preview.tsx'
import { useDraft } from './use-draft.ts'
import { postMortemQuery } from './use-post-mortem.ts'
import { useSave, type Writing } from './use-save.ts'

interface PostMortemCardProps {
  detail: IncidentDetail
  /** What charts that are inserted show. */
  time: Range
}

/** The text about an incident, to be read or written, and what is still to be done. */
export const PostMortemCard = ({ detail, time }: PostMortemCardProps) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const newest = useQuery(postMortemQuery(detail.incident.id, null, locale))
  return (
    <Loaded
      query={newest}
      skeleton={
        <Card title={t('incidents.postMortem.title')}>
          <RowsSkeleton rows={5} />
        </Card>
      }
      failed={(error, onRetry) => (
        <Card title={t('incidents.postMortem.title')}>
          <ProblemNotice error={error} onRetry={onRetry} />
        </Card>
      )}
    >
      {(postMortem) => <Shown detail={detail} time={time} newest={postMortem} />}
    </Loaded>
  )
}

const Shown = ({ detail, time, newest }: PostMortemCardProps & { newest: PostMortem }) => {
  const { t } = useTranslation()
  const { id } = detail.incident
  const [mode, setMode] = useState<'preview' | 'write'>('preview')
  const [revision, setRevision] = useState<number | null>(null)
  const saved = newest.postMortem
  const control = useDraft(id, saved)
  const { save, conflict, closeConflict } = useSave(id, control)
  const writing = (given: Partial<Writing> = {}): Writing => ({
    text: control.text,
    actions: control.actions,
    revision: control.draft?.revision ?? saved.revision,
    baseText: control.draft?.baseText ?? (saved.isDraft ? '' : saved.text),
    baseActions: control.draft?.baseActions ?? saved.actions,
    ...given,
  })
  const isWriting = mode === 'write' && revision === null
  // A check mark is saved where it is set, unless a text waits to be saved with it
  const changeActions = (actions: Writing['actions']) => {
    const isLone = control.draft === null && !saved.isDraft
    control.change({ actions })
    if (isLone) save.mutate(writing({ actions }))
  }
  return (
    <Card
      title={t('incidents.postMortem.title')}
      aside={
        <span className={styles.aside} data-writing={isWriting || undefined}>
          <RevisionMenu revisions={newest.revisions} shown={revision} onShown={setRevision} />
          <SegmentedControl
            size="xs"
            aria-label={t('incidents.postMortem.mode')}
            value={isWriting ? 'write' : 'preview'}
            onChange={(value) => {
              setRevision(null)
              setMode(value === 'write' ? 'write' : 'preview')
            }}
            data={[
              { value: 'write', label: t('incidents.postMortem.write') },
              { value: 'preview', label: t('incidents.postMortem.preview') },
            ]}
          />
        </span>
      }
    >
      <div className={styles.body}>
        {revision === null ? (
          <>
            <Status saved={saved} control={control} />
            {isWriting ? (
              <Editor
                detail={detail}
                time={time}
                templates={newest.templates}
                control={control}
                onSave={() => save.mutate(writing())}
              />
            ) : (
              <Preview
                key={String(saved.isDraft)}
                detail={detail}
                text={control.text}
                isFolded={saved.isDraft && control.draft === null}
              />
            )}
            <ActionList actions={control.actions} onChange={changeActions} />
            {save.isError && <ProblemNotice error={save.error} />}
            {(isWriting || control.draft !== null) && (
              <div className={styles.foot}>
                {control.draft !== null && <Discard onDiscard={control.clear} />}
                <Button
                  disabled={control.draft === null && !saved.isDraft}
                  loading={save.isPending}
                  onClick={() => save.mutate(writing())}
                >
                  {t('incidents.postMortem.save')}
                </Button>
              </div>
            )}
          </>
        ) : (
          <Earlier
            detail={detail}
            revision={revision}
            onBack={() => setRevision(null)}
            onUse={(text) => {
              control.change({ text })
              setRevision(null)
              setMode('write')
            }}
          />
        )}
      </div>
      {conflict !== null && (
        <ConflictDialog
          conflict={conflict}
          isSaving={save.isPending}
          onSave={(joined) => save.mutate(joined)}
          onTakeTheirs={() => {
            control.clear()
            closeConflict()
          }}
          onClose={closeConflict}
        />
      )}
    </Card>
  )
}

interface RevisionMenuProps {
  revisions: PostMortem['revisions']
  shown: number | null
  onShown: (revision: number | null) => void
}

/** Texts saved before, the newest first. */
const RevisionMenu = ({ revisions, shown, onShown }: RevisionMenuProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (revisions.length < 2) return null
  const label = t('incidents.postMortem.revisions')
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon size={26} aria-label={label}>
            <IconHistory size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu ?? ''}>
        {revisions.map(({ revision, at, by }, index) => (
          <Menu.Item
            key={revision}
            aria-current={shown === revision || (shown === null && index === 0) || undefined}
            onClick={() => onShown(index === 0 ? null : revision)}
          >
            {t('incidents.postMortem.revision', { when: format.when(at), name: by })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const Status = ({ saved, control }: { saved: PostMortem['postMortem']; control: ReturnType<typeof useDraft> }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const sentences = [
    ...(saved.updatedAt !== null
      ? [t('incidents.postMortem.savedBy', { name: saved.updatedBy, when: format.clock(saved.updatedAt) })]
      : control.draft === null
        ? [t('incidents.postMortem.draftOf')]
        : []),
    ...(control.restoredAt !== null
      ? [t('incidents.postMortem.restored', { when: format.clock(control.restoredAt) })]
      : control.draft !== null
        ? [t('incidents.postMortem.unsaved')]
        : []),
  ]
  return (
    <p className={styles.status} role="status">
      {sentences.join(t('general.betweenSentences'))}
    </p>
  )
}

const Discard = ({ onDiscard }: { onDiscard: () => void }) => {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
        {t('incidents.postMortem.discard')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('incidents.postMortem.discardTitle')}
          action={t('incidents.postMortem.discard')}
          onConfirm={async () => onDiscard()}
          onClose={() => setAsking(false)}
        >
          {t('incidents.postMortem.discardText')}
        </ConfirmDialog>
      )}
    </>
  )
}

interface EarlierProps {
  detail: IncidentDetail
  revision: number
  onBack: () => void
  onUse: (text: string) => void
}

/** A text as it once was. */
const Earlier = ({ detail, revision, onBack, onUse }: EarlierProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const earlier = useQuery(postMortemQuery(detail.incident.id, revision, format.locale))
  return (
    <Loaded query={earlier} skeleton={<RowsSkeleton rows={5} />}>
      {({ postMortem, revisions }) => {
        const { at = postMortem.updatedAt ?? 0, by = postMortem.updatedBy ?? '' } =
          revisions.find((one) => one.revision === revision) ?? {}
        return (
          <>
            <p className={styles.status}>
              {t('incidents.postMortem.revisionShown', { when: format.when(at), name: by })}
            </p>
            <Preview detail={detail} text={postMortem.text} />
            <div className={styles.foot}>
              <Button variant="default" onClick={() => onUse(postMortem.text)}>
                {t('incidents.postMortem.useRevision')}
              </Button>
              <Button variant="default" onClick={onBack}>
                {t('incidents.postMortem.backToNewest')}
              </Button>
            </div>
          </>
        )
      }}
    </Loaded>
  )
}
