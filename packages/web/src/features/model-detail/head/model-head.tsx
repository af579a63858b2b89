import { Button } from '@mantine/core'
import type { Model } from '@omen/sdk'
import { IconShare, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { VersionStatus } from '../../../ui/version-status/version-status.tsx'
import { DeleteModel } from '../dialogs/delete-model.tsx'
import { ShareModel } from '../dialogs/share-model.tsx'

/** Name, type and owner of the model, and its actions. */
export const ModelHead = ({ model }: { model: Model }) => {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'share' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <PageHead
        parent={<Link to="/models">{t('models.title')}</Link>}
        title={model.modelName}
        text={<Facts model={model} />}
        actions={
          <>
            {model.state === 'ready' && (
              <Button component={Link} to="/files">
                {t('models.action.detect')}
              </Button>
            )}
            <Button variant="default" component={Link} to={`/detections?model=${encodeURIComponent(model.id)}`}>
              {t('models.action.detections')}
            </Button>
            {model.mine && (
              <>
                <Button variant="default" leftSection={<IconShare size={16} />} onClick={() => setDialog('share')}>
                  {t('models.action.share')}
                </Button>
                <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setDialog('delete')}>
                  {t('models.action.delete')}
                </Button>
              </>
            )}
          </>
        }
      />
      {dialog === 'share' && <ShareModel model={model} onClose={close} />}
      {dialog === 'delete' && <DeleteModel model={model} onClose={close} />}
    </>
  )
}

const Facts = ({ model }: { model: Model }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { live, modelType: type } = model
  const sentence =
    live?.trainedFrom != null && live.trainedTo != null
      ? t('models.head.sentence', {
          type,
          version: live.version,
          count: live.seriesCount ?? 0,
          span: format.span(live.trainedFrom, live.trainedTo),
        })
      : t('models.head.noLive', { type })
  return (
    <span className="row" style={{ columnGap: 16 }}>
      <VersionStatus state={model.state} />
      <span>{sentence}</span>
      {!model.mine && <span>{t('models.head.sharedBy', { name: model.modelUserName })}</span>}
      {model.sharedWith.length > 0 && (
        <span title={model.sharedWith.join(', ')}>
          {t('models.head.sharedWith', { count: model.sharedWith.length })}
        </span>
      )}
    </span>
  )
}
