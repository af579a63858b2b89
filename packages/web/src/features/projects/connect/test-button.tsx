import { Button } from '@mantine/core'
import { IconCircleCheck, IconPlugConnected } from '@tabler/icons-react'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import styles from './connect.module.css'
import type { ConnectionState, TestedFields } from './use-connection.ts'

/** Tests what was typed, and says how it went. */
export const TestButton = ({ state }: { state: ConnectionState }) => {
  const { t } = useConnectTexts()
  const { test, isTested } = state
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={16} />}
        loading={test.isPending}
        onClick={() => {
          if (state.requireFields()) test.mutate('')
        }}
      >
        {t('test')}
      </Button>
      <span className="small" role="status">
        {test.isPending && <span className="muted">{t('testing')}</span>}
        {test.isSuccess && (isTested ? <Passed tested={test.data} /> : <span className="muted">{t('changed')}</span>)}
      </span>
    </>
  )
}

const Passed = ({ tested: { test, tookMs } }: { tested: TestedFields }) => {
  const { t } = useConnectTexts()
  const format = useFormat()
  const count = test.samples.length
  const tookTenths = Math.max(100, Math.round(tookMs / 100) * 100)
  return (
    <span className={styles.passed}>
      <IconCircleCheck size={16} aria-hidden />
      {count === 0 ? t('passedEmpty') : t('passed', { count, seconds: format.number(tookTenths / 1000, 1) })}
    </span>
  )
}
