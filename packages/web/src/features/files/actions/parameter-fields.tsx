import { NumberInput, type NumberInputProps } from '@mantine/core'
import type { ModelType } from '@omen/sdk'
import { parametersOf } from '@omen/sdk/rules'
import { usePrompt } from '../../../lib/rules/use-check.ts'

type FieldProps = Pick<NumberInputProps, 'value' | 'onChange' | 'error'>

interface ParameterFieldsProps {
  /** Labels the two fields by their meaning for the model type. */
  modelType: ModelType | undefined
  pvalue: FieldProps
  cvalue: FieldProps
}

export const ParameterFields = ({ modelType, ...fields }: ParameterFieldsProps) => {
  const prompt = usePrompt()
  const parameters = parametersOf(modelType)
  return (['pvalue', 'cvalue'] as const).map((name) => (
    <NumberInput
      key={name}
      label={prompt(parameters[name].label)}
      description={prompt(parameters[name].meaning)}
      step={parameters[name].step}
      {...fields[name]}
    />
  ))
}
