import { Button, Menu, Tooltip } from '@mantine/core'
import type { Detection } from '@omen/sdk'
import { IconGitCompare, IconShare, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { FindingsHeadline } from '../../../findings/head/findings-headline.tsx'
import { TimeShown } from '../../../findings/head/time-shown.tsx'
import { PublishDialog } from '../../../findings/publish/publish-dialog.tsx'
import { sensitivityAtom } from '../../../findings/sensitivity/sensitivity-atoms.ts'
import { SensitivityButton } from '../../../findings/sensitivity/sensitivity-button.tsx'
import type { FindingCounts } from '../../../findings/sensitivity/sensitivity-view.ts'
import { ViewMenu } from '../../../findings/view-menu/view-menu.tsx'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { localeAtom } from '../../../lib/i18n/locale-atom.ts'
import { calibrationAt } from '../../../lib/models/calibration-at.ts'
import { versionsQuery } from '../../../lib/models/versions-query.ts'
import { outliersPath, rolloutPath } from '../../../lib/sources/source.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { detectionQuery } from '../state/detection-atoms.ts'
import styles from './analysis-head.module.css'

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
          {detection.kind === 'detection' && <DetectionSensitivity detection={detection} />}
          {(detection.mine === true || detection.demo === true) && <Publish detection={detection} />}
          <More detection={detection} />
        </div>
      </div>
      <FindingsHeadline detection={detection} />
      <TimeShown detection={detection} />
      <Notes notes={detection.notes} />
    </header>
  )
}

/** The sensitivity of a detection; it has none without a model. */
const DetectionSensitivity = ({ detection }: { detection: Detection }) => {
  const apply = useSetAtom(sensitivityAtom)
  const locale = useAtomValue(localeAtom)
  const { id, pvalue, cvalue, stored, modelType, intervalMs } = detection
  if (pvalue === undefined || cvalue === undefined) return null
  const current = { pvalue, cvalue }
  return (
    <SensitivityButton
      view={{
        modelType,
        intervalMs: intervalMs ?? 0,
        normal: stored ?? current,
        current,
        answer: detection,
        countsOf,
        apply,
        // Applied, it is there at once
        query: (overrides) => detectionQuery(id, overrides, locale),
      }}
    />
  )
}

const countsOf = ({ periods, gaps, incidents }: Detection): FindingCounts => ({
  findings: periods.length + gaps.length,
  incidents: incidents.length,
})

const Facts = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { modelId, modelName, modelVersion, modelType } = detection
  const name = `${modelName ?? ''} v${modelVersion ?? 0}`
  const rest = [
    ...(modelType === undefined ? [] : [modelType]),
    [format.span(detection.from, detection.to), format.timeZone].join(t('general.comma')),
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

const Publish = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { id, uploadFileName } = detection
  return (
    <>
      <Button variant="default" leftSection={<IconShare size={16} />} onClick={() => setOpen(true)}>
        {t('published.publish')}
      </Button>
      {isOpen && (
        <PublishDialog
          subject={{ detectionId: id }}
          name={uploadFileName.slice(0, 100)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const More = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <ViewMenu name={detection.uploadFileName} analysis={detection} hasFindings={detection.kind === 'detection'}>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={outliersPath({ detectionId: detection.id })}
          leftSection={<IconUsersGroup size={16} />}
        >
          {t('frame.nav.outliers')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={rolloutPath({ detectionId: detection.id })}
          leftSection={<IconGitCompare size={16} />}
        >
          {t('frame.nav.rollout')}
        </Menu.Item>
        {detection.mine === true && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setDeleting(true)}>
              {t('analysis.toolbar.delete')}
            </Menu.Item>
          </>
        )}
      </ViewMenu>
      {isDeleting && <DeleteDetection id={detection.id} onClose={() => setDeleting(false)} />}
    </>
  )
}

const DeleteDetection = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const remove = async () => {
    await omen.detections.delete(id)
    await queryClient.invalidateQueries({ queryKey: queryKeys.detections.all })
    showMessage(t('analysis.list.deleted'))
    await navigate('/detections')
  }
  return (
    <ConfirmDialog
      title={t('analysis.list.deleteTitle')}
      action={t('analysis.toolbar.delete')}
      onConfirm={remove}
      onClose={onClose}
    >
      {t('analysis.list.deleteText')}
    </ConfirmDialog>
  )
}
