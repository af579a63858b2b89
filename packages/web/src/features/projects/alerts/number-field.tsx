import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Rule } from '@omen/sdk/rules'
import { useCheck } from '../../../lib/rules/use-check.ts'
import type { Typed } from './alert-draft.ts'

/** Typing has paused. */
export const SETTLE_MS = 400

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'error'> {
  value: Typed
  rule: Rule<Typed>
  onChange: (value: Typed) => void
}

/** A field for a number. What is typed stays as it is; once typing pauses, the field says what is wrong with it. */
export const NumberField = ({ rule, ...props }: NumberFieldProps) => {
  const check = useCheck()
  const { value } = props
  const [settled] = useDebouncedValue(value, SETTLE_MS)
  return <NumberInput clampBehavior="none" {...props} error={settled === value ? check(rule, value) : null} />
}
