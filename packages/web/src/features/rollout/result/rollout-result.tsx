import type { RolloutCheck } from '@omen/sdk'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import { Command } from '../../../ui/command/command.tsx'
import { rolloutCommand } from '../state/rollout-command.ts'
import type { RolloutRequest } from '../state/rollout-query.ts'
import { DensityCard } from './density-card.tsx'
import { FindingTable, findingKey } from './finding-table.tsx'
import { LinesCard } from './lines-card.tsx'
import styles from './rollout-result.module.css'

interface RolloutResultProps {
  checked: RolloutCheck
  request: RolloutRequest
  isLoading: boolean
}

/** The verdict in a line with the metrics behind it; then every metric, and one of them drawn. */
export const RolloutResult = ({ checked, request, isLoading }: RolloutResultProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const setParameters = useSetAtom(parametersAtom)
  const { verdict, sentence, reasons, findings, shown, at, before, after } = checked
  const finding = findings.find((one) => shown !== undefined && findingKey(one) === findingKey(shown))
  return (
    <div className="stack" aria-busy={isLoading}>
      <section className={styles.verdict} data-verdict={verdict} aria-label={t('compare.rollout.verdictColumn')}>
        <p className={styles.sentence} role="status">
          {sentence}
        </p>
        <p className={styles.windows}>
          {t('compare.rollout.windows', {
            before: format.duration(before.end - before.start),
            after: format.duration(after.end - after.start),
            at: `${format.when(at)} ${format.timeZone}`,
          })}
        </p>
        {verdict !== 'no-change' && reasons.length > 0 && (
          <>
            <h2 className={styles.why}>{t('compare.rollout.why')}</h2>
            <ol className={styles.reasons}>
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ol>
          </>
        )}
      </section>
      <FindingTable
        findings={findings}
        shown={shown === undefined ? null : findingKey(shown)}
        onShow={({ metric, service }) => setParameters({ metric, service: service ?? null }, 'replace')}
      />
      {shown && finding && (
        <div className={styles.two}>
          <DensityCard shown={shown} verdict={finding.verdict} />
          <LinesCard projectName={request.projectName} shown={shown} verdict={finding.verdict} at={at} />
        </div>
      )}
      {request.at !== null && (
        <Card title={t('compare.rollout.command')}>
          <div className={styles.command}>
            <Command text={rolloutCommand({ ...request, at: request.at })} />
          </div>
        </Card>
      )}
    </div>
  )
}
