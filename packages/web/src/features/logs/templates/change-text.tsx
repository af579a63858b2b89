import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { changeOf } from './change.ts'

/** "×32", "new", with what was expected on hover. */
export const ChangeText = ({ count, expected }: { count: number; expected: number | undefined }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const change = changeOf(count, expected)
  if (change === null) return '–'
  const text = change.kind === 'times' ? `×${format.figure(change.factor)}` : t(`logs.change.${change.kind}`)
  return <span title={t('logs.change.expected', { expected: format.figure(expected ?? 0) })}>{text}</span>
}
