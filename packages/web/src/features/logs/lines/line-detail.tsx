import { Button, CopyButton } from '@mantine/core'
import type { LogSearchLine } from '@omen/sdk'
import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LineText } from './line-text.tsx'
import styles from './lines.module.css'

/** What a line was sent with, and what can be done with it. */
export const LineDetail = ({ line, children }: { line: LogSearchLine; children: ReactNode }) => {
  const { t } = useTranslation()
  const { instance, service, number, attributes = {}, isCut } = line
  const facts: [string, string][] = [
    ...(service === '' ? [] : [[t('logs.field.service'), service] as [string, string]]),
    ...(instance === '' ? [] : [[t('logs.field.instance'), instance] as [string, string]]),
    ...(number === undefined ? [] : [[t('logs.field.number'), String(number)] as [string, string]]),
    ...Object.entries(attributes).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ]
  return (
    <div className={styles.detail}>
      {isCut && <p className={styles.note}>{t('logs.lineRow.cut')}</p>}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>
                <bdi>
                  <LineText line={name} limit={200} />
                </bdi>
              </dt>
              <dd>
                <bdi>
                  <LineText line={value} limit={2000} />
                </bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className={styles.actions}>
        <CopyButton value={line.line}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" leftSection={<IconCopy size={14} />} onClick={copy}>
              {copied ? t('general.copied') : t('logs.lineRow.copy')}
            </Button>
          )}
        </CopyButton>
        {children}
      </div>
    </div>
  )
}
