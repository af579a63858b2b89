import { ActionIcon, Badge, Menu, Tooltip } from '@mantine/core'
import type { Detection } from '@omen/sdk'
import { IconBraces, IconDots, IconLink, IconTrash, IconTriangle } from '@tabler/icons-react'
import { useAtom, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { saveFile } from '../../../findings/export/save-file.ts'
import { trianglesAtom } from '../../../findings/state/view-atoms.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Parameters } from '../parameters/parameters.tsx'
import styles from './analysis-head.module.css'
import { DeleteDetection } from './delete-detection.tsx'
import { useHeadline } from './use-headline.ts'

/** Data, model, calibration, and the result in a sentence. */
export const AnalysisHead = ({ detection }: { detection: Detection }) => (
  <div className={styles.head}>
    <PageHead
      title={detection.uploadFileName}
      text={<Facts detection={detection} />}
      actions={<More detection={detection} />}
    />
    <div className={styles.second}>
      <p className={styles.headline}>{useHeadline(detection)}</p>
      {detection.kind === 'detection' && <Parameters detection={detection} />}
    </div>
    <Notes notes={detection.notes} />
  </div>
)

const Facts = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { modelId, modelName, modelVersion, modelType } = detection
  const name = t('analysis.head.model', { name: modelName ?? '', version: modelVersion ?? 0 })
  return (
    <span className={styles.facts}>
      {modelName !== undefined && (
        <span className="break">
          {modelId === undefined ? name : <Link to={`/models/${modelId}`}>{name}</Link>}
          {modelType !== undefined && (
            <Tooltip label={t(`general.modelType.${modelType}`)}>
              <span> ({modelType})</span>
            </Tooltip>
          )}
        </span>
      )}
      {detection.kind === 'detection' && (
        <Tooltip label={t(`analysis.head.trustText.${detection.trust}`)} multiline maw={280}>
          <span>{t('analysis.head.trust', { trust: t(`analysis.head.trusts.${detection.trust}`) })}</span>
        </Tooltip>
      )}
      <span>
        {t('analysis.head.rows', { rows: format.count(detection.rows), series: format.count(detection.seriesCount) })}
      </span>
      {detection.gaps.length > 0 && <span>{t('analysis.head.gaps', { count: detection.gaps.length })}</span>}
      {detection.demo === true && (
        <Badge size="sm" variant="light" color="gray" tt="none">
          {t('general.demo')}
        </Badge>
      )}
    </span>
  )
}

const Notes = ({ notes }: { notes: readonly string[] }) => {
  const { t } = useTranslation()
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes} aria-label={t('analysis.head.notes')}>
      {notes.map((note) => (
        <li key={note} className="break">
          {note}
        </li>
      ))}
    </ul>
  )
}

const More = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const showMessage = useSetAtom(showMessageAtom)
  const [hasTriangles, setTriangles] = useAtom(trianglesAtom)
  const [isDeleting, setDeleting] = useState(false)
  const copyLink = async () => {
    await navigator.clipboard.writeText(location.href)
    showMessage(t('analysis.toolbar.linkCopied'))
  }
  const saveJson = () =>
    saveFile(
      `${detection.uploadFileName}.json`,
      new Blob([JSON.stringify(detection, null, 2)], { type: 'application/json' }),
    )
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('analysis.toolbar.more')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {navigator.clipboard !== undefined && (
            <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copyLink()}>
              {t('analysis.toolbar.copyLink')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconBraces size={16} />} onClick={saveJson}>
            {t('analysis.export.json')}
          </Menu.Item>
          <Menu.Item
            role="menuitemcheckbox"
            aria-checked={hasTriangles}
            leftSection={<IconTriangle size={16} />}
            rightSection={hasTriangles ? '✓' : null}
            onClick={() => setTriangles(!hasTriangles)}
          >
            {t('analysis.toolbar.triangles')}
          </Menu.Item>
          {detection.mine === true && (
            <>
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setDeleting(true)}>
                {t('analysis.toolbar.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isDeleting && <DeleteDetection id={detection.id} onClose={() => setDeleting(false)} />}
    </>
  )
}
