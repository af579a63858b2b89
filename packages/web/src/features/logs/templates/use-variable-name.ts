import type { LogVariable } from '@omen/sdk'
import { useTranslation } from 'react-i18next'

const KINDS = ['number', 'duration', 'size', 'address', 'id', 'path', 'time', 'status', 'word'] as const

/** In the reader's language where it is a kind of value, else the key that stands before it. */
export const useVariableName = (): ((variable: Pick<LogVariable, 'name'>) => string) => {
  const { t } = useTranslation()
  return ({ name }) => {
    const kind = KINDS.find((one) => one === name)
    return kind === undefined ? name : t(`logs.variable.${kind}`)
  }
}
