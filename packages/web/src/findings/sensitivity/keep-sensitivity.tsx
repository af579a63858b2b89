import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from '../../ui/problem-notice/problem-notice.tsx'
import type { Sensitivity } from './levels.ts'
import styles from './sensitivity.module.css'

interface KeepSensitivityProps {
  values: Sensitivity
  keep: (values: Sensitivity) => Promise<void>
  onKept: () => void
}

/** Makes values those of the project. */
export const KeepSensitivity = ({ values, keep, onKept }: KeepSensitivityProps) => {
  const { t } = useTranslation()
  const keeping = useMutation({ mutationFn: keep, onSuccess: onKept })
  return (
    <div className={styles.keep}>
      {keeping.isError && <ProblemNotice error={keeping.error} />}
      <p className={styles.hint}>{t('analysis.sensitivity.keepHint')}</p>
      <Button variant="default" loading={keeping.isPending} onClick={() => keeping.mutate(values)}>
        {t('analysis.sensitivity.keep')}
      </Button>
    </div>
  )
}
