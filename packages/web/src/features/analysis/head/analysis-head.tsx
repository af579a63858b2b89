import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import type { Detection } from '@omen/sdk'
import { findingsCsv } from '@omen/sdk/rules'
import { IconBraces, IconDots, IconLink, IconTable, IconTrash, IconTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { findingRows } from '../../../findings/export/finding-rows.ts'
import { saveFile } from '../../../findings/export/save-file.ts'
import { FindingsHeadline } from '../../../findings/head/findings-headline.tsx'
import { TimeShown } from '../../../findings/head/time-shown.tsx'
import { rangeAtom } from '../../../findings/state/range-atoms.ts'
import { trianglesAtom } from '../../../findings/state/view-atoms.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { calibrationAt } from '../../../lib/models/calibration-at.ts'
import { versionsQuery } from '../../../lib/models/versions-query.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { SensitivityButton } from '../sensitivity/sensitivity-button.tsx'
import styles from './analysis-head.module.css'
import { DeleteDetection } from './delete-detection.tsx'

/** Data, model and measured trust; the result in a sentence; what else matters. */
export const AnalysisHead = ({ detection }: { detection: Detection }) => {
  useEffect(() => {
    document.title = `${detection.uploadFileName} · Omen`
  }, [detection.uploadFileName])
  return (
    <header className={styles.head}>
      <div className={styles.first}>
        <div className={styles.place}>
          <span className={styles.name} title={detection.uploadFileName}>
            {detection.uploadFileName}
          </span>
          <Facts detection={detection} />
        </div>
        <div className={styles.actions}>
          {detection.kind === 'detection' && <SensitivityButton detection={detection} />}
          <More detection={detection} />
        </div>
      </div>
      <FindingsHeadline detection={detection} />
      <TimeShown detection={detection} />
      <Notes notes={detection.notes} />
    </header>
  )
}

const Facts = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { modelId, modelName, modelVersion, modelType } = detection
  const name = `${modelName ?? ''} v${modelVersion ?? 0}`
  const rest = [
    ...(modelType === undefined ? [] : [modelType]),
    `${format.span(detection.from, detection.to)}, ${format.timeZone}`,
    ...(detection.demo === true ? [t('general.demo')] : []),
  ]
  return (
    <>
      <span className={styles.facts}>
        {modelName !== undefined && (
          <>
            {t('analysis.head.model')} {modelId === undefined ? name : <ModelLink id={modelId} name={name} />}
            {' · '}
          </>
        )}
        {rest.join(' · ')}
      </span>
      {detection.kind === 'detection' && <Trust detection={detection} />}
    </>
  )
}

const ModelLink = ({ id, name }: { id: string; name: string }) => (
  <Link to={`/models/${id}`} title={name}>
    {name}
  </Link>
)

/** What share of normal samples is flagged, measured against intended; in a word where nothing was measured. */
const Trust = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { modelId = '', modelVersion, pvalue = 0, trust } = detection
  const versions = useQuery({ ...versionsQuery(modelId), enabled: modelId !== '' && detection.modelType !== 'DBScan' })
  const version = versions.data?.find((one) => one.version === modelVersion)
  const point = calibrationAt(version?.calibration, 1 - pvalue)
  return (
    <Tooltip label={t(`analysis.head.trustText.${trust}`)} multiline maw={280}>
      <span className={styles.facts}>
        {point === null
          ? t('analysis.head.trust', { trust: t(`analysis.head.trusts.${trust}`) })
          : t('analysis.head.measured', {
              observed: format.share(point.observed),
              nominal: format.share(point.nominal),
            })}
      </span>
    </Tooltip>
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
  const range = useAtomValue(rangeAtom)
  const saveCsv = () =>
    saveFile(
      `${detection.uploadFileName}-findings.csv`,
      new Blob([findingsCsv(findingRows(detection, range))], { type: 'text/csv;charset=utf-8' }),
    )
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
          {detection.kind === 'detection' && (
            <Menu.Item leftSection={<IconTable size={16} />} onClick={saveCsv}>
              {t(range === null ? 'analysis.export.csv' : 'analysis.export.csvShown')}
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
