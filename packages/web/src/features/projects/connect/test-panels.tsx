import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { usePrompt } from '../../../lib/rules/use-check.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { ChoiceList } from './choice-list.tsx'
import { linesOf } from './connection-values.ts'
import { Cost } from './cost.tsx'
import { Samples } from './samples.tsx'
import type { ConnectionState } from './use-connection.ts'

/** What a test brought: samples, what fetching costs, and what there is to choose from. */
export const TestPanels = ({ state }: { state: ConnectionState }) => {
  const { t } = useConnectTexts()
  const prompt = usePrompt()
  const { test, fields, values } = state
  const tested = test.data?.test
  const hasSamples = tested !== undefined && tested.samples.length > 0
  const chosenFrom = (tested?.choices ?? []).filter(({ total }) => total > 0)
  const hasChosen = fields.some(
    ({ name }) => chosenFrom.some(({ field }) => field === name) && (values[name]?.trim() ?? '') !== '',
  )
  const isWaiting = test.isPending && tested === undefined
  return (
    <>
      <Panel title={t('result.title')} flush={isWaiting || hasSamples}>
        {isWaiting ? (
          <RowsSkeleton rows={5} />
        ) : hasSamples ? (
          <Samples samples={tested.samples} />
        ) : test.isError ? (
          <EmptyState icon={<IconPlugConnectedX size={24} />} text={t('result.failed')} />
        ) : (
          <EmptyState
            icon={<IconPlugConnected size={24} />}
            text={t(
              tested === undefined
                ? 'result.empty'
                : chosenFrom.length > 0 && !hasChosen
                  ? 'result.chooseFirst'
                  : 'result.noSamples',
            )}
          />
        )}
        {tested?.notes.map((note) => (
          <p key={note} className="small muted" style={{ margin: 0, padding: hasSamples ? '8px 16px' : 0 }}>
            {note}
          </p>
        ))}
      </Panel>
      {chosenFrom.length > 0 && (
        <Panel title={t('choices.title')}>
          <div className="stack" style={{ gap: 32 }}>
            {chosenFrom.map((choices) => {
              const field = fields.find(({ name }) => name === choices.field)
              if (!field) return null
              const isList = field.input === 'list'
              return (
                <ChoiceList
                  key={choices.field}
                  choices={choices}
                  label={prompt(field.label)}
                  chosen={isList ? linesOf(values[field.name]) : linesOf(values[field.name]?.replaceAll(',', '\n'))}
                  onChange={(chosen) => state.set(field.name, chosen.join(isList ? '\n' : ','))}
                  onSearch={test.mutate}
                  isSearching={test.isPending}
                />
              )
            })}
          </div>
        </Panel>
      )}
      {hasSamples && (
        <Panel label={t('cost.callsHint')}>
          <Cost estimate={tested.estimate} />
        </Panel>
      )}
    </>
  )
}
