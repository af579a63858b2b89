import { useTranslation } from 'react-i18next'
import { currentLocale } from '../../lib/i18n/i18n.ts'
import { detailMessage } from '../../lib/problem/detail-message.ts'
import { toProblem } from '../../lib/problem/problem.ts'

/** Why something failed in one line: the error and the first thing behind it. */
export const FailureText = ({ error }: { error: unknown }) => {
  const { t } = useTranslation()
  const { code, details } = toProblem(error)
  const [first] = details
  return (
    <>
      {t(`errors.${code}`)} {first && detailMessage(code, first, currentLocale())}
    </>
  )
}
