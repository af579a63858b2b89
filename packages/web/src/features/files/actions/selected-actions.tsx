import { Button } from '@mantine/core'
import type { StoredFile } from '@omen/sdk'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { selectedFilesAtom } from '../file-table/files-atom.ts'
import styles from './actions.module.css'
import { DetectForm } from './detect-form.tsx'
import { VisualiseForm } from './visualise-form.tsx'

/** Runs a detection on, or visualises, all selected files at once. */
export const SelectedActions = ({ files }: { files: readonly StoredFile[] }) => {
  const { t } = useTranslation()
  const [selected, setSelected] = useAtom(selectedFilesAtom)
  const [isDetecting, setDetecting] = useState(false)
  const chosen = files.filter((file) => selected.has(file.filename))
  if (chosen.length === 0) return null
  const count = chosen.length
  return (
    <div className={styles.selected} role="toolbar" aria-label={t('files.list.selected', { count })}>
      <span>{t('files.list.selected', { count })}</span>
      <Button onClick={() => setDetecting(true)}>{t('files.form.detectMany', { count })}</Button>
      <VisualiseForm files={chosen} />
      <Button variant="subtle" onClick={() => setSelected(new Set())}>
        {t('general.cancel')}
      </Button>
      {isDetecting && (
        <Dialog
          size="lg"
          onClose={() => setDetecting(false)}
          title={<b>{t('files.form.detectMany', { count })}</b>}
          closeButtonProps={{ 'aria-label': t('general.close') }}
        >
          <DetectForm
            files={chosen}
            onStarted={() => {
              setDetecting(false)
              setSelected(new Set())
            }}
          />
        </Dialog>
      )}
    </div>
  )
}
