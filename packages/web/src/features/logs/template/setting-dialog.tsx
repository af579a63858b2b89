import { Button } from '@mantine/core'
import type { AnalysedTemplate } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { LineText } from '../lines/line-text.tsx'
import { type LogSource, sourceFields } from '../state/log-source.ts'
import styles from './detail.module.css'
import { useSetTemplate } from './use-set-template.ts'

interface SettingDialogProps {
  template: AnalysedTemplate
  source: LogSource
  setting: 'ignored' | 'critical'
  onClose: () => void
}

/** Ignores a template, or has it always reported, or neither any more; what that means is said before. */
export const SettingDialog = ({ template, source, setting, onClose }: SettingDialogProps) => {
  const { t } = useTranslation()
  const showMessage = useSetAtom(showMessageAtom)
  const isOn = !template[setting]
  const key = `${setting}${isOn ? 'On' : 'Off'}` as const
  const save = useSetTemplate(template, source, () => {
    showMessage(t(`logs.setting.${key}.done`))
    onClose()
  })
  return (
    <Dialog
      onClose={onClose}
      title={<b>{t(`logs.setting.${key}.title`)}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <div className="stack">
        <code className={styles.quoted} dir="ltr">
          <LineText line={template.text} />
        </code>
        <p className={styles.said}>{t(`logs.setting.${key}.text`)}</p>
        {setting === 'ignored' && isOn && <Effect template={template} source={source} />}
        {save.isError && <ProblemNotice error={save.error} />}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate({ [setting]: isOn })}>
            {t(`logs.setting.${key}.apply`)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** How much it would have hidden. */
const Effect = ({ template: { templateId }, source }: Pick<SettingDialogProps, 'template' | 'source'>) => {
  const { t } = useTranslation()
  const effect = useQuery({
    queryKey: queryKeys.logs.effect({ templateId, source }),
    queryFn: ({ signal }) =>
      omen.logs.setTemplate(templateId, { ...sourceFields(source), ignored: true, dryRun: true }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Loaded query={effect} skeleton={<p className="muted">{t('logs.setting.looking')}</p>}>
      {({ hides }) => (
        <p className={styles.effect} data-part="effect">
          {t(source.kind === 'file' ? 'logs.setting.hidesInFile' : 'logs.setting.hides', { count: hides })}
        </p>
      )}
    </Loaded>
  )
}
