import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A field for an e-mail address or a mobile number. */
export const AddressInput = (props: TextInputProps) => {
  const { t } = useTranslation()
  return (
    <TextInput label={t('signIn.address')} autoComplete="email" autoCapitalize="none" spellCheck={false} {...props} />
  )
}
