import { Button, Menu, Textarea } from '@mantine/core'
import type { IncidentDetail, PostMortemTemplate } from '@omen/sdk'
import { IconChartLine, IconChevronDown, IconTemplate } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { seriesTitle } from '../../../lib/format/series-title.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import styles from './post-mortem.module.css'
import { figureMarkdown } from './series-figure.ts'
import { TemplatesDialog } from './templates-dialog.tsx'
import type { DraftControl } from './use-draft.ts'

const LONGEST = 100_000
const SERIES_LISTED = 20

interface EditorProps {
  detail: IncidentDetail
  time: Range
  templates: readonly PostMortemTemplate[]
  control: DraftControl
  onSave: () => void
}

/** The text in Markdown. Ctrl S saves it. */
export const Editor = ({ detail, time, templates, control, onSave }: EditorProps) => {
  const { t } = useTranslation()
  const area = useRef<HTMLTextAreaElement>(null)
  /** Where the cursor is; null before it was set, which means the end. */
  const cursor = useRef<number | null>(null)
  const insert = (block: string) => {
    const { text } = control
    const at = Math.min(cursor.current ?? text.length, text.length)
    const [before, after] = [text.slice(0, at), text.slice(at)]
    const gapBefore = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
    control.change({ text: `${before}${gapBefore}${block}\n${after.startsWith('\n') ? '' : '\n'}${after}` })
    area.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    onSave()
  }
  return (
    <div className={styles.editor}>
      <div className={styles.tools}>
        <ChartMenu detail={detail} time={time} onInsert={insert} />
        <TemplateMenu detail={detail} templates={templates} control={control} />
      </div>
      <Textarea
        ref={area}
        aria-label={t('incidents.postMortem.text')}
        classNames={{ input: styles.text ?? '' }}
        value={control.text}
        maxLength={LONGEST}
        autosize
        minRows={14}
        maxRows={32}
        spellCheck
        onSelect={(event) => {
          cursor.current = event.currentTarget.selectionEnd
        }}
        onChange={(event) => control.change({ text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

interface ChartMenuProps {
  detail: IncidentDetail
  time: Range
  onInsert: (block: string) => void
}

/** The series of the incident, to be put into the text as charts. */
const ChartMenu = ({ detail, time, onInsert }: ChartMenuProps) => {
  const { t } = useTranslation()
  const listed = detail.series.slice(0, SERIES_LISTED)
  if (listed.length === 0) return null
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconChartLine size={14} />}
          rightSection={<IconChevronDown size={12} />}
        >
          {t('incidents.postMortem.chart')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu ?? ''}>
        {listed.map((one) => (
          <Menu.Item
            key={one.seriesId}
            onClick={() => onInsert(figureMarkdown(seriesTitle(one, t), { seriesId: one.seriesId, ...time }))}
          >
            {seriesTitle(one, t)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface TemplateMenuProps {
  detail: IncidentDetail
  templates: readonly PostMortemTemplate[]
  control: DraftControl
}

/** Templates to begin with, and the way to make and change them. */
const TemplateMenu = ({ detail, templates, control }: TemplateMenuProps) => {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<PostMortemTemplate | null>(null)
  const [edited, setEdited] = useState<'new' | 'list' | null>(null)
  const use = async () => {
    if (chosen === null) return
    const { postMortem } = await omen.incidents.postMortem({ incidentId: detail.incident.id }, { template: chosen.id })
    control.change({ text: postMortem.text })
  }
  return (
    <>
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconTemplate size={14} />}
            rightSection={<IconChevronDown size={12} />}
          >
            {t('incidents.postMortem.template')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu ?? ''}>
          {templates.map((template) => (
            <Menu.Item key={template.id} onClick={() => setChosen(template)}>
              {template.name} <span className="muted">{ownerOf(template, t)}</span>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setEdited('new')}>{t('incidents.postMortem.saveTemplate')}</Menu.Item>
          <Menu.Item onClick={() => setEdited('list')}>{t('incidents.postMortem.editTemplates')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {chosen !== null && (
        <ConfirmDialog
          title={t('incidents.postMortem.useTitle')}
          action={t('incidents.postMortem.use')}
          onConfirm={use}
          onClose={() => setChosen(null)}
        >
          {t('incidents.postMortem.useText')}
        </ConfirmDialog>
      )}
      {edited !== null && (
        <TemplatesDialog
          templates={templates}
          {...(edited === 'new' && { text: control.text })}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

/** Whose it is, unless it is the reader's own. */
const ownerOf = ({ isBuiltIn, mine, owner }: PostMortemTemplate, t: TFunction): string =>
  isBuiltIn
    ? t('incidents.postMortem.builtIn')
    : mine || owner === null
      ? ''
      : t('incidents.postMortem.templateOf', { owner })
