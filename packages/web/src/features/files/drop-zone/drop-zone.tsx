import '@mantine/dropzone/styles.css'
import { Button } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconUpload } from '@tabler/icons-react'
import { useSetAtom } from 'jotai'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addUploadsAtom } from '../upload-queue/uploads-atom.ts'
import styles from './drop-zone.module.css'

/** Accepts dropped or selected files and folders, and uploads them. */
export const DropZone = () => {
  const { t } = useTranslation()
  const add = useSetAtom(addUploadsAtom)
  const openFiles = useRef<() => void>(null)
  const folder = useRef<HTMLInputElement>(null)
  return (
    <Dropzone
      onDrop={add}
      openRef={openFiles}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      className={styles.zone ?? ''}
      inputProps={{ 'aria-label': t('files.drop.label') }}
      tabIndex={-1}
    >
      <div className={styles.inside}>
        <IconUpload size={22} stroke={1.6} aria-hidden className={styles.icon} />
        <div className={styles.words}>
          <strong>
            <Dropzone.Accept>{t('files.drop.here')}</Dropzone.Accept>
            <Dropzone.Idle>{t('files.drop.title')}</Dropzone.Idle>
          </strong>
          <span className="small muted">{t('files.drop.text')}</span>
        </div>
        <div className={styles.buttons}>
          <Button onClick={() => openFiles.current?.()}>{t('files.drop.choose')}</Button>
          <Button variant="default" onClick={() => folder.current?.click()}>
            {t('files.drop.chooseFolder')}
          </Button>
          <input
            ref={folder}
            type="file"
            hidden
            multiple
            aria-label={t('files.drop.chooseFolder')}
            {...{ webkitdirectory: '' }}
            onChange={(event) => {
              add([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
        </div>
      </div>
    </Dropzone>
  )
}
