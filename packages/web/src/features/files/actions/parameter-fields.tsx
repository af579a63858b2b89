import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface ParameterFieldsProps {
  /** With DBScan the same two fields mean something else, and are named so. */
  isPeers: boolean
  pvalue: { value?: string | number; onChange?: (value: string | number) => void; error?: ReactNode }
  cvalue: { value?: string | number; onChange?: (value: string | number) => void; error?: ReactNode }
}

export const ParameterFields = ({ isPeers, pvalue, cvalue }: ParameterFieldsProps) => {
  const { t } = useTranslation()
  const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
  return (
    <>
      <NumberInput
        label={t(isPeers ? 'files.form.epsilon' : 'files.form.pvalue')}
        description={t(isPeers ? 'files.form.epsilonHint' : 'files.form.pvalueHint')}
        step={isPeers ? 0.1 : 0.005}
        inputWrapperOrder={order}
        {...pvalue}
      />
      <NumberInput
        label={t(isPeers ? 'files.form.minimumPeers' : 'files.form.cvalue')}
        description={t(isPeers ? 'files.form.minimumPeersHint' : 'files.form.cvalueHint')}
        step={1}
        inputWrapperOrder={order}
        {...cvalue}
      />
    </>
  )
}
