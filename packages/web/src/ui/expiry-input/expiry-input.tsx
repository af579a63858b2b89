import '@mantine/dates/styles.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { useDayjsLocale } from './use-dayjs-locale.ts'

/** The last day on which something is valid, as YYYY-MM-DD; empty for no end. */
export const ExpiryInput = (props: Pick<DateInputProps, 'value' | 'onChange' | 'error'>) => {
  const { t } = useTranslation()
  const locale = useDayjsLocale()
  return (
    <DateInput
      label={t('general.expiry')}
      description={t('general.expiryHint')}
      minDate={new Date()}
      clearable
      locale={locale}
      valueFormat="YYYY-MM-DD"
      {...props}
    />
  )
}
